// Measures the server's processor time for the deep analysis of a match, without the engines: the built
// server as a separate process, real records, SQLite, HTTP, validation of results, reports. A stand-in worker
// answers at once, so that only the server is measured. The first rounds are cold, because Node still
// compiles the code. ROUNDS and MATCHES change the size. Linux; needs built packages.
import { spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../e2e/kit/free-port.ts';
import { ServerProcess, temporaryFolder } from '../e2e/kit/server.ts';
import { cpuMsOf, ENGINE, jobsOfMatches, KEY, playMatches, report } from './worker.ts';

const rounds = Number(process.env.ROUNDS ?? 8);
const COLD = 2;
const matches = Number(process.env.MATCHES ?? 8);
const seed = Number(process.env.SEED ?? 20_261_121);
const LENGTH = 5;

const folder = temporaryFolder();
const reports = join(folder.path, 'reports');
const env = {
  WORKER_KEY: KEY,
  ANNOTATIONS_DIR: reports,
  BOT_DELAY_MS: '0',
  LIMIT_ANALYSIS: '100000',
  LIMIT_READ: '100000',
};
const server = await ServerProcess.start({ dataDir: join(folder.path, 'data'), port: await freePort(), env });

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = cpuMsOf(server);
  await work();
  return cpuMsOf(server) - before;
}

const analyse = (ids: readonly string[]) => Promise.all(ids.map((id) => report(server.url, id)));

/** Runs the same analyses with a worker that answers at once. */
async function analyseWithWorker(ids: readonly string[]): Promise<void> {
  const client = fileURLToPath(new URL('queue-client.ts', import.meta.url));
  const worker = spawn(process.execPath, ['--import', 'tsx', client, server.url, KEY, ENGINE.engineId], {
    stdio: 'inherit',
  });
  await analyse(ids);
  worker.kill();
}

/** Deletes reports but keeps the evaluations, to measure the cost per match apart from the cost per job. */
function forgetReports(): void {
  for (const file of readdirSync(reports, { recursive: true, withFileTypes: true }))
    if (file.isFile()) rmSync(join(file.parentPath, file.name));
}

/** The number of jobs of each warm round, and their cost. */
const warm: { readonly jobs: number; readonly all: number }[] = [];

try {
  console.log(`${matches} matches to ${LENGTH} per round, seed ${seed}; ms of CPU in the server`);
  for (let round = 0; round < rounds; round++) {
    const ids = await playMatches(server.url, matches, seed + round, LENGTH);
    const jobs = (await jobsOfMatches(server.url, ids)).length;
    const all = await cpuOf(() => analyseWithWorker(ids));
    forgetReports();
    const again = await cpuOf(() => analyse(ids));
    const isCold = round < COLD;
    if (!isCold) warm.push({ jobs, all });
    const figures = [
      `${jobs} jobs`,
      `${(all / jobs).toFixed(2)} per job in total`,
      `of which ${(again / matches).toFixed(1)} per match for reading its evaluations and making its report`,
      `so ${((all - again) / jobs).toFixed(2)} per job without that`,
    ];
    console.log(`${isCold ? 'cold' : 'warm'}  ${figures.join(', ')}; load ${loadavg()[0]?.toFixed(1)}`);
  }
  const [jobs, all] = [warm.reduce((sum, one) => sum + one.jobs, 0), warm.reduce((sum, one) => sum + one.all, 0)];
  if (jobs > 0)
    console.log(`warm rounds together: ${jobs} jobs, ${(all / jobs).toFixed(2)} per job in total (wanted: at most 1)`);
} finally {
  await server.end();
  folder.remove();
}
