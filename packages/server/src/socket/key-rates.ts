import { Rate, type RateLimits } from './rate.ts';

/** Keys that are remembered before those with a full budget are looked for. */
const TIDY_AT = 1000;

/** What is left to each proved key, or to each network. Coming back on a new connection does not change it. */
export class KeyRates {
  readonly #limits: RateLimits;
  readonly #rates = new Map<string, Rate>();
  #tidyAt = TIDY_AT;

  constructor(limits: RateLimits) {
    this.#limits = limits;
  }

  /** Keys that are remembered. */
  get size(): number {
    return this.#rates.size;
  }

  /** True if so much more is allowed to this key now; then it is counted. */
  take(pub: string, now: number, cost = 1): boolean {
    if (this.#rates.size >= this.#tidyAt) this.#tidy(now);
    const rate = this.#rates.get(pub) ?? new Rate(this.#limits, now);
    this.#rates.set(pub, rate);
    return rate.take(now, cost);
  }

  /** A full budget is as good as none remembered. What remains doubles before the next look, so that tidying stays cheap. */
  #tidy(now: number): void {
    for (const [pub, rate] of this.#rates) if (rate.isFull(now)) this.#rates.delete(pub);
    this.#tidyAt = Math.max(TIDY_AT, 2 * this.#rates.size);
  }
}
