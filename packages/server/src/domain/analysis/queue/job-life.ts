import type { Job, JobResult } from '@anchor/wire';
import { agreedResult } from './agreement.ts';

/** Lifetime of a lease. */
export const LEASE_MS = 60_000;
/** Strict mode drops a job after this many opinions of which no two agree. */
export const MAX_OPINIONS = 5;

/** The lease that holds a job. */
export interface Hold {
  readonly token: string;
  readonly workerId: string;
  readonly until: number;
}

/** One worker's checked result of a job. */
export interface Opinion {
  readonly workerId: string;
  readonly result: JobResult;
}

/** A job without a result yet. Each step of its life is a pure function from one state to the next. */
export interface QueuedJob {
  readonly job: Job;
  /** Matches that wait for it. If empty, a held job is still finished, but it is not handed out again. */
  readonly matches: readonly string[];
  readonly hold: Hold | null;
  /** Strict mode: the opinions so far, of which no two agree. */
  readonly opinions: readonly Opinion[];
  /** Strict mode: all workers that have had the job. */
  readonly hadBy: readonly string[];
}

/** Null when the job does not exist or is done. */
export type JobState = QueuedJob | null;

/** True if the job counts as work: a match waits for it or a worker holds it. */
export function isOpen(state: JobState): boolean {
  return state !== null && (state.hold !== null || state.matches.length > 0);
}

/** Adds a match that waits for the job. */
export function ask(state: JobState, job: Job, match: string): QueuedJob {
  if (!state) return { job, matches: [match], hold: null, opinions: [], hadBy: [] };
  return state.matches.includes(match) ? state : { ...state, matches: [...state.matches, match] };
}

/** Removes a match that no longer waits. */
export function withdraw(state: JobState, match: string): JobState {
  if (!state?.matches.includes(match)) return state;
  return tidy({ ...state, matches: state.matches.filter((other) => other !== match) });
}

/** True if this worker may take the job now. In strict mode no worker gets the same job twice. */
export function mayTake(state: JobState, workerId: string): boolean {
  return state !== null && state.hold === null && state.matches.length > 0 && !state.hadBy.includes(workerId);
}

/** Gives the job to the worker if allowed. The caller sees this from the `hold` of the new state. */
export function take(state: JobState, hold: Hold, isStrict: boolean): JobState {
  if (state === null || !mayTake(state, hold.workerId)) return state;
  return { ...state, hold, hadBy: isStrict ? [...state.hadBy, hold.workerId] : [] };
}

/** Ends the lease with this token, so that other workers may take the job. */
export function release(state: JobState, token: string): JobState {
  return state?.hold?.token === token ? tidy({ ...state, hold: null }) : state;
}

/** Result of `settle`: the job has its result; it needs another opinion; it did not belong to this lease. */
export type Settled =
  | { readonly outcome: 'answered'; readonly result: JobResult; readonly before: QueuedJob }
  | { readonly outcome: 'noted' | 'not-held' };

/** Adds the opinion of the worker that holds the job. */
export function settle(
  state: JobState,
  token: string,
  opinion: Opinion,
  isStrict: boolean,
): readonly [JobState, Settled] {
  if (state?.hold?.token !== token) return [state, { outcome: 'not-held' }];
  const result = isStrict ? confirmed(state.opinions, opinion) : opinion.result;
  if (result) return [null, { outcome: 'answered', result, before: state }];
  const opinions = [...state.opinions, opinion];
  const next = opinions.length < MAX_OPINIONS ? tidy({ ...state, hold: null, opinions }) : null;
  return [next, { outcome: 'noted' }];
}

/**
 * Undoes `settle` after the result could not be stored. The worker holds the job again, unless another worker has taken it in the
 * meantime.
 */
export function takeBack(state: JobState, before: QueuedJob): QueuedJob {
  if (!state) return before;
  const matches = [...new Set([...before.matches, ...state.matches])];
  return state.hold ? { ...state, matches } : { ...before, matches };
}

/** The result on which two different workers agree. Takes the earlier of the two. */
function confirmed(earlier: readonly Opinion[], { workerId, result }: Opinion): JobResult | null {
  for (const other of earlier) {
    const agreed = other.workerId === workerId ? null : agreedResult(other.result, result);
    if (agreed) return agreed;
  }
  return null;
}

/**
 * Drops a job that is no longer open, unless it has opinions. Those are kept for the next request. Workers that only let their lease
 * expire may then take it again.
 */
function tidy(state: QueuedJob): JobState {
  if (isOpen(state)) return state;
  return state.opinions.length === 0 ? null : { ...state, hadBy: state.opinions.map(({ workerId }) => workerId) };
}
