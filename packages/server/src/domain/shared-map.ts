/** Told of every change: `before` and `after` are null where there is nothing; `isLost`: the process that put it ended without a word. */
export type ChangeListener<T> = (key: string, after: T | null, before: T | null, isLost: boolean) => void;

/**
 * A list that all processes show alike, within moments. Values are plain data that JSON can say; equal ones are the same. What
 * is put or taken here shows here at once.
 */
export interface SharedMap<T> {
  /** What is known here, roughly in the order in which it was put. */
  readonly entries: ReadonlyMap<string, T>;
  /** In place of what the key had. */
  put(key: string, value: T): void;
  /** Puts the value where there is none, else returns the one that is there: of several who ask at once exactly one puts. */
  putFirst(key: string, value: T): Promise<T | null>;
  /** Removes this value and no other; true for exactly one of several callers, wherever they are. */
  take(key: string, value: T): Promise<boolean>;
  observe(listener: ChangeListener<T>): void;
}

/** The list of a process that is alone. */
export class OwnMap<T> implements SharedMap<T> {
  readonly #entries = new Map<string, T>();
  readonly #listeners: ChangeListener<T>[] = [];

  get entries(): ReadonlyMap<string, T> {
    return this.#entries;
  }

  put(key: string, value: T): void {
    const before = this.#entries.get(key) ?? null;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    this.#tell(key, value, before);
  }

  async putFirst(key: string, value: T): Promise<T | null> {
    const there = this.#entries.get(key) ?? null;
    if (there === null) this.put(key, value);
    return there;
  }

  async take(key: string, value: T): Promise<boolean> {
    const before = this.#entries.get(key) ?? null;
    if (before === null || JSON.stringify(before) !== JSON.stringify(value)) return false;
    this.#entries.delete(key);
    this.#tell(key, null, before);
    return true;
  }

  observe(listener: ChangeListener<T>): void {
    this.#listeners.push(listener);
  }

  #tell(key: string, after: T | null, before: T | null): void {
    for (const listener of this.#listeners) listener(key, after, before, false);
  }
}
