/**
 * Called on every change. `before` or `after` is null where there is no value. `isLost` is true if the process that put the value
 * died without removing it.
 */
export type ChangeListener<T> = (key: string, after: T | null, before: T | null, isLost: boolean) => void;

/**
 * A map that all processes share and that converges within moments. Values are plain JSON data and compared by content. A change made
 * by this process is visible here at once.
 */
export interface SharedMap<T> {
  /** The local view, roughly in insertion order. */
  readonly entries: ReadonlyMap<string, T>;
  /** Replaces the key's value. */
  put(key: string, value: T): void;
  /**
   * Puts the value and returns null if the key has none, else returns the existing value. Exactly one of several concurrent callers puts.
   */
  putFirst(key: string, value: T): Promise<T | null>;
  /** Removes the key if it has exactly this value. Returns true for exactly one of several concurrent callers on all processes. */
  take(key: string, value: T): Promise<boolean>;
  observe(listener: ChangeListener<T>): void;
}

/** The map of a process that runs alone. */
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
