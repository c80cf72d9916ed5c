import { join } from 'node:path';
import { seededRandom } from '@anchor/testkit/random';
import { analysisReport } from '@anchor/wire';
import { generateKey } from 'bg-record';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../kit/free-port.ts';
import { ask } from '../kit/http.ts';
import { playMatch } from '../kit/play-match.ts';
import { ServerProcess, temporaryFolder } from '../kit/server.ts';
import { installWorker, WorkerProcess } from '../kit/worker-process.ts';

// A server and a volunteer with nothing else installed: the engine is in the worker's package.

const KEY = 'a-key-for-volunteers';
/** Some plays of either player: every one of them is looked at two plies ahead. */
const EVENTS = 24;
const folder = temporaryFolder();
let server: ServerProcess;
let worker: WorkerProcess | null = null;

beforeAll(async () => {
  const env = { WORKER_KEY: KEY, DEEP_ENGINE: 'anchor-net-3', LIMIT_ANALYSIS: '100000' };
  server = await ServerProcess.start({ dataDir: join(folder.path, 'data'), port: await freePort(), env });
});
afterAll(async () => {
  await worker?.end('SIGKILL');
  await server?.end();
  folder.remove();
});

test('V3 a match is analysed deep by our own engine', async () => {
  const installing = installWorker(join(folder.path, 'volunteer'));
  const keys = [await generateKey(), await generateKey()] as const;
  const policy = { random: seededRandom(1), double: 0, take: 1, resignsAt: EVENTS };
  const { match } = await playMatch(server.url, keys, { length: 1, rated: false, clock: 'slow' }, policy);
  worker = new WorkerProcess(await installing, { server: server.url, key: KEY, id: 'alone', engine: 'anchor-net' });
  const analysis = () => ask(server.url, `/api/analysis/${match}?deep=1&wait=20`);
  let answer = await analysis();
  // until then it says how far it is
  while (answer.status !== 200) answer = await analysis();
  const report = analysisReport.parse(JSON.parse(answer.text));
  expect(report).toMatchObject({ engineId: 'anchor-net-3', ply: 2, provisional: false });
  expect(report.totals.decisions).toBeGreaterThan(2);
  for (const { pr } of report.players) expect(pr).toBeGreaterThanOrEqual(0);
  expect(await worker.end('SIGINT'), worker.output).toBe(0);
  expect(worker.output).not.toContain('refused');
});
