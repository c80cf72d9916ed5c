import { equity, estimate, raceToRun } from './estimate.ts';
import { legalPlays } from './plays.ts';
import { OFF } from './position.ts';
import { type Dice, type Hop, opponent, type Play, type Player, type Position } from './types.ts';

/** The id of this ranking, stored with rankings. Any change to the ranking needs a new id. */
export const HEURISTIC_ID = 'builtin-heuristic-1';

/** A legal play with its cubeless equity, rounded to six decimals. */
export interface RankedPlay extends Play {
  readonly score: number;
}

// Large enough to order positions that are won or lost anyway, too small to outweigh any difference in
// chances.
const POINTS_PER_PIP = 1e-4;

/**
 * Returns the legal plays of a roll, best first, evaluated by the resulting position. Ties are ordered by
 * their hops, so that the ranking is the same everywhere. Empty if the player cannot move.
 */
export function rankPlays(position: Position, player: Player, dice: Dice): RankedPlay[] {
  const ranked = legalPlays(position, player, dice).map((play) => ({ ...play, score: scoreOf(play.position, player) }));
  return ranked.sort((a, b) => b.score - a.score || compareHops(a.hops, b.hops));
}

/** Rounded, because the last digit of an exponential may differ between machines. */
function scoreOf(position: Position, player: Player): number {
  const points = equity(estimate(position, player, opponent(player)));
  return Math.round((points - POINTS_PER_PIP * raceToRun(position, player)) * 1e6) / 1e6;
}

function compareHops(a: readonly Hop[], b: readonly Hop[]): number {
  const flat = b.flat();
  for (const [at, place] of a.flat().entries()) {
    const other = flat[at] ?? OFF;
    if (other !== place) return other - place;
  }
  return 0;
}
