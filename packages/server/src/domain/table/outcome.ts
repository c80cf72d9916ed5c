import type { ServerMessageOf } from '@anchor/wire';
import type { MatchEvent, MatchRecord } from 'bg-record';
import { rateMatch } from 'bg-record/ratings';
import type { AbortNotice, FinishedMatch, MatchStore, RatingChange, StoredRow } from '../ports/matches.ts';
import type { RecordStore } from '../ports/records.ts';

/** The effects of a finished match, as a function of the record alone. Repeating it, or replaying all records, gives the same result. */
export function finishedMatch(record: MatchRecord): FinishedMatch {
  const { header, result, events } = record;
  const finishedAt = events.at(-1)?.at ?? header.created;
  return {
    record,
    finishedAt,
    diceCounts: countDice(events),
    rate: (before, meeting) =>
      rateMatch(before, { length: header.length, winner: result.winner, at: finishedAt }, meeting),
  };
}

/** The message that players and watchers get at the end. */
export function finishedMessage({ record, ratings }: StoredRow): ServerMessageOf<'finished'> {
  const { header, result, finalHash } = record;
  return {
    type: 'finished',
    match: header.id,
    result: { ...result, score: [...result.score] },
    record: `/records/${header.id}.json`,
    finalHash,
    ratings: ratings && [shown(ratings[0]), shown(ratings[1])],
  };
}

/** The message that players and watchers get of an abort. */
export function abortedMessage(match: string, { reason, proof }: AbortNotice): ServerMessageOf<'aborted'> {
  return { type: 'aborted', match, reason, proof };
}

/** The message about the end of a match that is not live any more. */
export async function endOf(
  match: string,
  { store, records }: { readonly store: Pick<MatchStore, 'aborted'>; readonly records: Pick<RecordStore, 'row'> },
): Promise<ServerMessageOf<'finished' | 'aborted'>> {
  const row = await records.row(match);
  if (row) return finishedMessage(row);
  return abortedMessage(match, (await store.aborted(match)) ?? { reason: 'unknown', proof: null });
}

/** Number of dice that showed each face. Ties of the opening roll count too. */
function countDice(events: readonly MatchEvent[]): number[] {
  const counts = [0, 0, 0, 0, 0, 0];
  for (const event of events) {
    if (event.type === 'dice') for (const die of event.dice) counts[die - 1] = (counts[die - 1] ?? 0) + 1;
  }
  return counts;
}

function shown({ before, after }: RatingChange): { before: number; after: number } {
  return { before: before.rating, after: after.rating };
}
