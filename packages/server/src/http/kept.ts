interface Entry {
  readonly endsAt: number;
  readonly written: Promise<Buffer>;
}

/** Different answers that are kept at most; a stranger's odd queries push each other out. */
const ENTRIES = 100;

/**
 * Answers that are the same for everybody, kept for a moment: a crowd that asks for one thing is one question to the
 * database. `forget` when what they tell has changed; another process's change is seen when the moment is over.
 */
export class Kept {
  readonly #lastsMs: number;
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();

  constructor(lastsMs: number, now: () => number) {
    this.#lastsMs = lastsMs;
    this.#now = now;
  }

  /** The JSON kept under this name as it is sent, or what `make` gives. One that cannot be made is asked for again. */
  json(name: string, make: () => Promise<object>): Promise<Buffer> {
    const now = this.#now();
    const known = this.#entries.get(name);
    if (known && now < known.endsAt) return known.written;
    const written = make().then((value) => Buffer.from(JSON.stringify(value)));
    const entry = { endsAt: now + this.#lastsMs, written };
    this.#put(name, entry);
    written.catch(() => this.#drop(name, entry));
    return written;
  }

  forget(): void {
    this.#entries.clear();
  }

  #put(name: string, entry: Entry): void {
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > ENTRIES && oldest !== undefined) this.#entries.delete(oldest);
  }

  #drop(name: string, entry: Entry): void {
    if (this.#entries.get(name) === entry) this.#entries.delete(name);
  }
}
