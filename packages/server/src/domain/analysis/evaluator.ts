import type { Job } from '@anchor/wire';
import type { PackedResult } from './packing.ts';

/** Jobs of one match that a caller waits for. */
export interface Evaluation {
  /** Resolves when every job has its result. */
  readonly done: Promise<void>;
  /** Cancels the jobs that have no result yet. */
  cancel(): void;
}

/** Gets evaluations from the cache or, if missing, from workers. */
export interface Evaluator {
  /**
   * Requests these jobs for a match. `arrived` is called once per result, first for those already known. Results are stored even after
   * the request ends.
   */
  evaluate(match: string, jobs: readonly Job[], arrived: (key: string, text: PackedResult) => void): Evaluation;
}
