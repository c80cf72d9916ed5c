import type { ServerMessageOf } from '@anchor/wire';
import { checkHeader, FORMAT, type Header, type MatchRecord, otherFormat } from 'bg-record';
import type { CodedFailure } from '../platform/failure.ts';

/** The part of a record that is needed to show it. The closing is for the verify page. */
export type FoundRecord = Omit<MatchRecord, 'sig'>;

/** A record that cannot be shown, with the reason. */
export type UnshownRecord =
  /** The terms cannot be read, so there is no match to show. */
  | { readonly kind: 'unreadable'; readonly failure: CodedFailure }
  /** Its record names a format of another version, which this one cannot verify. */
  | { readonly kind: 'other-format'; readonly format: string; readonly known: string };

/** Reads the terms of a finished match from its record. */
export function recordHeader(
  record: FoundRecord,
): { readonly kind: 'header'; readonly header: Header } | UnshownRecord {
  const format = otherFormat(record, FORMAT);
  if (format !== null) return { kind: 'other-format', format, known: FORMAT };
  const header = checkHeader(record.header);
  return header.ok ? { kind: 'header', header: header.value } : { kind: 'unreadable', failure: header };
}

/** Returns the message that would show the whole history of a record to a watcher. */
export function historyMessage(record: FoundRecord, header: Header): ServerMessageOf<'match'> {
  const events = [...record.events];
  return { type: 'match', header, events, length: events.length, seat: null, now: 0 };
}

/**
 * Returns the message that would announce the end of a record.
 *
 * @param missed the server's own announcement of the last end that no session has heard, which has the ratings
 */
export function endMessage(
  { header: { id }, result, finalHash }: FoundRecord,
  missed: ServerMessageOf<'finished'> | null,
): ServerMessageOf<'finished'> {
  const { winner, score, reason } = result;
  const ratings = missed?.match === id ? missed.ratings : null;
  const ended = { winner, score: [...score] as [number, number], reason };
  return { type: 'finished', match: id, result: ended, record: `/records/${id}.json`, finalHash, ratings };
}
