export interface RateLimits {
  readonly burst: number;
  readonly perSecond: number;
}

/** A token bucket with capacity `burst` and `perSecond` refill. Times are milliseconds since the epoch. */
export class Rate {
  readonly #burst: number;
  readonly #perSecond: number;
  #tokens: number;
  #at: number;

  constructor({ burst, perSecond }: RateLimits, now: number) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#tokens = burst;
    this.#at = now;
  }

  isFull(now: number): boolean {
    this.#refill(now);
    return this.#tokens === this.#burst;
  }

  /** Returns true and takes the tokens if there are enough. */
  take(now: number, cost = 1): boolean {
    this.#refill(now);
    if (this.#tokens < cost) return false;
    this.#tokens -= cost;
    return true;
  }

  #refill(now: number): void {
    const refill = (Math.max(0, now - this.#at) / 1000) * this.#perSecond;
    this.#tokens = Math.min(this.#burst, this.#tokens + refill);
    this.#at = now;
  }
}

/** Number of keys at which those with a full budget are removed. */
const TIDY_AT = 1000;

/** A rate per proved key or network. Reconnecting does not reset it. */
export class KeyRates {
  readonly #limits: RateLimits;
  readonly #rates = new Map<string, Rate>();
  #tidyAt = TIDY_AT;

  constructor(limits: RateLimits) {
    this.#limits = limits;
  }

  /** Number of keys in memory. */
  get size(): number {
    return this.#rates.size;
  }

  /** Returns true and counts the cost if this key's rate allows it now. */
  take(pub: string, now: number, cost = 1): boolean {
    if (this.#rates.size >= this.#tidyAt) this.#tidy(now);
    const rate = this.#rates.get(pub) ?? new Rate(this.#limits, now);
    this.#rates.set(pub, rate);
    return rate.take(now, cost);
  }

  /** Removes full budgets, which equal new ones. The next threshold is twice what remains, so that the amortised cost is low. */
  #tidy(now: number): void {
    for (const [pub, rate] of this.#rates) if (rate.isFull(now)) this.#rates.delete(pub);
    this.#tidyAt = Math.max(TIDY_AT, 2 * this.#rates.size);
  }
}
