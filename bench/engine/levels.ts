// Measures the loss of the bot's levels in the unit of PR (mean loss per decision × 500), on decisions from
// new self-play games, evaluated by GNU Backgammon at 2 plies with the cube (it must be installed), for
// money. Noise is drawn many times for each decision.
//   npx tsx --conditions=@anchor/source bench/engine/levels.ts DECISIONS [SEED]

import { accelerate } from '../../packages/engine/src/look-ahead.ts';
import { rank } from '../../packages/engine/src/rank.ts';
import { ownView, type Position } from '../../packages/rules/src/index.ts';
import { favourite, makeNoise } from '../../packages/server/src/domain/bot/decide.ts';
import { STRENGTHS, type Strength } from '../../packages/server/src/domain/bot/server-bots.ts';
import { botLevel } from '../../packages/wire/src/index.ts';
import { MONEY_GAME, openGnubg } from './gnubg.ts';
import { type Moment, scatteredMoments } from './self-play.ts';
import { meanOf, seeded, written } from './statistics.ts';

const [decisions = '200', seed = '1'] = process.argv.slice(2);
const DRAWS = 50;
const PR = 500;
accelerate();
const gnubg = await openGnubg();

const keyOf = (position: Position) => ownView(position, 0).join();

/** Returns the loss of each play by its resulting position. Returns null if there is no choice. */
async function lossesOf({ position, player, dice }: Moment): Promise<ReadonlyMap<string, number> | null> {
  const answer = await gnubg.moves({ ...MONEY_GAME, position, onRoll: player, dice, plies: 2 });
  if (!answer.ok) throw new Error(answer.message);
  if (answer.value.length < 2) return null;
  const best = Math.max(...answer.value.map(({ equity }) => equity));
  return new Map(answer.value.map(({ position: after, equity }) => [keyOf(after), best - equity]));
}

/** Returns the mean loss over the draws. */
function lossOf(
  { ply, noise }: Strength,
  { position, player, dice }: Moment,
  n: number,
  losses: ReadonlyMap<string, number>,
) {
  const ranked = rank(position, player, dice, { ply, cubeful: true });
  const draws = noise === 0 ? 1 : DRAWS;
  let sum = 0;
  for (let draw = 0; draw < draws; draw++) {
    const whim = makeNoise(`${seed}/${n}/${draw}`);
    sum += losses.get(keyOf(favourite(ranked, () => noise * whim())!.position))!;
  }
  return sum / draws;
}

const samples = new Map(botLevel.options.map((level) => [level, [] as number[]]));
const random = seeded(Number(seed));
const moments = scatteredMoments(Number(seed), Number(decisions), random);
for (const [n, moment] of moments.entries()) {
  const losses = await lossesOf(moment);
  if (losses) for (const [level, sample] of samples) sample.push(lossOf(STRENGTHS[level], moment, n, losses));
}
await gnubg.close();
for (const [level, sample] of samples) {
  console.log(`${level}: PR ${written(meanOf(sample), PR, 1)} over ${sample.length} decisions (seed ${seed})`);
}
