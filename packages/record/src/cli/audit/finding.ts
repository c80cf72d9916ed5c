/** Names of differences that an audit finds. A failure of the log itself has the code of `tlog-kit` as its name. */
type FindingName =
  // The log.
  | 'rolled-back'
  | 'wrong-log-key'
  | 'wrong-log-end'
  | 'unknown-server'
  | 'bad-succession'
  // Entries.
  | 'entry-twice'
  | 'back-dated'
  | 'post-dated'
  | 'late-entry'
  | 'analysis-without-match'
  | 'rating-changed'
  | 'rating-gap'
  // Records.
  | 'record-missing'
  | 'record-invalid'
  | 'entry-differs'
  // Views of the log in records.
  | 'other-log'
  | 'view-differs'
  // Lists.
  | 'match-without-entry'
  | 'row-differs'
  | 'player-differs'
  | 'leaderboard-row'
  | 'leaderboard-order'
  | 'dice-differ';

/** One difference between what the service shows and what follows from its log and records. */
export interface Finding {
  readonly name: string;
  /** Position of the entry that the finding is about, or null. */
  readonly entry: number | null;
  /** The id of a match or the key of a player that the finding is about, or null. */
  readonly about: string | null;
  readonly message: string;
  /** Both sides of the difference, or the two notes of a contradiction. */
  readonly evidence: unknown;
}

export function finding(
  name: FindingName,
  { entry = null, about = null }: { readonly entry?: number | null; readonly about?: string | null },
  message: string,
  evidence: unknown = null,
): Finding {
  return { name, entry, about, message, evidence };
}

/** The run cannot go on: the log or the service did not answer, or answered something that the log does not contain. */
export class AuditEnd extends Error {
  readonly code: string;
  readonly evidence: unknown;

  constructor(code: string, message: string, evidence: unknown = null) {
    super(message);
    this.code = code;
    this.evidence = evidence;
  }
}

/** Returns the value of a result of `tlog-kit`, or ends the audit with its code. */
export function unwrapped<T>(
  result:
    | { readonly ok: true; readonly value: T }
    | { readonly ok: false; readonly code: string; readonly message: string },
): T {
  if (result.ok) return result.value;
  throw new AuditEnd(result.code, result.message);
}
