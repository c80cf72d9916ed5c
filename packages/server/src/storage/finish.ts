import { canonicalJson } from 'bg-record';
import type { FinishedMatch, RatingChange, StoredRow } from '../domain/ports/matches.ts';
import type { Db, Transaction } from './db.ts';
import { addDice } from './dice-totals.ts';
import { countAndRate } from './rate-match.ts';
import { ratingColumns, toStoredRow } from './rows.ts';
import { packRecord } from './text.ts';

/**
 * Turns a live match into a finished one. Removing the live rows comes first: it decides between concurrent callers, and the second one
 * returns the row of the first.
 */
export async function finish(db: Db, finished: FinishedMatch): Promise<StoredRow> {
  const gzip = await packRecord(finished.record);
  return db.$transaction(async (transaction) => {
    const { id } = finished.record.header;
    const { count } = await transaction.liveMatch.deleteMany({ where: { id } });
    if (count === 0) return finishedBefore(transaction, id);
    const ratings = await countAndRate(transaction, finished);
    const row = await transaction.match.create({
      data: { ...columns(finished, ratings), record: { create: { gzip } } },
    });
    await addDice(transaction, finished.diceCounts);
    return toStoredRow(row);
  });
}

async function finishedBefore(transaction: Transaction, id: string): Promise<StoredRow> {
  const row = await transaction.match.findUnique({ where: { id } });
  if (!row) throw new Error(`match ${id} is neither live nor finished`);
  return toStoredRow(row);
}

function columns({ record, finishedAt }: FinishedMatch, ratings: readonly [RatingChange, RatingChange] | null) {
  const { header, result } = record;
  const [first, second] = header.players;
  return {
    id: header.id,
    header: canonicalJson(header),
    finished: BigInt(finishedAt),
    p0: first.pub,
    p1: second.pub,
    rated: header.rated,
    winner: result.winner,
    score0: result.score[0],
    score1: result.score[1],
    reason: result.reason,
    finalHash: record.finalHash,
    events: record.events.length,
    // A bot is never told.
    told0: first.bot,
    told1: second.bot,
    ...ratingColumns(ratings),
  };
}
