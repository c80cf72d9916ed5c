import type { MatchResult } from './match-types.ts';

/**
 * Returns the score that shows who won: points beyond the length count for nothing. Null if time or an absence ended a match to points, which keeps
 * the score of that moment. In a money game the winner always has points.
 */
export function decidingScore(
  { score: [a, b], reason }: Pick<MatchResult, 'score' | 'reason'>,
  length: number,
): readonly [number, number] | null {
  if (length === 0) return [a, b];
  return reason === 'time' || reason === 'abandonment' ? null : [Math.min(a, length), Math.min(b, length)];
}
