import type { Job, JobResult } from '@anchor/wire';

/** How long a lease lives on the server, counted from its answer. */
export const LEASE_MS = 60_000;

/** A leased job on its way through an engine. */
export interface Task {
  readonly job: Job;
  readonly token: string;
  /** When the lease is over, in milliseconds since the epoch. */
  readonly deadlineMs: number;
  /** Engines that failed over it. */
  readonly failures: number;
}

/** A result that the server does not have yet. */
export interface Finished {
  readonly key: string;
  readonly token: string;
  readonly deadlineMs: number;
  readonly result: JobResult;
  /** When the engine had it, in milliseconds since the epoch. */
  readonly doneMs: number;
}

/** Why a worker stopped by itself: what to tell its owner. */
export interface Ending {
  readonly code: 'refused-by-server' | 'engine-unfit';
  readonly message: string;
}

/** What a server answered, or why there is no answer. */
export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  /** It will not change its mind: the worker must stop. */
  | { readonly ok: false; readonly code: 'refused'; readonly message: string }
  /** Too many requests; come again later. */
  | { readonly ok: false; readonly code: 'limited'; readonly afterMs: number; readonly message: string }
  /** Away, broken, or not understood; may be back any moment. */
  | { readonly ok: false; readonly code: 'unreachable'; readonly message: string };

export interface Lease {
  readonly token: string;
  readonly jobs: readonly Job[];
}

/** What was done with sent results. */
export interface Receipt {
  readonly accepted: number;
  readonly ignored: number;
  /** Why none was taken, when the lease itself was refused. */
  readonly error: string | null;
}

/** The server as a worker sees it. */
export interface Server {
  /** The engine whose results are wanted. */
  wantedEngine(): Promise<Reply<string>>;
  /** Up to `count` jobs; null when there is nothing to do. */
  acquire(count: number): Promise<Reply<Lease | null>>;
  submit(token: string, results: readonly Finished[]): Promise<Reply<Receipt>>;
}
