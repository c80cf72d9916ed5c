// Tells lies about a real public log to page, witness and audit, and checks the names that they give (docs/log.md, "The lying log").
//   npm run x -- lying-log --seeds 1-150
//   npm run x -- lying-log --mutate     breaks page, witness and audit on purpose; each defect must be noticed
import { parseArgs } from 'node:util';
import { LIES } from './lies.ts';
import { breakReader, MUTANTS, PROGRAMS } from './mutants.ts';
import type { Programs } from './readers.ts';
import { type Outcome, type ReaderName, runSeed } from './run.ts';
import { type RecordedService, recordService } from './service.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: `1-${LIES.length * 10}` },
    mutate: { type: 'boolean', default: false },
    /** Only the mutants with this in their name. */
    only: { type: 'string', default: '' },
  },
});

function seedsOf(text: string): number[] {
  const [first = Number.NaN, last = first] = text.split('-').map(Number);
  if (!(last >= first)) throw new Error('--seeds is a number or two of them, such as 1-150');
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

const seeds = seedsOf(values.seeds);

function tell({ seed, lie, detail, broken }: Outcome): void {
  console.log(`seed ${seed}: ${lie} (${detail})`);
  for (const fault of broken) console.log(`  BROKEN: ${fault}`);
}

/** Runs all seeds. Prints for each lie the names that each reader gave. */
async function runSeeds(service: RecordedService): Promise<boolean> {
  const table = new Map<string, { count: number; said: Record<string, Set<string>> }>();
  const failed: number[] = [];
  for (const seed of seeds) {
    const outcome = await runSeed(seed, service, PROGRAMS);
    if (outcome.broken.length > 0) failed.push(seed);
    if (outcome.broken.length > 0) tell(outcome);
    const row = table.get(outcome.lie) ?? { count: 0, said: {} };
    row.count += 1;
    for (const [reader, names] of Object.entries(outcome.said)) {
      row.said[reader] ??= new Set();
      for (const name of names) row.said[reader].add(name);
    }
    table.set(outcome.lie, row);
  }
  for (const [lie, { count, said }] of table) {
    console.log(`${lie}, ${count} times`);
    for (const [reader, names] of Object.entries(said)) console.log(`  ${reader}: ${[...names].join(', ') || '–'}`);
  }
  console.log(
    failed.length === 0 ? `seeds ${values.seeds}: every lie was named` : `broken in seeds ${failed.join(', ')}`,
  );
  return failed.length === 0;
}

async function catchMutants(service: RecordedService): Promise<boolean> {
  let missed = 0;
  for (const mutant of MUTANTS.filter(({ name }) => name.includes(values.only))) {
    const { programs, remove } = await breakReader(mutant);
    const caught = await firstCatch(service, programs, mutant.reader).finally(remove);
    console.log(
      caught
        ? `caught: ${mutant.name}, by seed ${caught.seed}: ${caught.lie}: ${complaintOf(caught, mutant.reader)}`
        : `MISSED: ${mutant.name}`,
    );
    if (!caught) missed += 1;
  }
  console.log(missed === 0 ? 'every mutant was caught' : `${missed} mutants were missed`);
  return missed === 0;
}

const complaintOf = ({ broken }: Outcome, reader: ReaderName) => broken.find((fault) => fault.startsWith(`${reader} `));

async function firstCatch(service: RecordedService, programs: Programs, reader: ReaderName): Promise<Outcome | null> {
  for (const seed of seeds) {
    const outcome = await runSeed(seed, service, programs, [reader]);
    if (complaintOf(outcome, reader)) return outcome;
  }
  return null;
}

const [first = 1] = seeds;
console.log(`recording a service (seed ${first})`);
const service = await recordService(first);
let isWell = false;
try {
  isWell = await (values.mutate ? catchMutants(service) : runSeeds(service));
} finally {
  service.remove();
}
process.exit(isWell ? 0 : 1);
