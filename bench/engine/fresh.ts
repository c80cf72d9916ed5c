// Measures the loss on unseen decisions: positions from the engine's self-play, with every play evaluated by
// GNU Backgammon at 2 plies (which must be installed), cubeless. It also shows the loss of GNU Backgammon's
// own 0-ply choice. With OTHER=FILE, the engine.js of another build of bg-engine, it also shows the loss of that one
// and the differences on the same decisions.
//   npx tsx --conditions=@anchor/source bench/engine/fresh.ts ROWS [SEED] [SPOT]
//     SPOT: any, or a kind of position from spots.ts
import { pathToFileURL } from 'node:url';
import type { Ply } from '../../packages/engine/src/look-ahead.ts';
import { accelerate } from '../../packages/engine/src/look-ahead.ts';
import { rank } from '../../packages/engine/src/rank.ts';
import { cubelessEquity as equityOf } from '../../packages/rules/src/cubeless-equity.ts';
import { makeSituation, ownView, type Position } from '../../packages/rules/src/index.ts';
import { MONEY_GAME, openGnubg } from './gnubg.ts';
import { type Moment, scatteredMoments } from './self-play.ts';
import { spots } from './spots.ts';
import { meanOf, seeded, written } from './statistics.ts';

const [rows = '100', seed = '1', spot = 'any'] = process.argv.slice(2);
const wanted = spots[spot];
if (!wanted) throw new Error(`unknown spot ${spot}; known: ${Object.keys(spots).join(', ')}`);
accelerate();
const gnubg = await openGnubg();

async function judge({ position, player, dice }: Moment, plies: number) {
  const answer = await gnubg.moves({ ...MONEY_GAME, position, onRoll: player, dice, plies });
  if (!answer.ok) throw new Error(answer.message);
  return answer.value.map((play) => ({ key: keyOf(play.position), equity: equityOf(play.chances) }));
}

function keyOf(position: Position): string {
  return ownView(position, 0).join();
}

/** The equity lost by a choice. */
type Loss = (key: string) => number;

const PLIES: readonly Ply[] = [0, 1, 2];
const other: Pick<typeof import('../../packages/engine/src/engine.ts'), 'rank' | 'accelerate'> | null = process.env
  .OTHER
  ? await import(pathToFileURL(process.env.OTHER).href)
  : null;
other?.accelerate();
const losses = new Map<string, number[]>();

function note(name: string, loss: number): void {
  const sample = losses.get(name) ?? [];
  losses.set(name, sample);
  sample.push(loss);
}

function noteOurs({ position, player, dice }: Moment, ply: Ply, lossOf: Loss): void {
  const ours = lossOf(keyOf(rank(position, player, dice, { ply })[0]!.position));
  note(`ours ${ply}-ply`, ours);
  if (!other) return;
  const situation = makeSituation({ position, onRoll: player, dice });
  const theirs = lossOf(keyOf(other.rank(situation, { ply, cubeful: false })[0]!.position));
  note(`the other build ${ply}-ply`, theirs);
  note(`ours minus the other ${ply}-ply`, ours - theirs);
}

const random = seeded(Number(seed));
const moments = scatteredMoments(Number(seed), Number(rows), random, wanted);
for (const moment of moments) {
  const judged = await judge(moment, 2);
  if (judged.length < 2) continue;
  const best = Math.max(...judged.map((play) => play.equity));
  const lossOf: Loss = (key) => best - judged.find((play) => play.key === key)!.equity;
  for (const ply of PLIES) noteOurs(moment, ply, lossOf);
  const theirs = (await judge(moment, 0)).reduce((a, b) => (b.equity > a.equity ? b : a));
  note('GNU Backgammon 0-ply', lossOf(theirs.key));
}
await gnubg.close();
for (const [name, sample] of losses) {
  console.log(`${name}: ${written(meanOf(sample), 1000)} mp over ${sample.length} decisions (${spot}, seed ${seed})`);
}
