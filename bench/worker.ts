import { readFileSync } from 'node:fs';
import { ask } from '../e2e/kit/http.ts';
import { playMatch } from '../e2e/kit/play-match.ts';
import type { ServerProcess } from '../e2e/kit/server.ts';
import { generateKey } from '../packages/record/src/crypto/ed25519.ts';
import type { MatchRecord } from '../packages/record/src/types.ts';
import { jobsOf } from '../packages/server/src/domain/analysis/deep-report.ts';
import { seededRandom } from '../packages/testkit/src/random.ts';
import type { Job } from '../packages/wire/src/worker.ts';
import { GnubgEngine } from '../packages/worker/src/engine/gnubg.ts';
import { openEngine } from '../packages/worker/src/engine/open-engine.ts';
import { systemClock } from '../packages/worker/src/jobs/clock.ts';
import { evaluateJob } from '../packages/worker/src/jobs/evaluate-job.ts';
import { HttpServer } from '../packages/worker/src/jobs/http-server.ts';
import { Lifecycle } from '../packages/worker/src/jobs/lifecycle.ts';
import { WorkerStatus } from '../packages/worker/src/jobs/status.ts';
import { work } from '../packages/worker/src/jobs/worker.ts';

export const ENGINE = { engineId: 'gnubg-1.07', ply: 2 };
export const KEY = 'a-key-for-volunteers';

/** The number of jobs, the elapsed time, and the total thinking time of all engines. */
export interface Run {
  readonly jobs: number;
  readonly ms: number;
  readonly thoughtMs: number;
}

/** Plays matches on the server to their end. */
export async function playMatches(url: string, count: number, seed: number, length = 1): Promise<string[]> {
  const policy = { random: seededRandom(seed), double: length > 1 ? 0.1 : 0, take: 0.9 };
  const ids: string[] = [];
  while (ids.length < count) {
    const keys = [await generateKey(), await generateKey()] as const;
    ids.push((await playMatch(url, keys, { length, rated: false, clock: 'slow' }, policy)).match);
  }
  return ids;
}

/** Returns the jobs that the server will create for these matches, each once. */
export async function jobsOfMatches(url: string, ids: readonly string[]): Promise<Job[]> {
  const texts = await Promise.all(ids.map(async (id) => (await ask(url, `/records/${id}.json`)).text));
  const jobs = texts.flatMap((text): Job[] => jobsOf(JSON.parse(text) as MatchRecord, ENGINE));
  return [...new Map(jobs.map((job) => [job.key, job])).values()];
}

/** Runs the same jobs on this many bare engines. */
export async function runBare(jobs: readonly Job[], engines: number): Promise<Run> {
  const opened = await Promise.all(Array.from({ length: engines }, () => GnubgEngine.open()));
  const left = [...jobs];
  const startMs = performance.now();
  let thoughtMs = 0;
  await Promise.all(
    opened.map(async (engine) => {
      if (!engine.ok) throw new Error(engine.message);
      for (let job = left.shift(); job; job = left.shift()) await evaluateJob(engine.value, job);
      thoughtMs += performance.now() - startMs;
    }),
  );
  const ms = performance.now() - startMs;
  for (const engine of opened) if (engine.ok) await engine.value.close();
  return { jobs: jobs.length, ms, thoughtMs };
}

/**
 * Runs the whole path: analyses requested over HTTP, and a worker over HTTP. Measures from the first lease to
 * the last report.
 */
export async function runPath(url: string, ids: readonly string[], engines: number): Promise<Run> {
  const reports = ids.map((id) => report(url, id));
  const lifecycle = new Lifecycle();
  const status = new WorkerStatus();
  const server = new FirstLease({
    url,
    key: KEY,
    own: null,
    workerId: 'bench',
    engineId: ENGINE.engineId,
    signal: lifecycle.aborted,
  });
  const working = work({
    server,
    status,
    lifecycle,
    clock: systemClock,
    random: Math.random,
    engines,
    ...ENGINE,
    maxJobsPerHour: null,
    minQueue: 0,
    openEngine: () => openEngine({ kind: 'gnubg', path: null, id: ENGINE.engineId }),
  });
  await Promise.all(reports);
  const ms = performance.now() - server.firstMs;
  lifecycle.finish();
  await working;
  if (lifecycle.ending) throw new Error(lifecycle.ending.message);
  return { jobs: status.accepted, ms, thoughtMs: server.thoughtMs };
}

/** Records the time of the first lease and the engines' thinking time. */
class FirstLease extends HttpServer {
  firstMs = Number.NaN;
  thoughtMs = 0;

  override async acquire(count: number): ReturnType<HttpServer['acquire']> {
    const reply = await super.acquire(count);
    if (Number.isNaN(this.firstMs) && reply.ok && reply.value) this.firstMs = performance.now();
    return reply;
  }

  override submit(...[token, finished]: Parameters<HttpServer['submit']>): ReturnType<HttpServer['submit']> {
    for (const { result } of finished) this.thoughtMs += result.ms ?? 0;
    return super.submit(token, finished);
  }
}

export async function report(url: string, id: string): Promise<void> {
  for (;;) if ((await ask(url, `/api/analysis/${id}?deep=1&wait=20`)).status === 200) return;
}

const TICK_MS = 10;

/** Returns the processor time that the server has used, in milliseconds. */
export function cpuMsOf(server: ServerProcess): number {
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
