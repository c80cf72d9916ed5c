import type { MatchRow } from '@anchor/wire';

/** Returns points as a score shows them: a match to n points ends at n, however many points its last game brought. */
export function shownPoints(points: number, length: number): number {
  return length === 0 ? points : Math.min(points, length);
}

/** Returns both players' points as a score shows them. */
export function shownScore([a, b]: readonly [number, number], length: number): [number, number] {
  return [shownPoints(a, length), shownPoints(b, length)];
}

/** Returns the points that a money game brought its winner, or null if the list does not know them. A game that was left has no score. */
export function wonPoints({ money, score0, score1 }: Pick<MatchRow, 'money' | 'score0' | 'score1'>): number | null {
  return money?.points ?? (Math.max(score0, score1) || null);
}

/** Returns the points of a won game as they count for a match: those beyond its length count for nothing. */
export function shownWin(points: number, score: number, length: number): number {
  return points - (score - shownPoints(score, length));
}
