// Jobs a second through the whole path (server, HTTP, worker, engines) beside the same jobs on the bare engines, in turns within
// one run, and what a job costs the server. MATCHES and PROCESSES change the size. Linux; needs GNU Backgammon and built packages.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { freePort, ServerProcess, temporaryFolder } from '../e2e/kit/server.ts';
import { cpuMsOf, jobsOfMatches, KEY, playMatches, type Run, runBare, runPath } from './worker.ts';

const matches = Number(process.env.MATCHES ?? 3);
const engines = Number(process.env.PROCESSES ?? availableParallelism());
const seed = Number(process.env.SEED ?? 20_261_121);

const folder = temporaryFolder();
const env = { WORKER_KEY: KEY, BOT_DELAY_MS: '0', LIMIT_ANALYSIS: '100000', LIMIT_READ: '100000' };
const server = await ServerProcess.start({ dataDir: join(folder.path, 'data'), port: await freePort(), env });

const total = (runs: readonly Run[]): Run =>
  runs.reduce(
    (sum, run) => ({ jobs: sum.jobs + run.jobs, ms: sum.ms + run.ms, thoughtMs: sum.thoughtMs + run.thoughtMs }),
    {
      ...{ jobs: 0, ms: 0, thoughtMs: 0 },
    },
  );
const busy = ({ thoughtMs, ms }: Run) =>
  `engines thought ${((100 * thoughtMs) / (ms * engines)).toFixed(1)} % of the time`;
const perSecond = ({ jobs, ms }: Run) => (jobs * 1000) / ms;

const bare: Run[] = [];
const path: Run[] = [];
let cpuMs = 0;

async function measurePath(ids: readonly string[]): Promise<void> {
  const before = cpuMsOf(server);
  path.push(await runPath(server.url, ids, engines));
  cpuMs += cpuMsOf(server) - before;
}

try {
  // bare, path, path, bare: what changes slowly on the machine falls on both alike
  for (const round of [0, 1]) {
    const ids = await playMatches(server.url, matches, seed + round);
    const jobs = await jobsOfMatches(server.url, ids);
    if (round === 0) bare.push(await runBare(jobs, engines));
    await measurePath(ids);
    if (round === 1) bare.push(await runBare(jobs, engines));
  }
  const [driver, whole] = [total(bare), total(path)];
  console.log(`${engines} engines, ${whole.jobs} jobs from ${2 * matches} matches, seed ${seed}`);
  console.log(`bare engines   ${perSecond(driver).toFixed(2)} jobs/s, ${busy(driver)}`);
  console.log(
    `whole path     ${perSecond(whole).toFixed(2)} jobs/s, ${((100 * perSecond(whole)) / perSecond(driver)).toFixed(1)} % (wanted: 95), ${busy(whole)}`,
  );
  console.log(`server         ${(cpuMs / whole.jobs).toFixed(2)} ms of CPU a job, reports included (wanted: 1)`);
} finally {
  await server.end();
  folder.remove();
}
