const HOUR_MS = 3_600_000;

/** Limits the number of jobs in any sixty minutes. */
export class HourlyLimit {
  readonly #most: number;
  #taken: { readonly atMs: number; readonly count: number }[] = [];

  /** @param most the limit, or null for no limit */
  constructor(most: number | null) {
    this.#most = most ?? Number.POSITIVE_INFINITY;
  }

  take(count: number, nowMs: number): void {
    if (count > 0) this.#taken.push({ atMs: nowMs, count });
  }

  /** Number of jobs that may be taken now. */
  left(nowMs: number): number {
    this.#taken = this.#taken.filter(({ atMs }) => nowMs - atMs < HOUR_MS);
    return Math.max(0, this.#most - this.#taken.reduce((sum, { count }) => sum + count, 0));
  }

  /** Time at which the oldest jobs leave the window. */
  opensAtMs(nowMs: number): number {
    return (this.#taken[0]?.atMs ?? nowMs - HOUR_MS) + HOUR_MS;
  }
}
