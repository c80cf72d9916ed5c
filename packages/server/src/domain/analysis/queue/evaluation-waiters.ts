import type { Job } from '@anchor/wire';
import { Queue } from '../../../shared/queue.ts';
import type { World } from '../../ports/world.ts';
import type { Evaluation, Evaluator } from '../deep-analysis.ts';
import type { PackedResult } from '../packing.ts';
import type { EvaluationCache } from './evaluation-cache.ts';
import type { Answered, JobQueue } from './job-queue.ts';

interface EvaluationWaitersParts {
  readonly cache: EvaluationCache;
  readonly queue: JobQueue;
  readonly world: Pick<World, 'now'>;
  /** Called with the error when a job could not be withdrawn. */
  readonly failed: (error: unknown) => void;
}

/** A call of `evaluate` in progress. */
interface Waiter {
  readonly match: string;
  /** Jobs without a result yet. */
  readonly pending: Map<string, Job>;
  arrive(key: string, text: PackedResult): void;
}

/** Answers from the cache first and queues the rest for workers. */
export class EvaluationWaiters implements Evaluator {
  readonly #cache: EvaluationCache;
  readonly #queue: JobQueue;
  readonly #world: Pick<World, 'now'>;
  readonly #failed: (error: unknown) => void;
  readonly #waiters = new Map<string, Set<Waiter>>();
  /** Runs queue operations in order, so that a match that cancels while it is still queueing jobs leaves none behind. */
  readonly #operations = new Queue();
  readonly #beginning = new Set<Promise<void>>();

  constructor(parts: EvaluationWaitersParts) {
    this.#cache = parts.cache;
    this.#queue = parts.queue;
    this.#world = parts.world;
    this.#failed = parts.failed;
  }

  evaluate(match: string, jobs: readonly Job[], arrived: (key: string, text: PackedResult) => void): Evaluation {
    const pending = new Map(jobs.map((job) => [job.key, job]));
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const waiter: Waiter = {
      match,
      pending,
      arrive: (key, text) => {
        if (!this.#remove(waiter, key)) return;
        arrived(key, text);
        if (pending.size === 0) finish();
      },
    };
    if (pending.size === 0) finish();
    // Register before the lookup, so that no result is missed.
    for (const key of pending.keys()) this.#add(waiter, key);
    const begun = this.#begin(waiter);
    const done = begun.then(() => finished);
    this.#beginning.add(begun);
    begun.catch(() => {}).finally(() => this.#beginning.delete(begun));
    return { done, cancel: () => this.#cancel(waiter) };
  }

  /** Delivers results that are stored. */
  tell(results: readonly Answered[]): void {
    for (const { key, text } of results) {
      const waiters = [...(this.#waiters.get(key) ?? [])];
      for (const waiter of waiters) waiter.arrive(key, text);
      // A caller that read the cache before the result was stored may have queued the job after it was done.
      for (const { match } of waiters) this.#withdraw([key], match);
    }
  }

  /** Delivers results that another process stored. Without keys, looks up all pending jobs, because messages may have been lost. */
  async lookUp(keys: readonly string[] = [...this.#waiters.keys()]): Promise<void> {
    const wanted = keys.filter((key) => this.#waiters.has(key));
    if (wanted.length === 0) return;
    const known = await this.#cache.read(wanted);
    this.tell([...known].map(([key, text]) => ({ key, text })));
  }

  /** Resolves when all queue operations so far have ended. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#beginning);
    await this.#operations.idle();
  }

  async #begin(waiter: Waiter): Promise<void> {
    const known = await this.#cache.read([...waiter.pending.keys()]);
    for (const [key, text] of known) waiter.arrive(key, text);
    await this.#operations.run(async () => {
      for (const job of [...waiter.pending.values()])
        if (waiter.pending.has(job.key)) await this.#queue.ask(job, waiter.match, this.#world.now());
    });
  }

  #cancel(waiter: Waiter): void {
    const keys = [...waiter.pending.keys()].filter((key) => this.#remove(waiter, key));
    this.#withdraw(keys, waiter.match);
  }

  #withdraw(keys: readonly string[], match: string): void {
    const work = this.#operations.run(async () => {
      for (const key of keys) if (!this.#isWanted(key, match)) await this.#queue.withdraw(key, match);
    });
    work.catch(this.#failed);
  }

  #isWanted(key: string, match: string): boolean {
    return [...(this.#waiters.get(key) ?? [])].some((waiter) => waiter.match === match);
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
