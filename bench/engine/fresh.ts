// Measures the loss on unseen decisions: positions from the engine's self-play, with every play evaluated by
// GNU Backgammon at 2 plies (which must be installed), cubeless. It also shows the loss of GNU Backgammon's
// own 0-ply choice.
//   npx tsx --conditions=@anchor/source bench/engine/fresh.ts ROWS [SEED] [SPOT]
//     SPOT: any, or a kind of position from spots.ts
import { accelerate } from '../../packages/engine/src/chances.ts';
import type { Ply } from '../../packages/engine/src/look-ahead.ts';
import { rank } from '../../packages/engine/src/rank.ts';
import { cubelessEquity as equityOf } from '../../packages/rules/src/cubeless-equity.ts';
import { ownView, type Position } from '../../packages/rules/src/index.ts';
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

const losses = { 'ours 0-ply': [] as number[], 'ours 1-ply': [] as number[], 'GNU Backgammon 0-ply': [] as number[] };
const random = seeded(Number(seed));
const moments = scatteredMoments(Number(seed), Number(rows), random, wanted);
for (const moment of moments) {
  const judged = await judge(moment, 2);
  if (judged.length < 2) continue;
  const best = Math.max(...judged.map((play) => play.equity));
  const lossOf = (key: string) => best - judged.find((play) => play.key === key)!.equity;
  const ours = (ply: Ply) => keyOf(rank(moment.position, moment.player, moment.dice, { ply })[0]!.position);
  losses['ours 0-ply'].push(lossOf(ours(0)));
  losses['ours 1-ply'].push(lossOf(ours(1)));
  const theirs = (await judge(moment, 0)).reduce((a, b) => (b.equity > a.equity ? b : a));
  losses['GNU Backgammon 0-ply'].push(lossOf(theirs.key));
}
await gnubg.close();
for (const [name, sample] of Object.entries(losses)) {
  console.log(`${name}: ${written(meanOf(sample), 1000)} mp over ${sample.length} decisions (${spot}, seed ${seed})`);
}
