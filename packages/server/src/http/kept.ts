interface Entry<T> {
  readonly endsAt: number;
  readonly value: Promise<T>;
}

/** Capacity. Unusual queries evict one another. */
const ENTRIES = 100;

/**
 * A short-lived cache of answers that are the same for everyone, so that a crowd causes one query. Call `forget` when the data has changed;
 * changes by other processes are seen when an entry expires.
 */
export class Kept<T> {
  readonly #lastsMs: number;
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry<T>>();

  constructor(lastsMs: number, now: () => number) {
    this.#lastsMs = lastsMs;
    this.#now = now;
  }

  /** The cached value, or the one that `make` returns. Failures are not cached. */
  get(name: string, make: () => Promise<T>): Promise<T> {
    const now = this.#now();
    const known = this.#entries.get(name);
    if (known && now < known.endsAt) return known.value;
    const value = make();
    const entry = { endsAt: now + this.#lastsMs, value };
    this.#put(name, entry);
    value.catch(() => this.#drop(name, entry));
    return value;
  }

  forget(): void {
    this.#entries.clear();
  }

  #put(name: string, entry: Entry<T>): void {
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > ENTRIES && oldest !== undefined) this.#entries.delete(oldest);
  }

  #drop(name: string, entry: Entry<T>): void {
    if (this.#entries.get(name) === entry) this.#entries.delete(name);
  }
}
