/** Waits that double from failure to failure up to a limit, each shortened by chance so that a crowd does not return as one. */
export class Backoff {
  readonly #firstMs: number;
  readonly #mostMs: number;
  readonly #random: () => number;
  #failures = 0;

  /** `random` gives numbers from 0 up to 1. */
  constructor(limits: { firstMs: number; mostMs: number }, random: () => number) {
    this.#firstMs = limits.firstMs;
    this.#mostMs = limits.mostMs;
    this.#random = random;
  }

  /** Failures since the last success. */
  get failures(): number {
    return this.#failures;
  }

  /** How long to wait after one more failure: half to the whole of the present step. */
  nextMs(): number {
    const stepMs = Math.min(this.#mostMs, this.#firstMs * 2 ** this.#failures);
    this.#failures++;
    return Math.round(stepMs * (0.5 + this.#random() / 2));
  }

  reset(): void {
    this.#failures = 0;
  }
}
