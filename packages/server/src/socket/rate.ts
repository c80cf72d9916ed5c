export interface RateLimits {
  readonly burst: number;
  readonly perSecond: number;
}

/** A bucket of tokens: `burst` at most, `perSecond` come back. Times are milliseconds since the epoch. */
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

  /** Whether one more is allowed now; if so it is counted. */
  take(now: number): boolean {
    this.#refill(now);
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  #refill(now: number): void {
    const refill = (Math.max(0, now - this.#at) / 1000) * this.#perSecond;
    this.#tokens = Math.min(this.#burst, this.#tokens + refill);
    this.#at = now;
  }
}
