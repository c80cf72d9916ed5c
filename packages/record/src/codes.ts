import type { Failure, Result } from 'bg-rules';

/** Every reason for which a header, an event or a record is refused. The words are those of the specification and its vectors. */
export const RECORD_CODES = [
  // The record as a whole.
  'record-form',
  'too-many-events',
  // The header.
  'header-form',
  'header-key',
  'header-rules',
  'wrong-server',
  // An event, in the order in which it is judged.
  'event-form',
  'wrong-number',
  'wrong-prev',
  'wrong-time',
  'bad-signature',
  'match-over',
  'wrong-party',
  'wrong-type',
  'anchor-reused',
  'wrong-reveal',
  'wrong-dice',
  'illegal-play',
  'wrong-resignation',
  'wrong-absence',
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

/** What `read` makes of a stranger's value. Getters and proxies may throw on being looked at: then the value is refused too. */
export function readSafely<T>(code: RecordCode, read: () => RecordResult<T>): RecordResult<T> {
  try {
    return read();
  } catch {
    return refuse(code, 'the value throws when it is read');
  }
}

export function refuse(code: RecordCode, message: string): RecordFailure {
  return { ok: false, code, message };
}
