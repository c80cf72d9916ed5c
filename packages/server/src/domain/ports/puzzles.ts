/** A key's one answer to a puzzle; `hops` is JSON text. */
export interface StoredAttempt {
  readonly pub: string;
  readonly date: string;
  readonly hops: string;
  /** 1 is the best play. */
  readonly rank: number;
  readonly at: number;
}

export interface PuzzleStore {
  /** The puzzle of a date as JSON text. Returns null when there is none. */
  get(date: string): Promise<string | null>;
  /** Stores the puzzle of a date unless one exists. Returns the stored one. */
  keep(date: string, text: string, at: number): Promise<string>;
  /** True if the text of any puzzle contains this part. The part must not contain `%` or `_`, which are wildcards. */
  has(part: string): Promise<boolean>;
  /** Stores an answer. Returns false when the key has already answered this puzzle. */
  attempt(attempt: StoredAttempt): Promise<boolean>;
  attemptOf(pub: string, date: string): Promise<StoredAttempt | null>;
  /** True if the answers of this key count: it has finished a match. */
  counts(pub: string): Promise<boolean>;
  /** Number of keys with a finished match that answered, and number of those that found the best play. */
  stats(date: string): Promise<{ readonly tries: number; readonly solved: number }>;
  /** Dates on which the key found the best play, newest first. */
  solvedDates(pub: string): Promise<readonly string[]>;
  /** The dates of a month (`YYYY-MM`) that have a puzzle, in order. */
  datesIn(month: string): Promise<readonly string[]>;
  /** The ranks of a key’s answers in a month, by date. */
  ranksIn(month: string, pub: string): Promise<ReadonlyMap<string, number>>;
}
