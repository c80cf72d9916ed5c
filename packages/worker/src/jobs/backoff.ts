/** Exponential backoff with a limit and jitter, so that many clients do not retry at the same time. */
export class Backoff {
  readonly #firstMs: number;
  readonly #mostMs: number;
  readonly #random: () => number;
  #failures = 0;

  /** `random` returns numbers from 0 up to but not including 1. */
  constructor(limits: { firstMs: number; mostMs: number }, random: () => number) {
    this.#firstMs = limits.firstMs;
    this.#mostMs = limits.mostMs;
    this.#random = random;
  }

  /** Number of failures since the last success. */
  get failures(): number {
    return this.#failures;
  }

  /** Returns the delay after one more failure: between half and all of the current step. */
  nextMs(): number {
    const stepMs = Math.min(this.#mostMs, this.#firstMs * 2 ** this.#failures);
    this.#failures++;
    return Math.round(stepMs * (0.5 + this.#random() / 2));
  }

  reset(): void {
    this.#failures = 0;
  }
}
