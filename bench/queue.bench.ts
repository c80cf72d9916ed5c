import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { fromOwnView } from '../packages/rules/src/index.ts';
import { makeJob } from '../packages/server/src/domain/analysis/normalise.ts';
import { ENGINE, requestFor } from '../packages/server/test/volunteers/engine.ts';
import { KEY, startWorkerServer } from '../packages/server/test/volunteers/server.ts';
import type { Job } from '../packages/wire/src/index.ts';

const ROUNDS = 3;
const SCORES = 8;

interface Decision {
  readonly kind: string;
  readonly points: number[];
  readonly dice: [number, number];
}

/** Decisions of real play, each at several scores. */
function jobsOf(round: number): Job[] {
  const file = new URL('../vectors/gnubg/equities.jsonl.gz', import.meta.url);
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n');
  const decisions: Decision[] = lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'checker');
  return decisions.flatMap(({ points, dice }) =>
    Array.from({ length: SCORES }, (_, n) => {
      const score: [number, number] = [n, round];
      return makeJob(requestFor(fromOwnView(points, 0), dice, { score, matchLength: 25 }), ENGINE);
    }),
  );
}

/** Processor time of this process since some moment, in milliseconds. */
function cpuMs(since?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

// What a job costs the server from being asked for to being kept in SQLite, HTTP and checking by the rules included.
for (let round = 0; round < ROUNDS; round++) {
  const server = await startWorkerServer();
  const jobs = jobsOf(round);
  const asked = server.queue.ask('match', jobs);
  await server.queue.settled();
  const [cpu, begin] = [process.cpuUsage(), performance.now()];
  const client = fileURLToPath(new URL('queue-client.ts', import.meta.url));
  const worker = spawn(process.execPath, ['--import', 'tsx', client, `http://127.0.0.1:${server.http.port}`, KEY], {
    stdio: 'inherit',
  });
  await Promise.all([once(worker, 'exit'), asked.done]);
  const used = cpuMs(cpu);
  const perJob = (used / jobs.length).toFixed(3);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  console.log(`${jobs.length} jobs in ${seconds} s: ${perJob} ms of CPU in the server for each`);
  await server.stop();
}
