interface Entry<T> {
  readonly endsAt: number;
  readonly value: Promise<T>;
}

/** Different values that are kept at most; a stranger's odd queries push each other out. */
const ENTRIES = 100;

/**
 * What is the same for everybody, kept for a moment: a crowd that asks for one thing is one question to the
 * database. `forget` when what it tells has changed; another process's change is seen when the moment is over.
 */
export class Kept<T> {
  readonly #lastsMs: number;
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry<T>>();

  constructor(lastsMs: number, now: () => number) {
    this.#lastsMs = lastsMs;
    this.#now = now;
  }

  /** The value kept under this name, or what `make` gives. One that cannot be made is asked for again. */
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
