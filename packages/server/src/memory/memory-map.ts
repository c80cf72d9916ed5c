import type { ChangeListener, SharedMap } from '../shared/shared-map.ts';

/** The map of a process that runs alone. */
export class MemoryMap<T> implements SharedMap<T> {
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

  /** The only process has put every value. */
  async adopt(): Promise<void> {}

  observe(listener: ChangeListener<T>): void {
    this.#listeners.push(listener);
  }

  #tell(key: string, after: T | null, before: T | null): void {
    for (const listener of this.#listeners) listener(key, after, before, false);
  }
}
