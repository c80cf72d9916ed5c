import type { ComplaintKind } from '@anchor/wire';

/** A player's complaint of the opponent in one match. `created` is in milliseconds since the epoch. */
export interface Complaint {
  readonly match: string;
  /** The key that complains. */
  readonly by: string;
  readonly about: ComplaintKind;
  /** The key of the opponent. */
  readonly against: string;
  readonly created: number;
}

export interface ComplaintStore {
  /**
   * Stores a complaint. An equal one (same match, author and kind) stays as it was. Returns false and stores nothing if its author has made
   * `most` since the time `since`.
   */
  add(complaint: Complaint, since: number, most: number): Promise<boolean>;
  /** The newest complaints first, at most `count`; only those against a key if given. */
  newest(count: number, against?: string): Promise<readonly Complaint[]>;
  /** Number of complaints against each of these keys, and of different players who made them. */
  totals(against: readonly string[]): Promise<ReadonlyMap<string, ComplaintTotal>>;
  /** Removes the complaints made before this time. */
  expire(before: number): Promise<void>;
}

export interface ComplaintTotal {
  readonly complaints: number;
  readonly players: number;
}
