import { LRUCache } from 'lru-cache';

/** Capacity. Unusual queries evict one another. */
const ENTRIES = 100;

/**
 * A short-lived cache of answers that are the same for everyone, so that a crowd causes one query. Call `forget` when the data has changed;
 * changes by other processes are seen when an entry expires.
 */
export class AnswerCache<T> {
  readonly #entries: LRUCache<string, Promise<T>>;

  /** Entries expire after `lastsMs`, which must be positive. `now` must be positive and never go back. */
  constructor(lastsMs: number, now: () => number) {
    // Without a resolution of 0, the cache would read the clock only once a millisecond, by a timer.
    this.#entries = new LRUCache({ max: ENTRIES, ttl: lastsMs, ttlResolution: 0, perf: { now } });
  }

  /** The cached value, or the one that `make` returns. Failures are not cached. */
  get(name: string, make: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(name);
    if (known) return known;
    const value = make();
    this.#entries.set(name, value);
    value.catch(() => {
      if (this.#entries.peek(name) === value) this.#entries.delete(name);
    });
    return value;
  }

  forget(): void {
    this.#entries.clear();
  }
}
