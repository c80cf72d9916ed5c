/** A match that a process has claimed as its keeper. */
export interface ClaimedMatch {
  readonly match: string;
  /** The `until` of the previous keeper, as long as the record does not mark that gap. Null when no gap is known. */
  readonly keptUntil: number | null;
  /** True if the match was parked. Without `keptUntil` no keeper lost it. */
  readonly isParked: boolean;
}

/** The matches that a process gets when it looks for some. */
export interface Claim {
  readonly matches: readonly ClaimedMatch[];
  /** The earliest time until which another keeper counts as alive. Null if there is no other. */
  readonly othersUntil: number | null;
}

export interface Parking {
  readonly length: number;
  readonly wakeAt: number;
  readonly keptUntil: number | null;
}

/**
 * The processes that keep live matches. The keeper of a match runs its deadlines and bots. Each keeper stores a time until which it
 * counts as alive. Another process may declare it dead at that time, or earlier, which frees its matches. Times are milliseconds since the
 * epoch. For each freed match the storage notes the time until which its last keeper counted as alive. A later keeper does not
 * overwrite that note, so a second failure cannot hide the first gap.
 */
export interface KeeperStore {
  /** Registers a keeper that has no matches yet, or extends its lease. */
  enrol(keeper: string, until: number): Promise<void>;
  /** Extends the keeper's lease. Returns false when the keeper was declared dead before: then it keeps no matches. */
  renew(keeper: string, until: number): Promise<boolean>;
  /**
   * Declares other keepers dead whose time is `deadUntil` or earlier (by default `now`), then gives free matches to this keeper, the oldest
   * first, and after them parked ones that are due: at most `most`. Each match goes to exactly one of several concurrent callers. Returns
   * null when there are such matches but this keeper itself was declared dead.
   */
  claim(keeper: string, now: number, most: number, deadUntil?: number): Promise<Claim | null>;
  /**
   * Gives one match to this keeper if the match has none. A match that is parked and not due at `now` has no gap. Returns null if the match
   * has a keeper or is not in progress, and `no-keeper` if this keeper was declared dead.
   */
  adopt(keeper: string, match: string, now: number): Promise<ClaimedMatch | 'no-keeper' | null>;
  /**
   * Parks a match until `wakeAt`: from now on it has no keeper. A `keptUntil` is noted as if the keeper had given the match up. It is null
   * for a match by turns, which needs no keeper before its deadline. Returns false if this keeper does not keep it, if it has more events than
   * `length`, or if its record does not mark a gap yet.
   */
  park(keeper: string, match: string, parking: Parking): Promise<boolean>;
  /** The earliest time from which a match without a keeper may be claimed. Null if each match has one. */
  nextWake(): Promise<number | null>;
  /** Removes the gap notes of these matches, because their records now mark the gap. */
  resumed(keeper: string, matches: readonly string[]): Promise<void>;
  /** Frees the keeper's matches and notes this `until` with them. */
  giveUp(keeper: string, until: number): Promise<void>;
  /** Frees all matches of all keepers. Only for a process that knows that it is the only one. */
  giveUpAll(): Promise<void>;
}
