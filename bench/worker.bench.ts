// Measures jobs per second through the whole path (server, HTTP, worker, engines), alternating with the same
// jobs on bare engines, a few matches at a time, so that other load affects both. The result is the ratio of
// the medians. It starts as many engines as the worker does by default, which leaves one core free. The share
// of time in which engines work does not depend on other load. ROUNDS, MATCHES and PROCESSES change the size.
// Linux; needs GNU Backgammon and built packages. The bench `queue` measures the cost per job in the server.
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../e2e/kit/free-port.ts';
import { ServerProcess, temporaryFolder } from '../e2e/kit/server.ts';
import { median } from './shared/samples.ts';
import { jobsOfMatches, KEY, playMatches, type Run, runBare, runPath } from './worker.ts';

const rounds = Number(process.env.ROUNDS ?? 6);
const matches = Number(process.env.MATCHES ?? 2);
const engines = Number(process.env.PROCESSES ?? Math.max(1, availableParallelism() - 1));
const seed = Number(process.env.SEED ?? 20_261_121);

const folder = temporaryFolder();
const env = { WORKER_KEY: KEY, BOT_DELAY_MS: '0', LIMIT_ANALYSIS: '100000', LIMIT_READ: '100000' };
const server = await ServerProcess.start({ dataDir: join(folder.path, 'data'), port: await freePort(), env });

const perSecond = ({ jobs, ms }: Run) => (jobs * 1000) / ms;
const busy = ({ thoughtMs, ms }: Run) => (100 * thoughtMs) / (ms * engines);

const bare: Run[] = [];
const whole: Run[] = [];

async function runRound(round: number): Promise<void> {
  const ids = await playMatches(server.url, matches, seed + round);
  const jobs = await jobsOfMatches(server.url, ids);
  const runs = [
    async () => bare.push(await runBare(jobs, engines)),
    async () => whole.push(await runPath(server.url, ids, engines)),
  ];
  for (const run of round % 2 === 0 ? runs : runs.reverse()) await run();
  const [driver, path] = [bare.at(-1), whole.at(-1)];
  if (!driver || !path) return;
  const rates = `bare ${perSecond(driver).toFixed(2)}, whole path ${perSecond(path).toFixed(2)} jobs/s`;
  console.log(
    `${String(path.jobs).padStart(4)} jobs: ${rates}; engines thought ${busy(path).toFixed(1)} %; load ${loadavg()[0]?.toFixed(1)}`,
  );
}

try {
  console.log(
    `${engines} of ${availableParallelism()} cores with an engine, ${matches} matches per round, seed ${seed}`,
  );
  for (let round = 0; round < rounds; round++) await runRound(round);
  const [driver, path] = [median(bare.map(perSecond)), median(whole.map(perSecond))];
  console.log(
    `medians: bare ${driver.toFixed(2)}, whole path ${path.toFixed(2)} jobs/s: ${((100 * path) / driver).toFixed(1)} % (wanted: 95)`,
  );
  console.log(`engines were busy ${median(whole.map(busy)).toFixed(1)} % of the time on the whole path`);
} finally {
  await server.end();
  folder.remove();
}
