import type { Player } from 'bg-rules';

/** Returns points as a score shows them: a match to n points ends at n, however many points its last game brought. */
export function shownPoints(points: number, length: number): number {
  return length === 0 ? points : Math.min(points, length);
}

/** Returns both players' points as a score shows them. */
export function shownScore([a, b]: readonly [number, number], length: number): [number, number] {
  return [shownPoints(a, length), shownPoints(b, length)];
}

/** Returns the points of a won game as they count for a match: those beyond its length count for nothing. */
export function shownWin(points: number, score: number, length: number): number {
  return points - (score - shownPoints(score, length));
}

/**
 * Returns the points at which time or an absence ended a match to points, those of the winner first. Null if there were none yet, because 0–0 says
 * nothing.
 */
export function scoreThen(score: readonly [number, number], winner: Player): readonly [number, number] | null {
  return score[0] + score[1] === 0 ? null : [score[winner], score[winner === 0 ? 1 : 0]];
}
