/** A running process, as its row in the storage shows it. */
export interface ProcessRow {
  readonly id: string;
  /** The address of its links, as `host:port`. Null if it accepts none. */
  readonly address: string | null;
  /** Milliseconds since its newest heartbeat, by the clock of the storage. */
  readonly silentMs: number;
}

/** The row that a process stores of itself. */
export interface OwnRow {
  readonly id: string;
  readonly address: string | null;
  /** When the statement of the heartbeat was sent, by the wall clock of the process that sends it. */
  readonly beatAt: number;
}

/** The rows that a heartbeat reads. */
export interface Beat {
  /** All other processes. */
  readonly others: readonly ProcessRow[];
  /** Matches without an owner that any process may acquire now, the earliest first. */
  readonly free: readonly string[];
}

/** The owner of a live match as stored. */
export interface Holding {
  /** Null if the match has no owner. */
  readonly owner: ProcessRow | null;
}

/** A match that this process has just acquired. */
export interface AcquiredMatch {
  /**
   * The newest heartbeat of the owner that lost the match, by that owner's wall clock, as long as the record does not mark that gap. Null if there
   * is no gap: the match is new, or was released in order.
   */
  readonly lostAt: number | null;
  /** The newest date of an event or receipt of an owner that released the match, by that owner's wall clock. Null if none did. */
  readonly datedUntil: number | null;
}

export interface Release {
  /** The match must have no event with this number or a greater one. */
  readonly length: number;
  /** From then on any process may acquire the match. The process of a member may do so before. */
  readonly freeFrom: number;
  /** Stored for the next owner: see `AcquiredMatch`. */
  readonly lostAt: number | null;
  readonly datedUntil: number;
}

/**
 * The leases of live matches. A process has one row, which each of its heartbeats renews, and owns the matches that name it. The silence of a
 * process is measured by the clock of the storage alone, so that the clocks of processes need not agree. Wall clocks are milliseconds
 * since the epoch.
 *
 * For each match that lost its owner the storage notes that owner's newest heartbeat. A later owner does not overwrite that note before the
 * record marks the gap, so a second failure cannot hide the first gap.
 */
export interface LeaseStore {
  /** True if no other process works on this data, so that the rows of other processes are of runs that have ended. */
  readonly isExclusive: boolean;
  /** Adds the row of this process, or renews it. Rows of other processes with the same address end if they are silent for `silentMs`. */
  register(own: OwnRow, silentMs: number): Promise<void>;
  /**
   * Renews the row of this process. Reads all other rows, and at most `most` matches that are free at `now`. Null if the row was expired: then
   * this process owns nothing.
   */
  renew(own: OwnRow, now: number, most: number): Promise<Beat | null>;
  /** Removes a process that has been silent for this long, and frees its matches. Returns false if it is not there or not silent. */
  expire(id: string, silentMs: number, freeFrom: number): Promise<boolean>;
  /**
   * Makes this process the owner of a match without one. Null if another process owns it, or it is not live; `expired` if this process was expired.
   * May be repeated: a match that names this process already is its own.
   */
  acquire(id: string, match: string): Promise<AcquiredMatch | 'expired' | null>;
  /** Gives a match up in order. Returns false if this process does not own it, if it has more events, or if its record does not mark a gap yet. */
  release(id: string, match: string, release: Release): Promise<boolean>;
  /** The owners of those of these matches that are live. */
  holdings(matches: readonly string[]): Promise<ReadonlyMap<string, Holding>>;
  /** The earliest time from which any process may acquire a match without an owner. Null if each match has one. */
  nextFree(): Promise<number | null>;
  /** Removes the gap notes of these matches, because their records now mark the gaps. */
  resumed(id: string, matches: readonly string[]): Promise<void>;
  /** Removes the row of this process. Its matches become free at `freeFrom`, with this note. */
  leave(id: string, lostAt: number, freeFrom: number): Promise<void>;
  /** Removes the rows of all processes. Only for a store that is exclusive. */
  reset(): Promise<void>;
  /**
   * Makes this process the owner of a thing of which there is one in the service, unless another process owns it. Returns the owner, or `expired`
   * if this process was expired.
   */
  acquireNamed(id: string, name: LeaseName): Promise<ProcessRow | 'expired'>;
  /** Gives a thing up. */
  releaseNamed(id: string, name: LeaseName): Promise<void>;
  /** All other processes. */
  others(id: string): Promise<readonly ProcessRow[]>;
  /** A number greater than all that processes got before. */
  number(): Promise<number>;
}

/** A thing of which there is one in the service. */
export type LeaseName = 'lobby';
