// Measures how long a match stands when its owner ends: three processes on PostgreSQL, one of them killed
// (SIGKILL) or stopped (SIGTERM) at a random moment and started again, many times. For each match of that process it prints the time from
// the signal until the first event of a player that is acknowledged. ENDINGS, MATCHES and SEED change the size. Needs built packages, and
// PostgreSQL as a Debian package or TEST_POSTGRES_URL.
import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Cluster } from '../e2e/kit/cluster.ts';
import { newPostgres, type Part } from '../e2e/kit/shared-parts.ts';
import { seededRandom } from '../packages/testkit/src/random.ts';
import { quantile } from './shared/samples.ts';
import { LiveMatch, type Takeover } from './takeover/live-match.ts';

const run = promisify(execFile);
const PROCESSES = 3;
const endings = Number(process.env.ENDINGS ?? 20);
const matches = Number(process.env.MATCHES ?? 36);
const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
const random = seededRandom(seed);
/** A match that has not continued by then is counted as standing. */
const PATIENCE_MS = 20_000;
/** The next owner marks the gap by then, unless the match was just being released to another process. */
const MARKED_MS = 8_000;
const LOOK_MS = 50;
/** From the start of a process to the next ending: at least this long, and at most so much longer. */
const QUIET_MS = 2_000;
const VARIED_MS = 2_000;
/** A player pays for less than this as for thinking time (docs/realtime.md, Gaps in the service). */
const CHARGED_MS = 2_000;

const SIGNALS = ['SIGKILL', 'SIGTERM'] as const;
type Signal = (typeof SIGNALS)[number];
interface Sample extends Takeover {
  readonly isLed: boolean;
}
interface Outcome {
  readonly samples: readonly Sample[];
  /** Matches that did not continue in time. */
  readonly standing: number;
  readonly signal: Signal;
  /** The load of the machine at the signal. */
  readonly load: number;
}

/** After an interrupt the bench ends with the figures that it has. */
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    isInterrupted = true;
  });

async function rows(database: Part, statement: string): Promise<readonly string[]> {
  const { stdout } = await run('psql', [database.url, '-At', '-c', statement]);
  return stdout.split('\n').filter(Boolean);
}

/** The processes of the service, each with the name under which it owns matches. */
class Service {
  readonly cluster: Cluster;
  readonly #database: Part;
  readonly #processes = new Map<string, number>();

  constructor(cluster: Cluster, database: Part) {
    this.cluster = cluster;
    this.#database = database;
  }

  /** Starts process `n` again. Its name is the one that was not there before. */
  async start(n: number): Promise<void> {
    const read = () => rows(this.#database, 'select id from processes');
    const before = new Set([...(await read()), ...this.#processes.keys()]);
    for (const [id, place] of this.#processes) if (place === n) this.#processes.delete(id);
    await this.cluster.startProcess(n);
    const added = (await read()).filter((id) => !before.has(id));
    if (added.length !== 1) throw new Error(`process ${n} has added ${added.length} rows`);
    this.#processes.set(added[0] ?? '', n);
  }

  /** The owner of a random match, and all matches that it owns. */
  async pick(): Promise<{ readonly n: number; readonly owned: ReadonlySet<string> }> {
    const owned = await rows(this.#database, 'select owner, id from live_matches where owner is not null');
    const [owner = ''] = owned[Math.floor(random() * owned.length)]?.split('|') ?? [];
    const ids = owned.filter((row) => row.startsWith(`${owner}|`)).map((row) => row.slice(owner.length + 1));
    const n = this.#processes.get(owner);
    // A process that has just ended still has its row.
    return n === undefined ? this.pick() : { n, owned: new Set(ids) };
  }
}

/** Ends one process and measures the matches that it owned. Then starts it again. */
async function endOne(service: Service, live: readonly LiveMatch[], signal: Signal): Promise<Outcome> {
  const picked = await service.pick();
  const owned = live.filter(({ id }) => picked.owned.has(id));
  const load = loadavg()[0] ?? 0;
  const at = Date.now();
  const ended = service.cluster.process(picked.n).end(signal);
  for (const match of live) match.watch(at);
  await ended;
  const isOver = () => {
    const takeovers = owned.map(({ takeover }) => takeover);
    const isMarked = takeovers.every((one) => one?.resumedMs != null) || Date.now() > at + MARKED_MS;
    return isMarked && takeovers.every(Boolean);
  };
  while (!isOver() && Date.now() < at + PATIENCE_MS) await pause(LOOK_MS);
  const samples = owned.flatMap(({ takeover, isLed }) => (takeover ? [{ ...takeover, isLed }] : []));
  for (const match of owned) if (!match.takeover) console.log(`  stands: ${match}`);
  for (const match of live) match.rest();
  await service.start(picked.n);
  await pause(QUIET_MS + random() * VARIED_MS);
  return { samples, standing: owned.length - samples.length, signal, load };
}

interface Measured {
  readonly outcomes: readonly Outcome[];
  readonly faults: readonly string[];
}

/** Ends processes by both signals in turn. */
async function measure(): Promise<Measured> {
  const database = await newPostgres();
  const many = '1000000';
  const env = { LOG_LEVEL: 'warn', LIMIT_READ: many, LIMIT_WRITE: many, BACKUP_HOURS: '0' };
  const cluster = await Cluster.start({ processes: PROCESSES, databaseUrl: database.url, isLeading: true, env });
  const service = new Service(cluster, database);
  const live: LiveMatch[] = [];
  const outcomes: Outcome[] = [];
  try {
    for (let n = 0; n < PROCESSES; n++) {
      await cluster.process(n).end();
      await service.start(n);
    }
    for (let n = 0; n < matches; n++) live.push(await LiveMatch.begin(cluster, n, n % 2 === 0, random));
    // Processes release the matches to those with the players.
    await pause(2 * QUIET_MS);
    for (let n = 0; n < endings * SIGNALS.length && !isInterrupted; n++) {
      const signal = SIGNALS[n % SIGNALS.length] ?? 'SIGKILL';
      const outcome = await endOne(service, live, signal);
      const longest = Math.max(0, ...outcome.samples.map(({ acknowledgedMs }) => acknowledgedMs));
      const counts = `${outcome.samples.length} matches, longest ${longest} ms, ${outcome.standing} standing`;
      console.log(`${signal}: ${counts}, load ${outcome.load.toFixed(1)}`);
      outcomes.push(outcome);
    }
    // The players compare what the service has of their match with what they were told.
    for (const match of live) match.reconnect();
    await pause(QUIET_MS);
    return { outcomes, faults: live.flatMap(({ faults }) => faults) };
  } finally {
    for (const match of live) match.leave();
    await cluster.stop();
    await database.stop();
  }
}

function line(name: string, count: number, samples: readonly Sample[]): string {
  const ms = (of: (sample: Sample) => number) =>
    [0.5, 0.9, 0.99, 1].map((share) => Math.round(quantile(samples.map(of), share)).toLocaleString('en'));
  const charged = samples.filter(({ chargedMs }) => chargedMs > CHARGED_MS).length;
  const cells = [name, count, samples.length, ...ms(({ acknowledgedMs }) => acknowledgedMs)];
  const marked = samples.flatMap(({ resumedMs }) => resumedMs ?? []);
  const resumed = [0.5, 1].map((share) => Math.round(quantile(marked, share)).toLocaleString('en'));
  return `| ${[...cells, ...resumed, ms(({ chargedMs }) => chargedMs)[3], charged].join(' | ')} |`;
}

console.log(`${PROCESSES} processes, ${matches} matches, ${endings} endings of each kind, seed ${seed}`);
const { outcomes, faults } = await measure();
const loads = outcomes.map((outcome) => outcome.load);
console.log(
  `${availableParallelism()} cores for all; load ${quantile(loads, 0.5)} (median), ${quantile(loads, 1)} (highest)`,
);
console.log(
  '| | endings | matches | acknowledged: p50 ms | p90 | p99 | longest | resume: p50 ms | longest | charged: longest ms | over 2 s |',
);
console.log(`| --- |${' ---: |'.repeat(10)}`);
for (const signal of SIGNALS) {
  const own = outcomes.filter((outcome) => outcome.signal === signal);
  const samples = own.flatMap((outcome) => outcome.samples);
  const ledOrNot = (isLed: boolean) => samples.filter((sample) => sample.isLed === isLed);
  console.log(line(`${signal}, all`, own.length, samples));
  console.log(line('players on one process', own.length, ledOrNot(true)));
  console.log(line('players on two', own.length, ledOrNot(false)));
}
const standing = outcomes.reduce((sum, outcome) => sum + outcome.standing, 0);
console.log(
  `${standing} matches stood for more than ${PATIENCE_MS / 1000} s; ${faults.length} faults, such as a lost event`,
);
for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`);
if (standing + faults.length > 0) process.exitCode = 1;
