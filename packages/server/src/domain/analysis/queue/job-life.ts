import type { Job, JobResult } from '@anchor/wire';
import { agreedResult } from './agreement.ts';

/** A lease that brought no result is over after this time. */
export const LEASE_MS = 60_000;
/** Strict mode gives a job up when so many workers have judged it and no two of them agree. */
export const MAX_OPINIONS = 5;

/** Who holds a job, until when. */
export interface Hold {
  readonly token: string;
  readonly workerId: string;
  readonly until: number;
}

/** What one worker says of a job, already found to be possible. */
export interface Opinion {
  readonly workerId: string;
  readonly result: JobResult;
}

/** A job on its way to a result. Every step of its life is a function from one of these to the next. */
export interface QueuedJob {
  readonly job: Job;
  /** Matches that wait for it. Nobody: it is finished if it is out, and not given out again. */
  readonly matches: readonly string[];
  readonly hold: Hold | null;
  /** Strict mode: what has been said so far, no two of which agree. */
  readonly opinions: readonly Opinion[];
  /** Strict mode: everybody who was given it. */
  readonly hadBy: readonly string[];
}

/** Null: there is no such job, or no longer. */
export type JobState = QueuedJob | null;

/** Whether the job counts as work: somebody waits for it, or a worker is at it. */
export function isOpen(state: JobState): boolean {
  return state !== null && (state.hold !== null || state.matches.length > 0);
}

/** A match waits for the job, too. */
export function ask(state: JobState, job: Job, match: string): QueuedJob {
  if (!state) return { job, matches: [match], hold: null, opinions: [], hadBy: [] };
  return state.matches.includes(match) ? state : { ...state, matches: [...state.matches, match] };
}

/** A match waits no longer; what others wait for stays. */
export function withdraw(state: JobState, match: string): JobState {
  if (!state?.matches.includes(match)) return state;
  return tidy({ ...state, matches: state.matches.filter((other) => other !== match) });
}

/** Whether this worker may have the job now. In strict mode nobody is given the same job twice. */
export function mayTake(state: JobState, workerId: string): boolean {
  return state !== null && state.hold === null && state.matches.length > 0 && !state.hadBy.includes(workerId);
}

/** The worker takes it, if he may: then the hold of the outcome is his. */
export function take(state: JobState, hold: Hold, isStrict: boolean): JobState {
  if (state === null || !mayTake(state, hold.workerId)) return state;
  return { ...state, hold, hadBy: isStrict ? [...state.hadBy, hold.workerId] : [] };
}

/** The lease with this token is over: others may have what it still held. */
export function release(state: JobState, token: string): JobState {
  return state?.hold?.token === token ? tidy({ ...state, hold: null }) : state;
}

/** What came of an opinion: the job has its result; it waits for another opinion; the job was not this lease's. */
export type Settled =
  | { readonly outcome: 'answered'; readonly result: JobResult; readonly before: QueuedJob }
  | { readonly outcome: 'noted' | 'not-held' };

/** A worker says something of a job that he holds. */
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
 * The result could not be stored, so it is as if it had not been said: the job is its holder's again, unless it was asked for anew and
 * somebody else has it by now.
 */
export function takeBack(state: JobState, before: QueuedJob): QueuedJob {
  if (!state) return before;
  const matches = [...new Set([...before.matches, ...state.matches])];
  return state.hold ? { ...state, matches } : { ...before, matches };
}

/** The result that two different workers agree on; of the two, what was said first. */
function confirmed(earlier: readonly Opinion[], { workerId, result }: Opinion): JobResult | null {
  for (const other of earlier) {
    const agreed = other.workerId === workerId ? null : agreedResult(other.result, result);
    if (agreed) return agreed;
  }
  return null;
}

/**
 * A job that nobody waits for and nobody is at: forgotten, unless something was said of it. That is kept for the next one
 * who asks; whoever only let his lease run out may then try again.
 */
function tidy(state: QueuedJob): JobState {
  if (isOpen(state)) return state;
  return state.opinions.length === 0 ? null : { ...state, hadBy: state.opinions.map(({ workerId }) => workerId) };
}
