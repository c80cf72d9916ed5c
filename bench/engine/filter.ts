// Measures what the filters of a search cost: how often they drop the play that the search holds for the best, and the
// loss by the search of all plays.
//   npx tsx --conditions=@anchor/source bench/engine/filter.ts DECISIONS SEED PLIES
import { accelerate } from '../../packages/engine/src/look-ahead.ts';
import { rank } from '../../packages/engine/src/rank.ts';
import { legalPlays } from '../../packages/rules/src/index.ts';
import { scatteredMoments } from './self-play.ts';
import { meanOf, seeded, written } from './statistics.ts';

const [decisions = 200, seed = 1, plies = 1] = process.argv.slice(2).map(Number);
const ply = plies === 2 ? 2 : 1;
accelerate();
const moments = scatteredMoments(seed, 2 * decisions, seeded(seed))
  .filter(({ position, player, dice }) => legalPlays(position, player, dice).length > 1)
  .slice(0, decisions);
const costs = moments.map(({ position, player, dice }) => {
  const whole = rank(position, player, dice, { ply, everyPlay: true });
  const [chosen] = rank(position, player, dice, { ply });
  return whole[0]!.equity - whole.find((play) => play.hops.join() === chosen!.hops.join())!.equity;
});
const missed = costs.filter((cost) => cost > 0).length;
console.log(
  `the filters to ${ply} plies miss ${missed} of ${costs.length} best plays, cost ${written(meanOf(costs), 1000)} mp (seed ${seed})`,
);
