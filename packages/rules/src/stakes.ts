import type { Estimate } from './estimate.ts';
import type { MatchState } from './match-types.ts';
import { opponent, type Player } from './types.ts';

/** What it is worth to a player to win so many points (to lose them, when negative): points in money, match chances in a match. */
export type Worth = (points: number) => number;

/** Points that a player still needs; infinite in money. */
export function away({ length, score }: MatchState, player: Player): number {
  return length === 0 ? Number.POSITIVE_INFINITY : length - score[player];
}

/** The worth of points at the score of a match. */
export function worthAt(state: MatchState, player: Player): Worth {
  if (state.length === 0) return (points) => points;
  const own = away(state, player);
  const other = away(state, opponent(player));
  return (points) => matchChance(own - Math.max(points, 0), other - Math.max(-points, 0));
}

/** The chance to win a match by Rick Janowski's formula: 0.5 + 0.85 D / (T + 6), D the lead and T the sum of the points needed. */
function matchChance(own: number, other: number): number {
  if (own <= 0) return 1;
  if (other <= 0) return 0;
  const chance = 0.5 + (0.85 * (other - own)) / (own + other + 6);
  // at very lopsided scores the formula leaves what a chance can be
  return Math.min(Math.max(chance, 0.01), 0.99);
}

/** What a game is worth that ends at a cube of `value`, which nobody turns again. */
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
