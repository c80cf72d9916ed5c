import type { MatchRow } from '@anchor/wire';

export interface Rated {
  readonly rating: number;
  readonly rd: number;
}

/** A rated match in one player's career. */
export interface RatingPoint {
  readonly match: string;
  /** Milliseconds since the epoch, never before the previous point. */
  readonly atMs: number;
  readonly before: Rated;
  readonly after: Rated;
  readonly won: boolean;
  readonly opponent: string;
  readonly opponentPub: string;
}

/**
 * Returns the history of the rating, oldest first.
 *
 * @param rows of this player, newest first
 */
export function ratingSeries(rows: readonly MatchRow[], pub: string): RatingPoint[] {
  const points = rows.toReversed().flatMap((row) => pointOf(row, pub) ?? []);
  let latest = 0;
  return points.map((point) => {
    latest = Math.max(latest, point.atMs);
    return { ...point, atMs: latest };
  });
}

function pointOf(row: MatchRow, pub: string): RatingPoint | null {
  const seat = row.p0 === pub ? 0 : 1;
  const [before, after] =
    seat === 0
      ? [rated(row.rating0_before, row.rd0_before), rated(row.rating0_after, row.rd0_after)]
      : [rated(row.rating1_before, row.rd1_before), rated(row.rating1_after, row.rd1_after)];
  if (!before || !after) return null;
  const [opponent, opponentPub] = seat === 0 ? [row.name1, row.p1] : [row.name0, row.p0];
  return { match: row.id, atMs: row.created, before, after, won: row.winner === seat, opponent, opponentPub };
}

function rated(rating: number | null, rd: number | null): Rated | null {
  return rating === null || rd === null ? null : { rating, rd };
}
