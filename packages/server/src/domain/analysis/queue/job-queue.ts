import type { Job } from '@anchor/wire';
import type { PackedResult } from '../packing.ts';
import * as life from './job-life.ts';
import type { JobStore, Lease } from './job-store.ts';

interface Counters {
  /** Jobs queued. */
  readonly queued: number;
  /** Jobs that got a result. */
  readonly served: number;
  /** Jobs dropped: no match waits any more, or too many opinions differ. */
  readonly dropped: number;
}

/** A worker's request for jobs. */
interface JobWish {
  readonly engineId: string;
  readonly workerId: string;
  readonly count: number;
}

/** A checked opinion about a leased job. */
interface LeasedOpinion extends life.Opinion {
  readonly token: string;
  readonly key: string;
}

/**
 * The queue of jobs that matches wait for and workers lease. Each call passes the time, and expired leases are ended first, so no timer
 * is needed.
 */
export class JobQueue {
  readonly #jobs: JobStore;
  readonly #isStrict: boolean;
  readonly #counters = { queued: 0, served: 0, dropped: 0 };

  constructor(jobs: JobStore, isStrict: boolean) {
    this.#jobs = jobs;
    this.#isStrict = isStrict;
  }

  get counters(): Counters {
    return { ...this.#counters };
  }

  async count(now: number) {
    await this.#endOver(now);
    return this.#jobs.count();
  }

  /** Queues a job for a match. */
  async ask(job: Job, match: string, now: number): Promise<void> {
    await this.#endOver(now);
    await this.#change(job.key, (state) => [life.ask(state, job, match), null]);
  }

  /** Withdraws a match's request. A worker that holds the job may still finish it. */
  async withdraw(key: string, match: string): Promise<void> {
    await this.#change(key, (state) => [life.withdraw(state, match), null]);
  }

  /** Leases up to `count` jobs to the worker, taken from all matches in turn. */
  async take(token: string, { engineId, workerId, count }: JobWish, now: number): Promise<Job[]> {
    await this.#endOver(now);
    const hold = { token, workerId, until: now + life.LEASE_MS };
    const jobs: Job[] = [];
    for await (const key of this.#jobs.waiting(engineId)) {
      if (jobs.length >= count) break;
      const job = await this.#change(key, (state) => {
        const next = life.take(state, hold, this.#isStrict);
        return [next, next !== state && next ? next.job : null];
      });
      if (job) jobs.push(job);
    }
    return jobs;
  }

  /** Stores the lease with its jobs. */
  async open(token: string, workerId: string, keys: readonly string[], now: number): Promise<void> {
    await this.#jobs.openLease(token, { workerId, until: now + life.LEASE_MS, keys });
  }

  /** The lease with this token. Returns null when it belongs to another worker, has expired or never existed. */
  async leaseOf(token: string, workerId: string, now: number): Promise<Lease | null> {
    await this.#endOver(now);
    const lease = await this.#jobs.lease(token);
    return lease?.workerId === workerId ? lease : null;
  }

  /** A job that the queue knows, open or not. */
  async jobOf(key: string): Promise<Job | null> {
    return (await this.#jobs.read(key))?.job ?? null;
  }

  /** A job if it is held under this token. */
  async heldJob(key: string, token: string): Promise<Job | null> {
    const state = await this.#jobs.read(key);
    return state?.hold?.token === token ? state.job : null;
  }

  /** True if there is a job that this worker may take. */
  async hasWork(engineId: string, workerId: string): Promise<boolean> {
    for await (const key of this.#jobs.waiting(engineId))
      if (life.mayTake(await this.#jobs.read(key), workerId)) return true;
    return false;
  }

  /** Adds the opinion of the worker that holds the job. The outcome has the result if the job is done. */
  async settle({ token, key, workerId, result }: LeasedOpinion): Promise<life.Settled> {
    const settled = await this.#change(key, (state) => {
      const next = life.settle(state, token, { workerId, result }, this.#isStrict);
      return [...next, next[1].outcome === 'answered'] as const;
    });
    return settled;
  }

  /** Reopens a job whose result could not be stored. The worker may submit it again while the lease lasts. */
  async takeBack(token: string, before: life.QueuedJob): Promise<void> {
    const { key } = before.job;
    await this.#change(key, (state) => [life.takeBack(state, before), null]);
    const isOver = (await this.#jobs.lease(token)) === null;
    if (isOver) await this.#change(key, (state) => [life.release(state, token), null]);
    this.#counters.served -= 1;
    this.#counters.queued -= 1;
  }

  /** Removes finished jobs from the lease. */
  async close(token: string, keys: readonly string[]): Promise<void> {
    await this.#jobs.closeJobs(token, keys);
  }

  /** Ends all leases of a worker. */
  async revoke(workerId: string): Promise<void> {
    for (const token of await this.#jobs.leasesOf(workerId)) await this.#end(token);
  }

  async #endOver(now: number): Promise<void> {
    for (const token of await this.#jobs.leasesOver(now)) await this.#end(token);
  }

  async #end(token: string): Promise<void> {
    const { keys = [] } = (await this.#jobs.lease(token)) ?? {};
    for (const key of keys) await this.#change(key, (state) => [life.release(state, token), null]);
    await this.#jobs.closeJobs(token, keys);
  }

  /** Updates a job and the counters. */
  async #change<T>(key: string, change: (state: life.JobState) => readonly [life.JobState, T, boolean?]): Promise<T> {
    const [told, step, isAnswered] = await this.#jobs.update(key, (state) => {
      const [next, out, answered = false] = change(state);
      return [next, [out, Number(life.isOpen(next)) - Number(life.isOpen(state)), answered] as const];
    });
    if (step > 0) this.#counters.queued += 1;
    if (step < 0 && isAnswered) this.#counters.served += 1;
    if (step < 0 && !isAnswered) this.#counters.dropped += 1;
    return told;
  }
}

/** A job key with its result. */
export interface Answered {
  readonly key: string;
  readonly text: PackedResult;
}
