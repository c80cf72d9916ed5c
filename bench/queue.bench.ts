// What the deep analysis of a match costs the server in processor time, whoever thinks: the built server as its own process,
// real records, SQLite, HTTP, checking by the rules, reports. A stand-in answers at once, so that there is nothing but the
// server to measure. The first rounds are cold: Node still compiles what it runs. ROUNDS and MATCHES change the size. Linux; needs
// built packages.
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
  ...{ WORKER_KEY: KEY, ANNOTATIONS_DIR: reports },
  ...{ BOT_DELAY_MS: '0', LIMIT_ANALYSIS: '100000', LIMIT_READ: '100000' },
};
const server = await ServerProcess.start({ dataDir: join(folder.path, 'data'), port: await freePort(), env });

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = cpuMsOf(server);
  await work();
  return cpuMsOf(server) - before;
}

const analyse = (ids: readonly string[]) => Promise.all(ids.map((id) => report(server.url, id)));

/** The same analyses by somebody who answers at once. */
async function analyseWithWorker(ids: readonly string[]): Promise<void> {
  const client = fileURLToPath(new URL('queue-client.ts', import.meta.url));
  const worker = spawn(process.execPath, ['--import', 'tsx', client, server.url, KEY, ENGINE.engineId], {
    stdio: 'inherit',
  });
  await analyse(ids);
  worker.kill();
}

/** Reports are made again from the evaluations, which stay: what is not done for each job but for each match. */
function forgetReports(): void {
  for (const file of readdirSync(reports, { recursive: true, withFileTypes: true }))
    if (file.isFile()) rmSync(join(file.parentPath, file.name));
}

/** Jobs of each warm round, and what they cost. */
const warm: { readonly jobs: number; readonly all: number }[] = [];

try {
  console.log(`${matches} matches to ${LENGTH} a round, seed ${seed}; ms of CPU in the server`);
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
      `${(all / jobs).toFixed(2)} a job in all`,
      `of it ${(again / matches).toFixed(1)} a match for reading its evaluations and its report`,
      `so ${((all - again) / jobs).toFixed(2)} a job without`,
    ];
    console.log(`${isCold ? 'cold' : 'warm'}  ${figures.join(', ')}; load ${loadavg()[0]?.toFixed(1)}`);
  }
  const [jobs, all] = [warm.reduce((sum, one) => sum + one.jobs, 0), warm.reduce((sum, one) => sum + one.all, 0)];
  if (jobs > 0)
    console.log(`warm rounds together: ${jobs} jobs, ${(all / jobs).toFixed(2)} a job in all (wanted: at most 1)`);
} finally {
  await server.end();
  folder.remove();
}
