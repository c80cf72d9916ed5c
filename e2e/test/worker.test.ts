import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '@anchor/testkit/random';
import { analysisReport, type WorkerStatus, workerStatus } from '@anchor/wire';
import { generateKey, type MatchRecord } from 'bg-record';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobsOf } from '../../packages/server/src/domain/analysis/deep-report.ts';
import { findGnubg } from '../../packages/worker/src/engine/gnubg.ts';
import { freePort } from '../kit/free-port.ts';
import { ask } from '../kit/http.ts';
import { playMatch } from '../kit/play-match.ts';
import { ServerProcess, temporaryFolder } from '../kit/server.ts';
import { installWorker, WorkerProcess } from '../kit/worker-process.ts';

// The worker as volunteers install it, the built server, the real engine.

const KEY = 'a-key-for-volunteers';
const MATCHES = 5;
/** Results after which the doomed worker is surely in the middle of its work. */
const SOME = 3;
const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
const folder = temporaryFolder();
const workers: WorkerProcess[] = [];
let server: ServerProcess;
let program: string;
let matches: readonly string[];

beforeAll(async () => {
  expect(findGnubg(), 'GNU Backgammon is needed (Debian: apt install gnubg)').not.toBeNull();
  const env = { WORKER_KEY: KEY, BOT_DELAY_MS: '0', LIMIT_ANALYSIS: '100000', LIMIT_READ: '100000' };
  server = await ServerProcess.start({ dataDir: join(folder.path, 'data'), port: await freePort(), env });
  const policy = { random: seededRandom(seed), double: 0, take: 1 };
  const played = Array.from({ length: MATCHES }, async () => {
    const keys = [await generateKey(), await generateKey()] as const;
    return (await playMatch(server.url, keys, { length: 1, rated: false, clock: 'slow' }, policy)).match;
  });
  [program, matches] = await Promise.all([installWorker(join(folder.path, 'volunteer')), Promise.all(played)]);
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.end('SIGKILL')));
  await server?.end();
  folder.remove();
});

function volunteer(id: string, ownKeyFile?: string): WorkerProcess {
  const worker = new WorkerProcess(program, { server: server.url, key: KEY, id, ...(ownKeyFile && { ownKeyFile }) });
  workers.push(worker);
  return worker;
}

async function status(): Promise<WorkerStatus> {
  return workerStatus.parse(JSON.parse((await ask(server.url, '/worker/status')).text));
}

const analysis = (id: string) => ask(server.url, `/api/analysis/${id}?deep=1&wait=20`);

/** The finished report: asks again for as long as there is hope. */
async function report(id: string) {
  for (let answer = await analysis(id); ; answer = await analysis(id))
    if (answer.status === 200) return analysisReport.parse(JSON.parse(answer.text));
}

/** How many different questions the matches hold. */
async function questions(): Promise<number> {
  const records = await Promise.all(
    matches.map(async (id): Promise<MatchRecord> => JSON.parse((await ask(server.url, `/records/${id}.json`)).text)),
  );
  const engine = { engineId: 'gnubg-1.07', ply: 2 };
  return new Set(records.flatMap((record) => jobsOf(record, engine)).map(({ key }) => key)).size;
}

// together: most of the time the first one waits until the minute of the killed worker's lease is over
describe.concurrent(`volunteers with the real engine (seed ${seed})`, () => {
  test('V1 matches are analysed by two workers, each question once, though a third is killed in the middle', async () => {
    const reports = matches.map(report);
    const doomed = volunteer('doomed');
    while ((await status()).served < SOME) await pause(50);
    // it works alone and fetches ahead, so it holds a lease at this moment
    await doomed.end('SIGKILL');
    const ownKeyFile = join(folder.path, 'own.key');
    writeFileSync(ownKeyFile, `${'5'.repeat(64)}\n`, { mode: 0o600 });
    const others = [volunteer('one'), volunteer('two', ownKeyFile)];
    for (const { ply, engineId, provisional, totals } of await Promise.all(reports)) {
      expect({ ply, engineId, provisional }).toEqual({ ply: 2, engineId: 'gnubg-1.07', provisional: false });
      expect(totals.decisions).toBeGreaterThan(0);
    }
    const after = await status();
    expect(after).toMatchObject({ depth: 0, rejected: 0, served: await questions() });

    for (const other of others) {
      expect(await other.end('SIGINT'), other.output).toBe(0);
      expect(other.output).toMatch(/[1-9]\d* jobs? done/);
      expect(other.output).not.toContain('refused');
    }
    await Promise.all(matches.map(report));
    expect(await status()).toMatchObject({ served: after.served, annotations: { misses: after.annotations.misses } });
  });

  test('V2 a worker with the wrong key says so and stops', async () => {
    const stranger = new WorkerProcess(program, { server: server.url, key: 'wrong', id: 'stranger' });
    workers.push(stranger);
    expect(await stranger.ended()).toBe(3);
    expect(stranger.output).toContain('401');
  });
});

test('VR7 a stranger verifies a report from two files, and GNU Backgammon gives the same equities again', async () => {
  const [id = ''] = matches;
  const files = ['record', 'report'].map((name) => join(folder.path, `${name}.json`));
  const paths = [`/records/${id}.json`, `/api/analysis/${id}?deep=1&judgements=1`];
  for (const [place, path] of paths.entries()) writeFileSync(files[place]!, (await ask(server.url, path)).text);
  const key = (await status()).serverKey;
  const words = [program, 'verify', '--server-key', key, '--sample', '4', '--seed', String(seed), '--json', ...files];
  const verified = JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' }));
  expect(verified).toMatchObject({ verdict: 'verified', engineId: 'gnubg-1.07', ply: 2, faults: [] });
  expect(verified.rerun).toMatchObject({ engineId: 'gnubg-1.07', sample: Math.min(4, verified.questions) });
  expect(verified.rerun.equity).toBeLessThan(1e-5);
  expect(verified.signed).toBe(Object.values<number>(verified.keys).reduce((sum, count) => sum + count, 0));
});
