import {
  type AbortedEntry,
  type AnalysisEntry,
  eventHash,
  type Header,
  type LogEntry,
  type LoggedRating,
  logEntryBytes,
  type MatchEntry,
  type MatchEvent,
  RATING_DIGITS,
  sha256,
  toLoggedDecimal,
  VOLATILITY_DIGITS,
} from 'bg-record';
import type { Rating } from 'bg-record/ratings';
import type { AnnotationName } from '../ports/analysis.ts';
import type { StoredRow } from '../ports/matches.ts';

/** Names what an entry is about. The log has one entry with each name. A match is named by its id, however it ended. */
export function refOf(entry: LogEntry): string {
  switch (entry.type) {
    case 'match':
    case 'aborted':
      return entry.id;
    case 'analysis':
      return `analysis/${entry.match}/${entry.engine}/${entry.ply}`;
    case 'server-key':
      return `server-key/${entry.next}`;
    case 'log-key':
      return `log-key/${entry.server}/${entry.key}`;
    case 'log-end':
      return `log-end/${entry.origin}`;
  }
}

/** The entry of a finished match. `isImported`: it had finished before the log was created. */
export function matchEntry({ record, finishedAt, ratings }: StoredRow, isImported: boolean): MatchEntry {
  const { header, result, finalHash } = record;
  const { winner, score, reason } = result;
  return {
    type: 'match',
    ...matchFields(header, finishedAt),
    result: { winner, score: [score[0], score[1]], reason },
    finalHash,
    ratings: ratings && [logged(ratings[0]), logged(ratings[1])],
    imported: isImported,
  };
}

/** The entry of a match that was aborted after a roll. `last` is its last event. */
export function abortedEntry(header: Header, last: MatchEvent, at: number, blamed: string | null): AbortedEntry {
  return { type: 'aborted', ...matchFields(header, at), events: last.n + 1, head: eventHash(last), blamed };
}

/** The entry of a stored report. Workers share one secret, so the worker that made a report is not known. */
export function analysisEntry({ matchId, engineId, ply }: AnnotationName, report: string, at: number): AnalysisEntry {
  const hash = Buffer.from(sha256(logEntryBytes(report))).toString('hex');
  return { type: 'analysis', match: matchId, engine: engineId, ply, report: hash, worker: null, at };
}

function matchFields({ id, format, server, created, length, players, rated }: Header, ended: number) {
  return { id, format, server, created, ended, length, players: [players[0].pub, players[1].pub] as const, rated };
}

function logged({ before, after }: { readonly before: Rating; readonly after: Rating }) {
  return { before: loggedRating(before), after: loggedRating(after) };
}

function loggedRating({ rating, rd, volatility }: Rating): LoggedRating {
  return {
    rating: toLoggedDecimal(rating, RATING_DIGITS),
    rd: toLoggedDecimal(rd, RATING_DIGITS),
    volatility: toLoggedDecimal(volatility, VOLATILITY_DIGITS),
  };
}
