// Measures decisions to double two rolls ahead by turns with GNU Backgammon on the same positions, in milliseconds of processor time: ours
// with the cube in WebAssembly, ours with the search in WebAssembly and the cube in TypeScript, and GNU Backgammon with an
// empty cache. The positions are from the engine's games with itself, with contact and near a double, for money and in matches to 7 by turns.
//   npx tsx --conditions=@anchor/source bench/engine/cube-speed.ts [DECISIONS] [SEED]

import { loadavg } from 'node:os';
import { worthsOfDouble } from '../../packages/engine/src/cube-outlook.ts';
import { evaluate, outlookOf } from '../../packages/engine/src/evaluate.ts';
import { decideDouble } from '../../packages/engine/src/index.ts';
import { accelerate } from '../../packages/engine/src/look-ahead.ts';
import { stakesOf } from '../../packages/engine/src/stakes.ts';
import { fromOwnView, makeSituation, ownView, type Situation } from '../../packages/rules/src/index.ts';
import { openGnubgClock } from './gnubg-clock.ts';
import { scatteredMoments } from './self-play.ts';
import { meanOf, seeded } from './statistics.ts';

const [countText = '200', seedText = '20261128'] = process.argv.slice(2);
const random = seeded(Number(seedText));
const gnubg = await openGnubgClock();
if (!gnubg) throw new Error('GNU Backgammon is not installed');
accelerate();

function situationOf({ position, player }: ReturnType<typeof scatteredMoments>[number], n: number): Situation {
  const turned = fromOwnView(ownView(position, player), 0);
  if (n % 2 === 0) return makeSituation({ position: turned });
  const points = () => Math.floor(random() * 6);
  return makeSituation({ position: turned, length: 7, score: [points(), points()] });
}

/** The same decision with the cube in TypeScript: after another search the tree is gone. */
function decideWithObjects(situation: Situation): void {
  const outlook = outlookOf(situation.position, 0, 2);
  evaluate(situation.position, 0);
  worthsOfDouble(outlook, 0, situation.cube, stakesOf(situation));
}

function timed(run: () => unknown): number {
  const begun = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

/** True for a contact position in which doubling and not doubling differ by less than this, in points of the cube. */
const NEAR = 0.25;
function isNear({ position, cube, ...match }: Situation): boolean {
  if (outlookOf(position, 0, 0).kind !== 'contact') return false;
  const decision = decideDouble({ position, cube, ...match }, { ply: 0, evenIfPointless: true });
  return decision !== null && Math.abs(decision.noDouble - Math.min(decision.doubleTake, 1)) < NEAR;
}

const positions = scatteredMoments(Number(seedText), 6 * Number(countText), random);
const situations = positions.map(situationOf).filter(isNear).slice(0, Number(countText));
const times: Record<'WebAssembly' | 'cube in TypeScript' | 'GNU Backgammon', number[]> = {
  WebAssembly: [],
  'cube in TypeScript': [],
  'GNU Backgammon': [],
};
for (const situation of situations) {
  times.WebAssembly.push(timed(() => decideDouble(situation, { ply: 2, evenIfPointless: true })));
  times['cube in TypeScript'].push(timed(() => decideWithObjects(situation)));
  times['GNU Backgammon'].push((await gnubg.double(situation, 2)).cpuMs);
}
await gnubg.close();
console.log(
  `${situations.length} decisions, seed ${seedText}, load ${loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')}`,
);
for (const [name, list] of Object.entries(times)) {
  const sorted = list.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(share * sorted.length)] ?? Number.NaN).toFixed(2);
  const { mean, error } = meanOf(list);
  console.log(
    `${name}: median ${at(0.5)} (quartiles ${at(0.25)} to ${at(0.75)}), mean ${mean.toFixed(2)} ± ${error.toFixed(2)} ms`,
  );
}
