import type { Job, JobResult } from '@anchor/wire';

/** Duration of a lease, counted from the server's answer. */
export const LEASE_MS = 60_000;

/** A leased job that waits for an engine or is with one. */
export interface Task {
  readonly job: Job;
  readonly token: string;
  /** End of the lease, in milliseconds since the epoch. */
  readonly deadlineMs: number;
  /** Number of engines that failed on this job. */
  readonly failures: number;
}

/** A result that has not been submitted yet. */
export interface Finished {
  readonly key: string;
  readonly job: Job;
  readonly token: string;
  readonly deadlineMs: number;
  readonly result: JobResult;
  /** Time at which the engine finished, in milliseconds since the epoch. */
  readonly doneMs: number;
}

/** The reason why a worker stopped without being asked, with a message for its owner. */
export interface Ending {
  readonly code: 'refused-by-server' | 'engine-unfit';
  readonly message: string;
}

/** A server's answer, or the kind of failure. */
export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  /** The server will not change its mind. The worker must stop. */
  | { readonly ok: false; readonly code: 'refused'; readonly message: string }
  /** Too many requests. The worker must wait. */
  | { readonly ok: false; readonly code: 'limited'; readonly afterMs: number; readonly message: string }
  /** Unreachable, broken, or an invalid answer. The worker may retry. */
  | { readonly ok: false; readonly code: 'unreachable'; readonly message: string };

export interface Lease {
  readonly token: string;
  readonly jobs: readonly Job[];
}

/** The server's response to submitted results. */
export interface Receipt {
  readonly accepted: number;
  readonly ignored: number;
  /** The reason for refusing the lease. Null if it was accepted. */
  readonly error: string | null;
}

/** The settings that a server sends to its workers. */
export interface Wants {
  /** Id of the engine whose results it accepts. */
  readonly engineId: string;
  /** Number of jobs that wait or are leased. */
  readonly depth: number;
  /** The oldest version of this program that it serves. Null if it does not say. */
  readonly leastVersion: string | null;
}

/** The server's interface for workers. */
export interface Server {
  wants(): Promise<Reply<Wants>>;
  /** Leases up to `count` jobs. The value is null if there are none. */
  acquire(count: number): Promise<Reply<Lease | null>>;
  submit(token: string, results: readonly Finished[]): Promise<Reply<Receipt>>;
}
