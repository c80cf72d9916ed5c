import type { AnalysisPending, Job } from '@anchor/wire';
import type { Alarms, World } from '../ports.ts';
import type { Evaluation, Evaluator } from './evaluator.ts';
import type { PackedResult } from './packing.ts';

/** How long a deep analysis waits for the next result before it gives up. */
export const RESULT_TIMEOUT_MS = 20_000;

export interface DeepAnalysisParts {
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
  readonly #parts: DeepAnalysisParts;
  readonly #evaluation: Evaluation;
  #abandon = (_complete: false) => {};

  constructor(parts: DeepAnalysisParts) {
    this.#parts = parts;
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
    return { done: this.results.size, wanted: this.#parts.jobs.length, running };
  }

  /** Cancels the decisions that are not judged yet. */
  giveUp(): void {
    this.#abandon(false);
    this.#evaluation.cancel();
  }

  #wait(): void {
    const { alarms, alarm, world } = this.#parts;
    alarms.set(alarm, world.now() + RESULT_TIMEOUT_MS, () => this.giveUp());
  }
}
