import { leaseCount } from '@anchor/wire';

/**
 * Amount of work in one lease: small enough to return early and share with other workers, large enough for
 * few requests.
 */
const LEASE_WORK_MS = 3_000;
/** Fetch more when less work than this is queued, so that engines never wait for the network. */
const RESERVE_MS = 1_500;
/** A job that takes longer is fetched only for a free engine, because a queued one would outlive its lease. */
const SLOW_JOB_MS = 5_000;
/** Weight of the latest job in the moving average. */
const WEIGHT = 0.1;

/** Measures the speed of the engines. */
export class Throughput {
  #msPerJob: number | null = null;

  /** Mean time of a job on one engine. Null before the first. */
  get msPerJob(): number | null {
    return this.#msPerJob;
  }

  add(ms: number): void {
    this.#msPerJob = this.#msPerJob === null ? ms : this.#msPerJob + WEIGHT * (ms - this.#msPerJob);
  }

  /**
   * Returns the number of jobs to request now, 0 if enough are queued. Before the first measurement it is one
   * per engine.
   */
  wantedJobs({ engines, waiting, running }: { engines: number; waiting: number; running: number }): number {
    const ms = this.#msPerJob;
    if (ms !== null && ms > SLOW_JOB_MS) return Math.max(0, engines - waiting - running);
    const reserve = engines * (ms === null ? 0 : jobsIn(RESERVE_MS, ms));
    if (waiting > reserve) return 0;
    const lease = engines * (ms === null ? 1 : jobsIn(LEASE_WORK_MS, ms));
    return Math.min(leaseCount.most, lease + reserve - waiting);
  }
}

function jobsIn(workMs: number, msPerJob: number): number {
  return Math.max(1, Math.floor(workMs / Math.max(1, msPerJob)));
}

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
