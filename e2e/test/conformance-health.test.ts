import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { ownPostgres } from '../../packages/server/scripts/throwaway-postgres.mjs';
import { limitFiles } from '../faults/fleet.ts';
import { freePort } from '../kit/free-port.ts';
import { ask, faultOf } from '../kit/http.ts';
import { ServerProcess, temporaryFolder } from '../kit/server.ts';

// The health report of the HTTP interface while the store of a real server fails, and after it works again.

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(env: Record<string, string> = {}): Promise<ServerProcess> {
  const folder = temporaryFolder();
  cleanups.push(() => folder.remove());
  const server = await ServerProcess.start({ dataDir: folder.path, port: await freePort(), env });
  cleanups.push(() => server.end('SIGKILL'));
  return server;
}

/** `ok` of a report that is otherwise as documented: every field is there, and the status is 200 if `ok` is true, else 503. */
async function okOf({ url }: ServerProcess): Promise<boolean> {
  const answer = await ask(url, '/healthz');
  const { ok } = JSON.parse(answer.text);
  expect([answer.status, faultOf('health', answer)]).toEqual([ok ? 200 : 503, null]);
  return ok;
}

const becomes = (server: ServerProcess, ok: boolean) => expect.poll(() => okOf(server), { timeout: 120_000 }).toBe(ok);

describe('the health report', () => {
  it('H2.11b says that the store fails while the disk accepts no writes', async () => {
    const server = await start();
    expect(await okOf(server)).toBe(true);
    limitFiles(server.pid ?? 0, 0);
    await becomes(server, false);
    limitFiles(server.pid ?? 0, null);
    await becomes(server, true);
    expect(server.running).toBe(true);
  });

  it('H2.11c says that the store fails while the database cannot be reached, and the metrics are there', async () => {
    const cluster = await ownPostgres();
    cleanups.push(() => cluster.stop());
    const url = await cluster.newDatabase('health');
    const metricsPort = await freePort();
    const secrets = { DATABASE_URL: url, SERVER_KEY: randomBytes(32).toString('hex') };
    const server = await start({ ...secrets, METRICS_PORT: String(metricsPort) });
    const metrics = async () => (await ask(`http://127.0.0.1:${metricsPort}`, '/metrics')).text;
    expect(await okOf(server)).toBe(true);
    expect(await metrics()).toMatch(/^anchor_analysis_jobs\{state="waiting"\} 0$/m);
    await cluster.crash();
    await becomes(server, false);
    const figures = await metrics();
    expect(figures).toMatch(/^anchor_matches_open 0$/m);
    expect(figures).not.toMatch(/^anchor_(?:analysis_jobs|log_waiting)\b/m);
    await cluster.start();
    await becomes(server, true);
    expect(server.running).toBe(true);
  });
});
