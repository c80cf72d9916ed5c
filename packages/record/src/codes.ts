import type { Failure, Result } from 'bg-rules';

/**
 * Every code with which a header, an event or a record is refused. The specification and the test vectors use
 * the same codes.
 */
export const RECORD_CODES = [
  // The record as a whole.
  'record-form',
  'too-many-events',
  // The header.
  'header-form',
  'header-key',
  'header-rules',
  'wrong-server',
  // An event, in the order of the checks.
  'event-form',
  'wrong-number',
  'wrong-prev',
  'wrong-time',
  'bad-signature',
  'match-over',
  'wrong-party',
  'wrong-type',
  'anchor-reused',
  'wrong-anchor',
  'wrong-view',
  'wrong-reveal',
  'wrong-dice',
  'illegal-play',
  'wrong-ahead',
  'wrong-resignation',
  'wrong-absence',
  'wrong-holiday',
  'wrong-resume',
  'wrong-forfeit',
  // The end of a record.
  'unfinished',
  'wrong-result',
  'wrong-final-hash',
  'bad-closing',
] as const;

export type RecordCode = (typeof RECORD_CODES)[number];

export type RecordFailure = Failure<RecordCode>;

export type RecordResult<T> = Result<T, RecordCode>;

/** Calls `read` on untrusted input. Getters and proxies may throw when they are read; the value is then refused. */
export function readSafely<T>(code: RecordCode, read: () => RecordResult<T>): RecordResult<T> {
  try {
    return read();
  } catch {
    return refuse(code, 'reading the value throws an exception');
  }
}

export function refuse(code: RecordCode, message: string): RecordFailure {
  return { ok: false, code, message };
}
