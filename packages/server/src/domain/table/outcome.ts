import type { ServerMessageOf } from '@anchor/wire';
import type { MatchEvent, MatchRecord } from 'bg-record';
import { rateMatch } from '../players/rating.ts';
import type { FinishedMatch, RatingChange, StoredRow } from '../ports.ts';

/** What finishing a match means. A function of the record alone: repeating it, or replaying all records, changes nothing. */
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

/** What seats and watchers are told at the end. */
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

/** How often each face fell, ties of the opening roll included. */
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
