import type { JobState } from './job-life.ts';

/** Jobs that one worker took at once. */
export interface Lease {
  readonly workerId: string;
  readonly until: number;
  /** Those that have no accepted result yet. */
  readonly keys: readonly string[];
}

/**
 * Where jobs are while they are open: in this process, or in a place that several share. Every change of a job is a pure function
 * that is applied to it atomically, perhaps more than once until nobody came between. Orders of jobs follow from the jobs.
 */
export interface JobStore {
  read(key: string): Promise<JobState>;
  update<T>(key: string, change: (state: JobState) => readonly [JobState, T]): Promise<T>;
  /**
   * Keys of the jobs for an engine that somebody waits for and nobody holds: one of each match by turns, the match served longest
   * ago first, the jobs of a match in the order in which they were asked for.
   */
  waiting(engineId: string): AsyncIterable<string>;
  /** Jobs that are open, and those of them that are held. */
  count(): Promise<{ readonly depth: number; readonly leased: number }>;
  openLease(token: string, lease: Lease): Promise<void>;
  /** Null when all its jobs have results, or when it never was. */
  lease(token: string): Promise<Lease | null>;
  /** These jobs of the lease have their results; a lease without jobs is gone. */
  closeJobs(token: string, keys: readonly string[]): Promise<void>;
  /** Tokens of leases that are over by then, of one worker if one is named. */
  leasesOver(now: number): Promise<readonly string[]>;
  leasesOf(workerId: string): Promise<readonly string[]>;
}
