import { leaseCount } from '@anchor/wire';
import type { Clock } from './clock.ts';
import type { Throughput } from './lease-size.ts';
import type { WorkerStatus } from './status.ts';
import type { Finished, Task } from './types.ts';

/** Upper bound of the expected thinking time: a new lease is always long enough to try. */
const MAX_THINKING_MS = 30_000;
/** Time of a lease reserved for submitting the result. */
const RETURN_MS = 5_000;

/** The queue of leased jobs that wait for an engine. */
export class JobQueue {
  readonly #clock: Clock;
  readonly #throughput: Throughput;
  readonly #status: WorkerStatus;
  readonly #tasks: Task[] = [];
  readonly #filled = new Notifier();
  readonly #taken = new Notifier();
  #closed = false;

  constructor(parts: { clock: Clock; throughput: Throughput; status: WorkerStatus }) {
    this.#clock = parts.clock;
    this.#throughput = parts.throughput;
    this.#status = parts.status;
  }

  get waiting(): number {
    return this.#tasks.length;
  }

  put(tasks: readonly Task[]): void {
    this.#tasks.push(...tasks);
    this.#filled.notify();
  }

  /** Returns a job whose engine failed to the front of the queue. */
  putBack(task: Task): void {
    this.#tasks.unshift(task);
    this.#filled.notify();
  }

  /** Accepts no more jobs. Queued jobs can still be taken. */
  close(): void {
    this.#closed = true;
    this.#filled.notify();
  }

  /**
   * Returns the next job that can be finished in time. Returns null if there will be none, or when the signal
   * aborts.
   */
  async take(signal: AbortSignal): Promise<Task | null> {
    while (!signal.aborted) {
      const task = this.#next();
      if (task) return task;
      if (this.#closed) return null;
      this.#taken.notify();
      await this.#filled.next(signal);
    }
    return null;
  }

  /** Resolves when a job leaves the queue, an engine finds it empty, or the signal aborts. */
  async change(signal: AbortSignal): Promise<void> {
    await this.#taken.next(signal);
  }

  #next(): Task | null {
    const neededMs = Math.min(this.#throughput.msPerJob ?? 0, MAX_THINKING_MS) + RETURN_MS;
    for (let task = this.#tasks.shift(); task; task = this.#tasks.shift()) {
      this.#taken.notify();
      if (task.deadlineMs - this.#clock.nowMs() > neededMs) return task;
      this.#status.stale++;
    }
    return null;
  }
}

/** Maximum size of one request. The server accepts a megabyte. */
const MAX_BATCH_CHARS = 500_000;

/**
 * Results waiting to be submitted. They are kept in memory only: a result is worthless after its lease, which
 * does not outlive a longer outage or a restart. The queue stays short, because nothing is leased while the
 * server is unreachable.
 */
export class ResultQueue {
  readonly #results: Finished[] = [];
  readonly #changed = new Notifier();
  #closed = false;

  get size(): number {
    return this.#results.length;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Time at which the oldest result was made. Null if there is none. */
  get oldestMs(): number | null {
    return this.#results[0]?.doneMs ?? null;
  }

  add(result: Finished): void {
    this.#results.push(result);
    this.#changed.notify();
  }

  close(): void {
    this.#closed = true;
    this.#changed.notify();
  }

  /** Resolves when the queue changes or `nudge` is called, or when the signal aborts. */
  change(signal: AbortSignal): Promise<void> {
    return this.#changed.next(signal);
  }

  /** Wakes waiting callers although no result was added, for example after a failed job. */
  nudge(): void {
    this.#changed.notify();
  }

  /** Returns the oldest results of one lease that fit in one request. Empty if there are none. */
  batch(): readonly Finished[] {
    const token = this.#results[0]?.token;
    const lease = this.#results.filter((result) => result.token === token).slice(0, leaseCount.most);
    let chars = 0;
    const fits = lease.findIndex((result) => {
      chars += JSON.stringify(result.result).length;
      return chars > MAX_BATCH_CHARS;
    });
    return lease.slice(0, fits === -1 ? lease.length : Math.max(1, fits));
  }

  remove(results: readonly Finished[]): void {
    for (const result of results) this.#results.splice(this.#results.indexOf(result), 1);
  }

  /** Drops results whose lease has expired. Returns their number. */
  dropLate(nowMs: number): number {
    const late = this.#results.filter(({ deadlineMs }) => deadlineMs <= nowMs);
    this.remove(late);
    return late.length;
  }
}

/** Wakes all waiting callers when something has changed. */
class Notifier {
  readonly #waiting = new Set<() => void>();

  notify(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  /** Resolves at the next notification, or when the signal aborts. */
  next(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }
}
