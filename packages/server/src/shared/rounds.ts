/**
 * Starts at most `perTurn` tasks in one turn of the event loop, so that what other sockets and threads have to say is heard in between. When
 * more want to start, parties take turns, each with one task at a time.
 */
export class Rounds {
  readonly #perTurn: number;
  /** By party. A party that has started a task moves to the end. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #started = 0;
  #isCounting = false;

  constructor(perTurn: number) {
    this.#perTurn = perTurn;
  }

  /** Resolves when a task of this party may start. */
  async start(party: string): Promise<void> {
    if (this.#waiting.size === 0 && this.#started < this.#perTurn) this.#count();
    else await new Promise<void>((resolve) => this.#wait(party, resolve));
  }

  #wait(party: string, resolve: () => void): void {
    const waiting = this.#waiting.get(party);
    if (waiting) waiting.push(resolve);
    else this.#waiting.set(party, [resolve]);
  }

  #count(): void {
    this.#started += 1;
    if (this.#isCounting) return;
    this.#isCounting = true;
    setImmediate(() => this.#next());
  }

  #next(): void {
    this.#isCounting = false;
    this.#started = 0;
    for (const [party, waiting] of this.#waiting) {
      if (this.#started === this.#perTurn) return;
      // Iteration also visits a party that moves to the end.
      this.#waiting.delete(party);
      const resolve = waiting.shift();
      if (waiting.length > 0) this.#waiting.set(party, waiting);
      this.#count();
      resolve?.();
    }
  }
}
