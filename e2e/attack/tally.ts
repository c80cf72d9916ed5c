/** The number of times the attacker received each status, close code or answer. */
export type Seen = Record<string, number>;

/** Counts answers until the time is over. */
export class Tally {
  readonly seen: Seen = {};
  readonly #end: number;

  constructor(seconds: number) {
    this.#end = performance.now() + seconds * 1000;
  }

  get goesOn(): boolean {
    return performance.now() < this.#end;
  }

  count(what: string | number): void {
    this.seen[what] = (this.seen[what] ?? 0) + 1;
  }

  /**
   * Repeats the attempt in `atOnce` parallel loops until the time is over. It does not wait for attempts in progress
   * at that time.
   */
  async each(atOnce: number, attempt: () => Promise<void>): Promise<Seen> {
    const one = async () => {
      while (this.goesOn) await attempt().catch((error) => this.count(error.code ?? error.message));
    };
    await Promise.race([this.rest(), Promise.all(Array.from({ length: atOnce }, one))]);
    return { ...this.seen };
  }

  async rest(): Promise<Seen> {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, this.#end - performance.now())));
    return this.seen;
  }
}
