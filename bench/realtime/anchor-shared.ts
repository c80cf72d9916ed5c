import { randomBytes } from 'node:crypto';
import { generateKey } from '../../packages/record/src/crypto/ed25519.ts';
import { seededRandom } from '../../packages/testkit/src/random.ts';
import { LENGTH, type RunningAnchor, startAnchor } from './anchor.ts';
import { AnchorClient } from './anchor-client.ts';
import { AnchorDuel } from './anchor-duel.ts';
import type { Contender, RunningServer } from './contender.ts';
import { Database } from './database.ts';
import type { Use } from './probe.ts';

/** All processes of a service share one key. */
const SERVER_KEY = randomBytes(32).toString('hex');

/** Processes with one PostgreSQL, and the place of the two players of a match. */
interface SharedSettings {
  readonly processes: number;
  /** True if both players are on one process, as a proxy with affinity would place them; else they are on two. */
  readonly isTogether: boolean;
  readonly databaseUrl: string;
  /** The built program of another checkout, for comparisons of before and after. */
  readonly program?: string | undefined;
}

export function anchorShared(settings: SharedSettings): Contender {
  const { processes, isTogether, program } = settings;
  const place = isTogether && processes > 1 ? ' together' : '';
  const build = program ? ' before' : '';
  return { name: `Anchor${build} × ${processes} (shared${place})`, start: () => startShared(settings) };
}

async function startShared(settings: SharedSettings): Promise<RunningServer> {
  const { processes, isTogether, databaseUrl, program } = settings;
  const database = await Database.open(databaseUrl);
  const env = { DATABASE_URL: database.url };
  const servers: RunningAnchor[] = [];
  for (let n = 0; n < processes; n++) servers.push(await startAnchor({ ...env, SERVER_KEY }, undefined, program));
  const sum = async (ask: (server: RunningServer) => Promise<Use>) => (await Promise.all(servers.map(ask))).reduce(add);
  return {
    database,
    probe: { memory: () => sum(({ probe }) => probe.memory()), use: () => sum(({ probe }) => probe.use()) },
    async openDuel(index, parts) {
      const open = async (seat: number) => {
        const { url = '' } = servers[(isTogether ? index : index + seat) % processes] ?? {};
        return AnchorClient.open(url, await generateKey(), 2 * index + seat);
      };
      const failed = (message: string) => {
        throw new Error(message);
      };
      const clients = [await open(0), await open(1)] as const;
      const rest = { random: seededRandom(index), length: LENGTH, failed };
      return AnchorDuel.open(clients, { ...parts, ...rest });
    },
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      await database.close();
    },
  };
}

function add(a: Use, b: Use): Use {
  return { rssBytes: a.rssBytes + b.rssBytes, heapBytes: a.heapBytes + b.heapBytes, cpuUs: a.cpuUs + b.cpuUs };
}
