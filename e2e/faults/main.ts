// Plays real matches under faults and checks the promises of docs/faults.md.
//   npm run x -- faults --seeds 1-20 --pair sqlite|postgresql [--processes 3]
//   npm run x -- faults --mutate     puts one defect after another into the built server; each must break the promise that it is aimed at
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type DatabaseHost, embeddedHost, postgresHost } from './databases.ts';
import { MUTANTS, type Mutant } from './mutants.ts';
import { kindsFor, type Pair } from './plan.ts';
import { breakProgram, copyProgram } from './programs.ts';
import { type Outcome, runSeed } from './run.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1-20' },
    pair: { type: 'string', default: 'sqlite' },
    processes: { type: 'string', default: '1' },
    mutate: { type: 'boolean', default: false },
    /** Only the mutants with this in their name. */
    only: { type: 'string', default: '' },
    /** The time for the last entries of the public log. Its target is 2 s; a machine with other work needs more. */
    'entry-ms': { type: 'string', default: '2000' },
    /** Keeps what the servers printed of every seed, not only of those that broke a promise. */
    keep: { type: 'boolean', default: false },
  },
});
/** Short, because a broken server often makes no progress at all. */
const MUTANT_FINISH_MS = 15_000;

function seedsOf(text: string): number[] {
  const [first = Number.NaN, last = first] = text.split('-').map(Number);
  if (!(last >= first)) throw new Error('--seeds is a number or two of them, such as 1-20');
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function pairOf(text: string): Pair {
  if (text !== 'sqlite' && text !== 'postgresql') throw new Error('--pair is sqlite or postgresql');
  return text;
}

const pair = pairOf(values.pair);
const seeds = seedsOf(values.seeds);
const processes = Number(values.processes);
const entryMs = Number(values['entry-ms']);
const kinds = kindsFor(pair, processes);

function printOutcome({ seed, broken, ...totals }: Outcome): void {
  const { matches, aborted, events, receipts, letters, leases, heads, slowestEntryMs, takeovers } = totals;
  const ended = `${matches} matches, ${aborted} aborted, ${absencesOf(totals)}`;
  const counts = `${ended}, ${events} events, ${receipts} receipts, ${letters} mails, ${leases} leases, ${heads} checkpoints, last entry after ${slowestEntryMs} ms, resumed after kills in ${takeovers.map(({ resumeMs }) => resumeMs).join(' ')} ms`;
  console.log(`seed ${seed}: ${counts}, ${broken.size} promises broken`);
  for (const [name, faults] of broken) {
    console.log(`  BROKEN: ${name}`);
    for (const fault of faults.slice(0, 10)) console.log(`    ${fault}`);
  }
  if (broken.size > 0 || values.keep)
    console.log(`  the output of the servers is in ${keep(seed, totals)}.log, the records in the .json beside it`);
}

function absencesOf({ announced, claims, absences }: Pick<Outcome, 'announced' | 'claims' | 'absences'>): string {
  return `${announced} absences announced, ${claims} claimed, ${absences} lost`;
}

/** Writes what a search for the cause needs to two files. Returns their path without the ending. */
function keep(seed: number, { output, history }: Pick<Outcome, 'output' | 'history'>): string {
  const folder = fileURLToPath(new URL('../.results', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `faults-${pair}-${seed}`);
  writeFileSync(`${file}.log`, output.join('\n--- another process ---\n'));
  writeFileSync(`${file}.json`, JSON.stringify(history));
  return file;
}

/** Runs the seeds one after another and prints each outcome. Returns true if all promises held. */
async function runSeeds(host: DatabaseHost): Promise<boolean> {
  const program = copyProgram();
  const outcomes: Outcome[] = [];
  try {
    for (const seed of seeds) {
      console.log(`seed ${seed} on ${pair}`);
      const outcome = await runSeed({ seed, kinds, host, program: program.main, processes, entryMs });
      printOutcome(outcome);
      // The records and outputs of all seeds together would fill the memory.
      outcomes.push({ ...outcome, output: [], history: { faults: [], down: [], jumps: [], matches: [] } });
    }
  } finally {
    program.remove();
  }
  return total(outcomes);
}

function total(outcomes: readonly Outcome[]): boolean {
  const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((so, outcome) => so + of(outcome), 0);
  const absences = absencesOf({
    announced: sum((o) => o.announced),
    claims: sum((o) => o.claims),
    absences: sum((o) => o.absences),
  });
  const ended = `${sum((o) => o.matches)} matches, ${sum((o) => o.aborted)} aborted, ${absences}`;
  const told = `${sum((o) => o.events)} events, ${sum((o) => o.receipts)} receipts`;
  console.log(`\n${seeds.length} seeds on ${pair}: ${ended}, ${told}`);
  const slowest = Math.max(...outcomes.map((o) => o.slowestEntryMs));
  console.log(`  ${sum((o) => o.heads)} checkpoints of the public log, the slowest last entry after ${slowest} ms`);
  const takeovers = outcomes.flatMap((o) => o.takeovers);
  console.log(`  matches whose owner was killed, in ms after the kill: number, median, 90 %, 99 %, longest`);
  console.log(`    resume of the next owner: ${spread(takeovers.map(({ resumeMs }) => resumeMs))}`);
  console.log(`    next event of a player: ${spread(takeovers.flatMap(({ eventMs }) => eventMs ?? []))}`);
  for (const kind of kinds) console.log(`  ${kind}: ${sum((o) => o.faults.get(kind) ?? 0)}`);
  const failed = outcomes.filter(({ broken }) => broken.size > 0).map(({ seed }) => seed);
  console.log(failed.length === 0 ? 'all promises held' : `promises broken in seeds ${failed.join(', ')}`);
  return failed.length === 0;
}

function spread(timesMs: readonly number[]): string {
  const sorted = timesMs.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return [sorted.length, ...[0.5, 0.9, 0.99, 1].map((share) => at(share) ?? '–')].join(', ');
}

/** Returns true if every mutant is caught by one of the seeds. */
async function catchMutants(host: DatabaseHost): Promise<boolean> {
  const missed: string[] = [];
  const chosen = MUTANTS.filter(({ name }) => name.includes(values.only));
  if (chosen.length === 0) throw new Error(`--only ${values.only} fits the name of no mutant`);
  for (const mutant of chosen) {
    const program = copyProgram();
    try {
      breakProgram(program, mutant);
      const { caught, others } = await firstCatch(host, program.main, mutant);
      const otherwise = others.length > 0 ? `, which broke ${others.join('; ')}` : '';
      console.log(caught ? `caught: ${mutant.name}, by ${caught}` : `MISSED: ${mutant.name}${otherwise}`);
      if (!caught) missed.push(mutant.name);
    } finally {
      program.remove();
    }
  }
  console.log(missed.length === 0 ? 'every mutant was caught' : `${missed.length} mutants were missed`);
  return missed.length === 0;
}

/**
 * The first seed in which the promise broke that the mutant is aimed at, and every promise that broke in it; null if no seed caught it. And
 * the other promises that broke in the seeds before.
 */
async function firstCatch(
  host: DatabaseHost,
  program: string,
  { breaks, orBreaks, under, quietMs }: Mutant,
): Promise<{ readonly caught: string | null; readonly others: readonly string[] }> {
  const others = new Set<string>();
  const own = under ? kinds.filter((kind) => under.includes(kind)) : kinds;
  for (const seed of seeds) {
    const plan = { quietMs };
    const settings = { kinds: own, host, program, processes, plan, entryMs };
    const { broken } = await runSeed({ seed, ...settings, finishMs: MUTANT_FINISH_MS });
    if (broken.has(breaks) || (orBreaks && broken.has(orBreaks)))
      return { caught: `seed ${seed}: ${[...broken.keys()].join('; ')}`, others: [] };
    for (const name of broken.keys()) others.add(name);
  }
  return { caught: null, others: [...others] };
}

const host = pair === 'sqlite' ? embeddedHost : await postgresHost();
// A run that is interrupted stops its servers and its database.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void host.stop().finally(() => process.exit(1)));
let isWell = false;
try {
  isWell = await (values.mutate ? catchMutants(host) : runSeeds(host));
} finally {
  await host.stop();
}
process.exit(isWell ? 0 : 1);
