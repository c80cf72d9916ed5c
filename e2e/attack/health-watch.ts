const EVERY_MS = 1_000;
const PATIENCE_MS = 10_000;

export interface Healths {
  readonly asked: number;
  /** The number of answers that did not say `ok`, and of requests without an answer. */
  readonly notOk: number;
  /** The longest time to an answer, or to the end of the measurement. */
  readonly worstMs: number;
}

/** Asks for `/healthz` each second. */
export class HealthWatch {
  readonly #url: string;
  readonly #over = new AbortController();
  #answers: { readonly ms: number; readonly isOk: boolean }[] = [];
  #askedAt: number | null = null;

  constructor(url: string) {
    this.#url = url;
    void this.#watch();
  }

  /** Forgets the answers so far. */
  restart(): void {
    this.#answers = [];
  }

  /** The answers since `restart`. A request that waits for its answer counts with its age. */
  get seen(): Healths {
    const times = this.#answers.map(({ ms }) => ms);
    const waitingMs = this.#askedAt === null ? 0 : performance.now() - this.#askedAt;
    return {
      asked: times.length,
      notOk: this.#answers.filter(({ isOk }) => !isOk).length,
      worstMs: Math.max(waitingMs, ...times),
    };
  }

  end(): void {
    this.#over.abort();
  }

  async #watch(): Promise<void> {
    const over = this.#over.signal;
    while (!over.aborted) {
      const askedAt = performance.now();
      this.#askedAt = askedAt;
      const isOk = await this.#ask();
      this.#askedAt = null;
      const ms = performance.now() - askedAt;
      this.#answers.push({ ms, isOk });
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS - ms));
    }
  }

  async #ask(): Promise<boolean> {
    try {
      const signal = AbortSignal.any([this.#over.signal, AbortSignal.timeout(PATIENCE_MS)]);
      const { ok }: { readonly ok?: boolean } = await (await fetch(`${this.#url}/healthz`, { signal })).json();
      return ok === true;
    } catch {
      return false;
    }
  }
}
