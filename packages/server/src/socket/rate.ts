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
