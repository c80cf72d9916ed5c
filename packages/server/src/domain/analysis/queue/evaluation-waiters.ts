import type { Job } from '@anchor/wire';
import { PendingCount } from '../../../shared/pending-count.ts';
import type { Evaluation, Evaluator } from '../deep-analysis.ts';
import type { StoredResult } from '../deep-report.ts';
import type { EvaluationCache } from './evaluation-cache.ts';
import type { Asking, JobQueue } from './job-queue.ts';

interface EvaluationWaitersParts {
  readonly cache: EvaluationCache;
  readonly queue: JobQueue;
}

/** A call of `evaluate` in progress. */
interface Waiter {
  /** Keys of the jobs without a result yet. The jobs themselves are rows, and would fill the memory. */
  readonly pending: Set<string>;
  arrive(key: string): void;
}

/** Answers from the cache first and queues the rest for workers. */
export class EvaluationWaiters implements Evaluator {
  readonly #cache: EvaluationCache;
  readonly #queue: JobQueue;
  readonly #waiters = new Map<string, Set<Waiter>>();
  readonly #operations = new PendingCount();

  constructor({ cache, queue }: EvaluationWaitersParts) {
    this.#cache = cache;
    this.#queue = queue;
  }

  evaluate(asking: Asking, jobs: readonly Job[], arrived: (key: string) => void): Evaluation {
    const pending = new Set(jobs.map(({ key }) => key));
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const arrive = (key: string) => {
      if (!this.#remove(waiter, key)) return;
      arrived(key);
      if (pending.size === 0) finish();
    };
    const waiter: Waiter = { pending, arrive };
    if (pending.size === 0) finish();
    // Register before the lookup, so that no result is missed.
    for (const key of pending) this.#add(waiter, key);
    const queued = this.#begin(waiter, asking, jobs);
    return {
      done: queued.then(() => finished),
      queued,
      askAgain: (latest, again) => this.#begin(waiter, latest, again),
      cancel: () => {
        for (const key of [...pending]) this.#remove(waiter, key);
      },
    };
  }

  results(keys: readonly string[]): Promise<ReadonlyMap<string, StoredResult>> {
    return this.#cache.judged(keys);
  }

  /** Says that the results of these jobs are stored. */
  tell(keys: readonly string[]): void {
    for (const key of keys) for (const waiter of [...(this.#waiters.get(key) ?? [])]) waiter.arrive(key);
  }

  /** Looks up all pending jobs, because messages of other processes may have been lost. */
  async lookUp(): Promise<void> {
    const wanted = [...this.#waiters.keys()];
    if (wanted.length > 0) this.tell([...(await this.#cache.peek(wanted)).keys()]);
  }

  /** Resolves when all queue operations so far have ended. */
  idle(): Promise<void> {
    return this.#operations.idle();
  }

  #begin(waiter: Waiter, asking: Asking, jobs: readonly Job[]): Promise<void> {
    return this.#operations.during(() => this.#queueMissing(waiter, asking, jobs));
  }

  async #queueMissing({ pending, arrive }: Waiter, asking: Asking, jobs: readonly Job[]): Promise<void> {
    for (const key of (await this.#cache.read([...pending])).keys()) arrive(key);
    const missing = jobs.filter(({ key }) => pending.has(key));
    const added = await this.#queue.ask(missing, asking);
    // The others are queued already, or got their result in the meantime.
    if (added < missing.length)
      for (const key of (await this.#cache.peek(missing.map((job) => job.key))).keys()) arrive(key);
  }

  #add(waiter: Waiter, key: string): void {
    const waiters = this.#waiters.get(key) ?? new Set();
    this.#waiters.set(key, waiters.add(waiter));
  }

  /** Returns false when the caller was not waiting for this key. */
  #remove(waiter: Waiter, key: string): boolean {
    const waiters = this.#waiters.get(key);
    waiters?.delete(waiter);
    if (waiters?.size === 0) this.#waiters.delete(key);
    return waiter.pending.delete(key);
  }
}
