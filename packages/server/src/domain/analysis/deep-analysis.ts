import type { AnalysisPending, Job } from '@anchor/wire';
import type { Alarms, World } from '../ports/world.ts';
import type { PackedResult } from './packing.ts';

/** How long a deep analysis waits for the next result before it gives up. */
const RESULT_TIMEOUT_MS = 20_000;

interface DeepAnalysisParts {
  readonly match: string;
  readonly jobs: readonly Job[];
  readonly evaluator: Evaluator;
  readonly alarms: Alarms;
  readonly world: World;
  /** Name of the alarm for that timeout. */
  readonly alarm: string;
}

/** A deep analysis in progress. It ends when all decisions are judged or no result arrives for a while. */
export class DeepAnalysis {
  readonly results = new Map<string, PackedResult>();
  /** Resolves to true if all decisions were judged. */
  readonly complete: Promise<boolean>;
  readonly #jobs: readonly Job[];
  readonly #alarms: Alarms;
  readonly #world: World;
  readonly #alarm: string;
  readonly #evaluation: Evaluation;
  #abandon = (_complete: false) => {};

  constructor(parts: DeepAnalysisParts) {
    this.#jobs = parts.jobs;
    this.#alarms = parts.alarms;
    this.#world = parts.world;
    this.#alarm = parts.alarm;
    const { match, jobs, evaluator, alarms, alarm } = parts;
    this.#wait();
    const abandoned = new Promise<false>((resolve) => {
      this.#abandon = resolve;
    });
    this.#evaluation = evaluator.evaluate(match, jobs, (key, text) => {
      this.results.set(key, text);
      this.#wait();
    });
    const done = this.#evaluation.done.then(() => true);
    this.complete = Promise.race([done, abandoned]).finally(() => alarms.clear(alarm));
  }

  progress(running: boolean): NonNullable<AnalysisPending['progress']> {
    return { done: this.results.size, wanted: this.#jobs.length, running };
  }

  /** Cancels the decisions that are not judged yet. */
  giveUp(): void {
    this.#abandon(false);
    this.#evaluation.cancel();
  }

  #wait(): void {
    this.#alarms.set(this.#alarm, this.#world.now() + RESULT_TIMEOUT_MS, () => this.giveUp());
  }
}

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
