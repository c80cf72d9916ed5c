import type { Estimate } from './estimate.ts';
import type { MatchState } from './match-types.ts';
import { opponent, type Player } from './types.ts';

/**
 * The value of winning this many points (of losing them, if negative): points in money games, match winning
 * chance in matches.
 */
type Worth = (points: number) => number;

/** Returns the number of points that a player still needs; infinite in a money game. */
export function away({ length, score }: MatchState, player: Player): number {
  return length === 0 ? Number.POSITIVE_INFINITY : length - score[player];
}

/** Returns the value function at the score of a match. */
export function worthAt(state: MatchState, player: Player): Worth {
  if (state.length === 0) return (points) => points;
  const own = away(state, player);
  const other = away(state, opponent(player));
  return (points) => matchChance(own - Math.max(points, 0), other - Math.max(-points, 0));
}

/**
 * Returns the match winning chance by Rick Janowski's formula: 0.5 + 0.85 D / (T + 6), with D the lead and T
 * the sum of the points needed.
 */
function matchChance(own: number, other: number): number {
  if (own <= 0) return 1;
  if (other <= 0) return 0;
  const chance = 0.5 + (0.85 * (other - own)) / (own + other + 6);
  // At very lopsided scores the formula gives values outside 0 to 1.
  return Math.min(Math.max(chance, 0.01), 0.99);
}

/** Returns the value of a game that ends with a dead cube of `value`. */
export function expected(
  { win, gammon, lostGammon }: Estimate,
  worth: Worth,
  value: number,
  gammonsCount: boolean,
): number {
  const won = gammonsCount ? gammon : 0;
  const lost = gammonsCount ? lostGammon : 0;
  return (
    (win - won) * worth(value) + won * worth(2 * value) + (1 - win - lost) * worth(-value) + lost * worth(-2 * value)
  );
}
