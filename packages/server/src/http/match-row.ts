import type { MatchRow } from '@anchor/wire';
import type { StoredRow } from '../domain/ports.ts';

/** A row of the match index with the column names of the HTTP interface. */
export function makeMatchRow({ record, ratings }: StoredRow): MatchRow {
  const { header, result, finalHash } = record;
  const [first, second] = header.players;
  return {
    id: header.id,
    created: header.created,
    length: header.length,
    p0: first.pub,
    p1: second.pub,
    name0: first.name,
    name1: second.name,
    score0: result.score[0],
    score1: result.score[1],
    winner: result.winner,
    rated: header.rated,
    reason: result.reason,
    ...ratingColumns(ratings),
    final_hash: finalHash,
  };
}

function ratingColumns(ratings: StoredRow['ratings']) {
  const [first, second] = ratings ?? [null, null];
  return {
    rating0_before: first?.before.rating ?? null,
    rating0_after: first?.after.rating ?? null,
    rating1_before: second?.before.rating ?? null,
    rating1_after: second?.after.rating ?? null,
    rd0_before: first?.before.rd ?? null,
    rd0_after: first?.after.rd ?? null,
    rd1_before: second?.before.rd ?? null,
    rd1_after: second?.after.rd ?? null,
  };
}
