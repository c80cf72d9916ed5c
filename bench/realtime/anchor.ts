import { join } from 'node:path';
import { freePort } from '../../e2e/kit/free-port.ts';
import { ServerProcess, temporaryFolder } from '../../e2e/kit/server.ts';
import { generateKey } from '../../packages/record/src/crypto/ed25519.ts';
import { seededRandom } from '../../packages/testkit/src/random.ts';
import { AnchorClient } from './anchor-client.ts';
import { AnchorDuel } from './anchor-duel.ts';
import type { Contender, RunningServer } from './contender.ts';
import { Probe } from './probe.ts';

/** The longest match. One with random plays has some 6,000 events. */
export const LENGTH = 25;

export interface RunningAnchor extends RunningServer {
  readonly url: string;
  /** Returns the server's log. */
  readonly log: () => string;
}

/**
 * Starts the built server as deployed, with the embedded database on this machine's disk. Only backups are
 * disabled, and its origin is set, as in production. `prepare` may fill the folder of its data.
 */
export async function startAnchor(
  env: Readonly<Record<string, string>> = {},
  prepare: (dataDir: string) => Promise<void> = async () => undefined,
  program?: string,
): Promise<RunningAnchor> {
  const folder = temporaryFolder();
  const dataDir = join(folder.path, 'data');
  await prepare(dataDir);
  const probe = await Probe.make();
  const port = await freePort();
  const origin = { ORIGINS: `http://127.0.0.1:${port}`, TRUST_PROXY: '0' };
  const server = await ServerProcess.start({
    dataDir,
    port,
    ...(program && { program }),
    env: { ...probe.env, ...origin, DATABASE_URL: '', BACKUP_HOURS: '0', LOG_LEVEL: 'warn', ...env },
  });
  return {
    url: server.url,
    probe,
    log: () => server.output,
    async openDuel(index, parts) {
      const open = async (seat: number) => AnchorClient.open(server.url, await generateKey(), 2 * index + seat);
      const failed = (message: string) => {
        throw new Error(message);
      };
      const random = seededRandom(index);
      const clients = [await open(0), await open(1)] as const;
      return AnchorDuel.open(clients, { ...parts, random, length: LENGTH, failed });
    },
    async stop() {
      await server.end();
      folder.remove();
    },
  };
}

export const anchor: Contender = { name: 'Anchor', start: () => startAnchor() };

/** The built program of another checkout, for comparisons of before and after. */
export function anchorBefore(program: string): Contender {
  return { name: 'Anchor before', start: () => startAnchor({}, undefined, program) };
}
