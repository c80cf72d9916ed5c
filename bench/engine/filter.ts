// Measures how often the filter of the 1-ply ranking skips the best play, and the loss by the 1-ply ranking of all plays.
//   npx tsx --conditions=@anchor/source bench/engine/filter.ts MOVES [SEED]
import { rank } from '../../packages/engine/src/rank.ts';
import { selfPlay } from './self-play.ts';
import { meanOf, written } from './statistics.ts';

const [moves = '100', seed = '1'] = process.argv.slice(2);
const costs = selfPlay(Number(seed), Number(moves)).flatMap(({ position, player, dice }) => {
  const whole = rank(position, player, dice, { ply: 1, everyPlay: true });
  if (whole.length < 2) return [];
  const [chosen] = rank(position, player, dice, { ply: 1 });
  return whole[0]!.equity - whole.find((play) => play.hops.join() === chosen!.hops.join())!.equity;
});
const missed = costs.filter((cost) => cost > 0).length;
console.log(
  `the filter misses ${missed} of ${costs.length} best plays, costs ${written(meanOf(costs), 1000)} mp (seed ${seed})`,
);
