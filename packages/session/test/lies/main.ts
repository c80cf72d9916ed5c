import { MUTANTS } from './mutants.ts';
import { type Outcome, runSeed } from './run.ts';

/**
 * `npm run x -- lies --seeds 1-1000` runs pages against lying servers. `--mutate` checks that broken pages are caught.
 */
const [from, to] = seedsOf(process.argv);
if (process.argv.includes('--mutate')) await mutate();
else await run();

function seedsOf(args: readonly string[]): [number, number] {
  const given = args[args.indexOf('--seeds') + 1];
  const [first, last] = (args.includes('--seeds') && given ? given : '1-400').split('-').map(Number);
  if (!first || Number.isNaN(first)) throw new Error('--seeds wants FIRST-LAST');
  return [first, last ?? first];
}

async function run(): Promise<void> {
  const began = performance.now();
  const halts = new Map<string, number>();
  let failed = 0;
  let events = 0;
  for (let seed = from; seed <= to; seed++) {
    const outcome = await runSeed(seed);
    events += outcome.events;
    const halt = outcome.kind === 'honest' ? 'honest' : (outcome.halted ?? 'went on');
    halts.set(halt, (halts.get(halt) ?? 0) + 1);
    for (const warning of outcome.warnings) {
      const name = `warned (${outcome.kind} server): ${warning}`;
      halts.set(name, (halts.get(name) ?? 0) + 1);
    }
    if (outcome.broken.length === 0) continue;
    failed += 1;
    printOutcome(outcome);
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(`seeds ${from} to ${to}: ${events} events, ${failed} failed, ${seconds} s`);
  for (const [halt, count] of [...halts].sort(([, a], [, b]) => b - a)) console.log(`  ${halt}: ${count}`);
  if (failed > 0) process.exitCode = 1;
}

async function mutate(): Promise<void> {
  for (const { name, breakPage } of MUTANTS) {
    const mend = breakPage();
    const caught = await firstCaught();
    mend();
    console.log(
      caught
        ? `caught at seed ${caught.seed}: a page that ${name}\n  ${caught.broken[0]}`
        : `NOT CAUGHT: a page that ${name}`,
    );
    if (!caught) process.exitCode = 1;
  }
}

async function firstCaught(): Promise<Outcome | null> {
  for (let seed = from; seed <= to; seed++) {
    const outcome = await runSeed(seed);
    if (outcome.broken.length > 0) return outcome;
  }
  return null;
}

function printOutcome({ seed, kind, broken, moves }: Outcome): void {
  console.log(`seed ${seed} (${kind}):`);
  for (const line of broken) console.log(`  ${line}`);
  console.log(moves.map((move) => `    ${move}`).join('\n'));
}
