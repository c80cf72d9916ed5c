import type { Job } from '@anchor/wire';
import { PendingCount } from '../../../shared/pending-count.ts';
import type { Alarms, Log, World } from '../../ports/world.ts';
import type { Evaluation, Evaluator } from '../deep-analysis.ts';
import type { StoredResult } from '../deep-report.ts';
import type { EvaluationCache } from './evaluation-cache.ts';
import type { Asking, JobQueue } from './job-queue.ts';

/** A worker may submit a result to any process. So a process that waits for results looks for stored ones this often. */
export const LOOK_MS = 1_000;
/** Number of jobs that one look asks about. The next look goes on with the others. */
const LOOKED_AT = 1_000;
const LOOK_ALARM = 'evaluations';

interface EvaluationWaitersParts {
  readonly cache: EvaluationCache;
  readonly queue: JobQueue;
  readonly alarms: Alarms;
  readonly world: World;
  readonly log: Log;
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
  readonly #alarms: Alarms;
  readonly #world: World;
  readonly #log: Log;
  readonly #waiters = new Map<string, Set<Waiter>>();
  readonly #operations = new PendingCount();
  #isLookDue = false;
  /** Number of jobs that the last looks have asked about. */
  #looked = 0;

  constructor({ cache, queue, alarms, world, log }: EvaluationWaitersParts) {
    this.#cache = cache;
    this.#queue = queue;
    this.#alarms = alarms;
    this.#world = world;
    this.#log = log;
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
    this.#lookLater();
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
  resolve(keys: readonly string[]): void {
    for (const key of keys) for (const waiter of [...(this.#waiters.get(key) ?? [])]) waiter.arrive(key);
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

  #lookLater(): void {
    if (this.#isLookDue || this.#waiters.size === 0) return;
    this.#isLookDue = true;
    this.#alarms.set(LOOK_ALARM, this.#world.now() + LOOK_MS, () => this.#operations.during(() => this.#look()));
  }

  async #look(): Promise<void> {
    const pending = [...this.#waiters.keys()];
    if (this.#looked >= pending.length) this.#looked = 0;
    const asked = pending.slice(this.#looked, this.#looked + LOOKED_AT);
    this.#looked += asked.length;
    try {
      this.resolve([...(await this.#cache.peek(asked)).keys()]);
    } catch (err) {
      this.#log.error({ err }, 'could not look for analysis results; it is tried again');
    }
    this.#isLookDue = false;
    this.#lookLater();
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
