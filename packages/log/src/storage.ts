/** Files of a log by their path below its prefix (`tilePath`). */
export type LogFiles = ReadonlyMap<string, Uint8Array>;

/**
 * The storage of a log for `LogWriter`. Each method resolves when its effect is durable. A method that rejects may or may not
 * have had its effect; the writer then reads the log anew.
 */
export interface LogStorage {
  /** Returns the text of the committed checkpoint, or null for a log that does not exist yet. */
  readCommitted(): Promise<string | null>;
  /**
   * Commits a checkpoint text if the committed one still equals `previous`, in one atomic step. Returns false if it does
   * not. This is the only step that decides between writers.
   */
  commit(previous: string | null, next: string): Promise<boolean>;
  /**
   * Keeps files beside the log until `unstage`, under the checkpoint text that they belong to. Files staged under other
   * texts stay. Staging twice under one text writes the same files.
   */
  stage(text: string, files: LogFiles): Promise<void>;
  /** Returns the files staged under a checkpoint text, or null. */
  readStaged(text: string): Promise<LogFiles | null>;
  /** Forgets the files staged under a checkpoint text. */
  unstage(text: string): Promise<void>;
  /** Writes files of the log. A path is only ever written with the same bytes. */
  write(files: LogFiles): Promise<void>;
  /** Returns a file of the log, or null. */
  read(path: string): Promise<Uint8Array | null>;
  /** Returns the note that was published last, or null. */
  readPublished(): Promise<string | null>;
  /** Publishes a note of `size` entries. Leaves a published note of a larger size in place. */
  publish(note: string, size: number): Promise<void>;
}

/** Keeps a log in memory, for tests and examples. `storageSource` makes it a source for `LogReader`. */
export class MemoryStorage implements LogStorage {
  readonly files = new Map<string, Uint8Array>();
  readonly #staged = new Map<string, LogFiles>();
  #committed: string | null = null;
  #published: { readonly note: string; readonly size: number } | null = null;

  async readCommitted(): Promise<string | null> {
    return this.#committed;
  }

  async commit(previous: string | null, next: string): Promise<boolean> {
    if (this.#committed !== previous) return false;
    this.#committed = next;
    return true;
  }

  async stage(text: string, files: LogFiles): Promise<void> {
    this.#staged.set(text, new Map(files));
  }

  async readStaged(text: string): Promise<LogFiles | null> {
    return this.#staged.get(text) ?? null;
  }

  async unstage(text: string): Promise<void> {
    this.#staged.delete(text);
  }

  async write(files: LogFiles): Promise<void> {
    for (const [path, bytes] of files) this.files.set(path, bytes);
  }

  async read(path: string): Promise<Uint8Array | null> {
    return this.files.get(path) ?? null;
  }

  async readPublished(): Promise<string | null> {
    return this.#published?.note ?? null;
  }

  async publish(note: string, size: number): Promise<void> {
    if (this.#published === null || this.#published.size <= size) this.#published = { note, size };
  }
}
