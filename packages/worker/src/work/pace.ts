import { leaseCount } from '@anchor/wire';

/** Work that one lease should hold: little enough to be handed in early and shared with others, enough to ask seldom. */
const LEASE_WORK_MS = 3_000;
/** Ask again when less work than this waits, so that no engine ever waits for the network. */
const RESERVE_MS = 1_500;
/** A job that takes longer is fetched only when an engine is free: a reserve would outlive its lease. */
const SLOW_JOB_MS = 5_000;
/** How much the newest job counts. */
const WEIGHT = 0.1;

/** How fast the engines are, learnt from what they did. */
export class Pace {
  #msPerJob: number | null = null;

  /** Mean time of a job on one engine; null before the first. */
  get msPerJob(): number | null {
    return this.#msPerJob;
  }

  add(ms: number): void {
    this.#msPerJob = this.#msPerJob === null ? ms : this.#msPerJob + WEIGHT * (ms - this.#msPerJob);
  }

  /** How many jobs to ask for now, 0 when enough wait. Before anything is known, one for every engine. */
  order({ engines, waiting, running }: { engines: number; waiting: number; running: number }): number {
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
