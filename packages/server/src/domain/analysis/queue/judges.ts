import type { Job } from '@anchor/wire';
import type { World } from '../../ports.ts';
import { Queue } from '../../queue.ts';
import type { Evaluation, Evaluator } from '../evaluator.ts';
import type { EvaluationCache } from './evaluation-cache.ts';
import type { Answered, JobQueue } from './job-queue.ts';
import type { PackedResult } from './packing.ts';

export interface JudgesParts {
  readonly cache: EvaluationCache;
  readonly queue: JobQueue;
  readonly world: Pick<World, 'now'>;
  /** Takes the error when a job could not be withdrawn. */
  readonly failed: (error: unknown) => void;
}

/** One call of `evaluate` that is not done. */
interface Waiter {
  readonly match: string;
  /** What it still waits for. */
  readonly pending: Map<string, Job>;
  arrive(key: string, text: PackedResult): void;
}

/** Answers from the cache first and has workers asked for the rest. */
export class Judges implements Evaluator {
  readonly #parts: JudgesParts;
  readonly #waiters = new Map<string, Set<Waiter>>();
  /** Asking and withdrawing take time; done in turn, a match that leaves while it still asks leaves nothing behind. */
  readonly #line = new Queue();
  readonly #beginning = new Set<Promise<void>>();

  constructor(parts: JudgesParts) {
    this.#parts = parts;
  }

  evaluate(match: string, jobs: readonly Job[], arrived: (key: string, text: PackedResult) => void): Evaluation {
    const pending = new Map(jobs.map((job) => [job.key, job]));
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const waiter: Waiter = {
      ...{ match, pending },
      arrive: (key, text) => {
        if (!this.#remove(waiter, key)) return;
        arrived(key, text);
        if (pending.size === 0) finish();
      },
    };
    if (pending.size === 0) finish();
    // before anything is looked up: what arrives meanwhile must not be missed
    for (const key of pending.keys()) this.#add(waiter, key);
    const begun = this.#begin(waiter);
    const done = begun.then(() => finished);
    this.#beginning.add(begun);
    begun.catch(() => {}).finally(() => this.#beginning.delete(begun));
    return { done, cancel: () => this.#cancel(waiter) };
  }

  /** Jobs have got their results, which are stored. */
  tell(results: readonly Answered[]): void {
    for (const { key, text } of results) {
      const waiters = [...(this.#waiters.get(key) ?? [])];
      for (const waiter of waiters) waiter.arrive(key, text);
      // who looked the job up before it was stored may have asked for it after it was done
      for (const { match } of waiters) this.#withdraw([key], match);
    }
  }

  /** Results that another process stored; without keys: whatever is waited for, some of which may have been missed. */
  async lookUp(keys: readonly string[] = [...this.#waiters.keys()]): Promise<void> {
    const wanted = keys.filter((key) => this.#waiters.has(key));
    if (wanted.length === 0) return;
    const known = await this.#parts.cache.read(wanted);
    this.tell([...known].map(([key, text]) => ({ key, text })));
  }

  /** Resolves when everything that was asked or withdrawn has reached the queue. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#beginning);
    await this.#line.idle();
  }

  async #begin(waiter: Waiter): Promise<void> {
    const known = await this.#parts.cache.read([...waiter.pending.keys()]);
    for (const [key, text] of known) waiter.arrive(key, text);
    const { queue, world } = this.#parts;
    await this.#line.run(async () => {
      for (const job of [...waiter.pending.values()])
        if (waiter.pending.has(job.key)) await queue.ask(job, waiter.match, world.now());
    });
  }

  #cancel(waiter: Waiter): void {
    const keys = [...waiter.pending.keys()].filter((key) => this.#remove(waiter, key));
    this.#withdraw(keys, waiter.match);
  }

  #withdraw(keys: readonly string[], match: string): void {
    const { queue, failed } = this.#parts;
    const work = this.#line.run(async () => {
      for (const key of keys) if (!this.#isWanted(key, match)) await queue.withdraw(key, match);
    });
    work.catch(failed);
  }

  #isWanted(key: string, match: string): boolean {
    return [...(this.#waiters.get(key) ?? [])].some((waiter) => waiter.match === match);
  }

  #add(waiter: Waiter, key: string): void {
    const waiters = this.#waiters.get(key) ?? new Set();
    this.#waiters.set(key, waiters.add(waiter));
  }

  /** False when it did not wait for this. */
  #remove(waiter: Waiter, key: string): boolean {
    const waiters = this.#waiters.get(key);
    waiters?.delete(waiter);
    if (waiters?.size === 0) this.#waiters.delete(key);
    return waiter.pending.delete(key);
  }
}
