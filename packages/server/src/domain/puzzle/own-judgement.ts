import { rank } from 'bg-engine';
import { cubelessEquity, makeSituation } from 'bg-rules';
import type { Puzzle } from './puzzle.ts';

/** By how much our own engine may prefer another play to the best one, in points. Less than the second play loses. */
const BEST_WITHIN = 0.04;
/** By how much the worth of a play may differ from what our own engine finds. Two good engines differ by less on most positions. */
const WORTH_WITHIN = 0.25;

/**
 * True if our own engine, one roll deep, finds the same: the best play is its best one or nearly so, and each play that it searches has a
 * similar worth. A worker's invention would otherwise be the puzzle of a day for all players.
 */
export function isConfirmed({ position, dice, plays }: Puzzle): boolean {
  const claimed = new Map(plays.map(({ hops, chances }) => [hops.join(), cubelessEquity(chances)]));
  const [best] = plays.toSorted((one, other) => other.equity - one.equity);
  const own = rank(makeSituation({ position, dice: [dice[0], dice[1]] }), { ply: 1 });
  const worthOfOwn = new Map(own.map(({ hops, chances }) => [hops.join(), cubelessEquity(chances)]));
  const found = worthOfOwn.get(best?.hops.join() ?? '');
  if (found === undefined || Math.max(...worthOfOwn.values()) - found > BEST_WITHIN) return false;
  return own
    .filter(({ ply }) => ply > 0)
    .every(({ hops, chances }) => {
      const worth = claimed.get(hops.join());
      return worth !== undefined && Math.abs(worth - cubelessEquity(chances)) <= WORTH_WITHIN;
    });
}
