import type { Job } from '@anchor/wire';
import type { PackedResult } from './queue/packing.ts';

/** Jobs of one match that somebody waits for. */
export interface Evaluation {
  /** Resolves when every job has its result. */
  readonly done: Promise<void>;
  /** Gives up what still waits. */
  cancel(): void;
}

/** Whoever judges decisions: the cache first, then workers. */
export interface Evaluator {
  /**
   * Asks for these jobs on behalf of a match. `arrived` is told each result once, as it comes; those that are known
   * already come first. Results outlive the request: what has arrived need not be asked for again.
   */
  evaluate(match: string, jobs: readonly Job[], arrived: (key: string, text: PackedResult) => void): Evaluation;
}
