// Compares the plays kernel with another one in plain TypeScript, by kind of roll: whole passes over the positions of the bench, by turns,
// as a ratio of processor time. FILE exports `pack(view)`, which returns eight words, `load(words, offset)`, and `gen(dieA, dieB)`, which
// returns the number of plays.
//   npx tsx --conditions=@anchor/source bench/plays.ts FILE
import { pathToFileURL } from 'node:url';
import { generatePlays, loadPosition } from '../packages/rules/src/kernel.ts';
import { POSITION_WORDS, packPosition } from '../packages/rules/src/packed.ts';
import { BAR, fromOwnView } from '../packages/rules/src/position.ts';
import { rolls, type View, views } from './positions.ts';
import { median } from './shared/samples.ts';

const ROUNDS = 41;
const WARM_UP_PASSES = 20;
/** Passes are repeated for this long, because the clock of processor time is coarse. */
const SLICE_MS = 15;

interface OtherKernel {
  pack(view: number[]): Int32Array;
  load(words: Int32Array, offset: number): void;
  gen(dieA: number, dieB: number): number;
}

type Roll = (typeof rolls)[number];
/** Generates all plays of all positions and returns their number. */
type Pass = () => number;

const outside = (view: View) => view.reduce((sum, count, place) => sum + (place > 6 ? Math.max(count, 0) : 0), 0);
const isDouble = ([larger, smaller]: Roll) => larger === smaller;
const KINDS: Readonly<Record<string, (view: View, roll: Roll) => boolean>> = {
  'all rolls': () => true,
  doubles: (_, roll) => isDouble(roll),
  'two dice': (view, roll) => !isDouble(roll) && outside(view) > 1 && view[BAR]! <= 0,
  'from the bar': (view, roll) => !isDouble(roll) && outside(view) > 1 && view[BAR]! > 0,
  'near home': (view, roll) => !isDouble(roll) && outside(view) <= 1,
};

interface Kernel {
  pack(view: View): Int32Array;
  load(words: Int32Array): void;
  count(larger: number, smaller: number): number;
}

const ours: Kernel = {
  pack(view) {
    const words = new Int32Array(POSITION_WORDS);
    packPosition(fromOwnView(view, 0), 0, words);
    return words;
  },
  load: loadPosition,
  count: generatePlays,
};

function passOf({ pack, load, count }: Kernel, isWanted: (view: View, roll: Roll) => boolean): Pass {
  const work = views
    .map((view) => ({ words: pack(view), dice: rolls.filter((roll) => isWanted(view, roll)) }))
    .filter(({ dice }) => dice.length > 0);
  return () => {
    let plays = 0;
    for (const { words, dice } of work) {
      load(words);
      for (const [larger, smaller] of dice) plays += count(larger, smaller);
    }
    return plays;
  };
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function msOf(pass: Pass): number {
  const begin = processorMs();
  let passes = 0;
  do {
    pass();
    passes++;
  } while (processorMs() - begin < SLICE_MS);
  return (processorMs() - begin) / passes;
}

const [file] = process.argv.slice(2);
if (!file) throw new Error('usage: plays.ts FILE');
const other: OtherKernel = await import(pathToFileURL(file).href);
const theirs: Kernel = {
  pack: (view) => other.pack([...view]),
  load: (words) => other.load(words, 0),
  count: (larger, smaller) => other.gen(larger, smaller),
};
for (const [kind, isWanted] of Object.entries(KINDS)) {
  const [own, rival] = [passOf(ours, isWanted), passOf(theirs, isWanted)];
  for (let n = 0; n < WARM_UP_PASSES; n++)
    if (own() !== rival()) throw new Error(`${kind}: ${own()} plays, but ${rival()} by the other kernel`);
  const rounds = Array.from({ length: ROUNDS }, () => ({ own: msOf(own), rival: msOf(rival) }));
  const [ms, times] = [median(rounds.map((round) => round.own)), median(rounds.map((one) => one.rival / one.own))];
  console.log(
    `${kind.padEnd(14)} ${own()} plays in ${ms.toFixed(3)} ms, ${times.toFixed(2)} times as fast as the other`,
  );
}
