import type { LogEntry } from 'bg-record';
import type { LogStorage } from 'tlog-kit';

/** Entries of the public log that are in no published checkpoint. */
export interface LogBacklog {
  /** Their number. Each kind of waiting entry is counted up to a limit. */
  readonly entries: number;
  /** When the oldest came into being, milliseconds since the epoch. Null if there is none. Imported matches do not count. */
  readonly oldest: number | null;
}

/**
 * The storage of the public log. A finished match is its own waiting entry: its row has a number from the transaction that changed
 * the ratings. An entry gets its position in one transaction and keeps it, so a batch that is appended again is the same batch.
 */
export interface PublicLogStore extends LogStorage {
  /** Adds an entry that is no finished match, unless there is one about the same thing. */
  add(entry: LogEntry, at: number): Promise<void>;
  /**
   * True if an entry waits, or a committed checkpoint is not published. Statements about keys wait for the first match or other entry: until
   * then no checkpoint is signed, so a mistake in the settings of a first start can be corrected.
   */
  isWaiting(): Promise<boolean>;
  /** Empty while statements about keys wait for the first match. */
  backlog(): Promise<LogBacklog>;
  /** The entry at position 0, or the statement about a log's key that waits for it. Null if there is neither. */
  firstEntry(): Promise<LogEntry | null>;
  /**
   * Replaces a log of which no checkpoint was published by one that begins with this statement. All stored matches wait for it, and after
   * them the other entries, except statements about keys. Rejects if a checkpoint was published.
   */
  restart(statement: LogEntry, at: number): Promise<void>;
  /**
   * Gives waiting entries their positions, at most `most`. For each player, matches are in the order in which they changed the
   * rating. Returns their number; also 0 when another process was faster. Needs a committed checkpoint.
   */
  assign(most: number): Promise<number>;
  /** Entries from a position on, in order, at most `most`. */
  entriesFrom(position: number, most: number): Promise<readonly Uint8Array[]>;
  /** The position of the entry about a finished or aborted match. Null when it has none. */
  positionOf(match: string): Promise<number | null>;
  /** Number of entries of the published checkpoint. Null when there is none. */
  publishedSize(): Promise<number | null>;
  /** Claims the log for one process until a time. Returns false while another one has it. */
  claim(owner: string, now: number, until: number): Promise<boolean>;
  /** Ends the claim of this process, if it has it. */
  release(owner: string): Promise<void>;
  /** Stops the log for all processes, with a reason: no checkpoint is committed any more. Keeps the first reason. */
  halt(reason: string): Promise<void>;
  /** The reason why a process has stopped the log. Null while it is signed. */
  haltReason(): Promise<string | null>;
  /** Lets the log be signed again. Returns false if it was not stopped. */
  resume(): Promise<boolean>;
  /**
   * Replaces the log by an empty one with this checkpoint text. Its first entries are the statements. All stored matches wait for it, and
   * after them the other entries of the former log, except statements about keys.
   */
  replace(text: string, statements: readonly LogEntry[], at: number): Promise<void>;
  /** True if the log has, or waits for, the statement that another log with this origin has ended. */
  hasEnded(origin: string): Promise<boolean>;
}
