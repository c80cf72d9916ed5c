import type { AnalysisPending, Job } from '@anchor/wire';
import type { World } from '../ports/world.ts';
import type { StoredResult } from './deep-report.ts';
import type { Asking } from './queue/job-queue.ts';

/** A deep analysis stands still when no result has arrived for this long. */
export const RESULT_TIMEOUT_MS = 20_000;

interface DeepAnalysisParts {
  readonly asking: Asking;
  readonly jobs: readonly Job[];
  readonly evaluator: Evaluator;
  readonly world: Pick<World, 'now'>;
}

/** A deep analysis that this process follows until all decisions are judged. */
export class DeepAnalysis {
  /** Resolves to true when all decisions are judged, and to false when this process stops following it. */
  readonly complete: Promise<boolean>;
  /** Resolves when the jobs are queued. */
  readonly queued: Promise<void>;
  /** The keys of all its jobs. */
  readonly keys: readonly string[];
  readonly #world: Pick<World, 'now'>;
  readonly #evaluation: Evaluation;
  #done = 0;
  #movedAt: number;
  #abandon = (_complete: false) => {};

  constructor({ asking, jobs, evaluator, world }: DeepAnalysisParts) {
    this.keys = jobs.map(({ key }) => key);
    this.#world = world;
    this.#movedAt = world.now();
    const abandoned = new Promise<false>((resolve) => {
      this.#abandon = resolve;
    });
    this.#evaluation = evaluator.evaluate(asking, jobs, () => {
      this.#done += 1;
      this.#movedAt = this.#world.now();
    });
    this.queued = this.#evaluation.queued;
    this.complete = Promise.race([this.#evaluation.done.then(() => true), abandoned]);
    // A caller who learns from `queued` that nothing could be queued does not wait for the end.
    this.complete.catch(() => undefined);
  }

  /** The time of the last result, or of the begin. */
  get movedAt(): number {
    return this.#movedAt;
  }

  /** True if a result has arrived within the last 20 seconds, or the analysis began in this time. */
  get isMoving(): boolean {
    return this.#world.now() - this.#movedAt < RESULT_TIMEOUT_MS;
  }

  get progress(): NonNullable<AnalysisPending['progress']> {
    return { done: this.#done, wanted: this.keys.length, running: this.isMoving };
  }

  /** Queues jobs again that the queue may have dropped, and extends the time for which they are wanted. */
  askAgain(asking: Asking, jobs: readonly Job[]): Promise<void> {
    return this.#evaluation.askAgain(asking, jobs);
  }

  /** Stops following. The queue keeps the jobs. */
  stop(): void {
    this.#abandon(false);
    this.#evaluation.cancel();
  }
}

/** Jobs whose results a caller waits for. */
export interface Evaluation {
  /** Resolves when every job has its result. */
  readonly done: Promise<void>;
  /** Resolves when the jobs without a result are queued. */
  readonly queued: Promise<void>;
  /** Queues those of the jobs again that have no result. */
  askAgain(asking: Asking, jobs: readonly Job[]): Promise<void>;
  /** Stops waiting. The queue keeps the jobs. */
  cancel(): void;
}

/** Gets evaluations from the cache or, if missing, from workers. */
export interface Evaluator {
  /** Requests these jobs. `arrived` is called once per result that is stored, first for those already known. */
  evaluate(asking: Asking, jobs: readonly Job[], arrived: (key: string) => void): Evaluation;
  /** The stored results of these jobs, with the workers that gave them. */
  results(keys: readonly string[]): Promise<ReadonlyMap<string, StoredResult>>;
}
