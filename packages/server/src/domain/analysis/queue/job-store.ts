import type { JobState } from './job-life.ts';

/** Jobs that one worker took in one call. */
export interface Lease {
  readonly workerId: string;
  readonly until: number;
  /** Jobs without an accepted result. */
  readonly keys: readonly string[];
}

/**
 * Stores open jobs, in this process or shared by several. `update` applies a pure function atomically and retries on contention. The
 * order of the queue is derived from the jobs.
 */
export interface JobStore {
  read(key: string): Promise<JobState>;
  update<T>(key: string, change: (state: JobState) => readonly [JobState, T]): Promise<T>;
  /**
   * Keys of the waiting jobs for an engine that no worker holds. Yields one job per match in turn, beginning with the match served longest
   * ago. The jobs of a match come in the order in which they were queued.
   */
  waiting(engineId: string): AsyncIterable<string>;
  /** Number of open jobs, and of those that are held. */
  count(): Promise<{ readonly depth: number; readonly leased: number }>;
  openLease(token: string, lease: Lease): Promise<void>;
  /** Returns null when all its jobs have results or it never existed. */
  lease(token: string): Promise<Lease | null>;
  /** Removes these jobs from the lease. A lease without jobs is deleted. */
  closeJobs(token: string, keys: readonly string[]): Promise<void>;
  /** Tokens of the leases that have expired by `now`. */
  leasesOver(now: number): Promise<readonly string[]>;
  leasesOf(workerId: string): Promise<readonly string[]>;
}
