import type { Clock } from './clock.ts';
import { Notifier } from './notifier.ts';
import type { Tally } from './tally.ts';
import type { Throughput } from './throughput.ts';
import type { Task } from './types.ts';

/** Upper bound of the expected thinking time: a new lease is always long enough to try. */
const MAX_THINKING_MS = 30_000;
/** Time of a lease reserved for submitting the result. */
const RETURN_MS = 5_000;

/** The queue of leased jobs that wait for an engine. */
export class JobQueue {
  readonly #clock: Clock;
  readonly #throughput: Throughput;
  readonly #tally: Tally;
  readonly #tasks: Task[] = [];
  readonly #filled = new Notifier();
  readonly #taken = new Notifier();
  #closed = false;

  constructor(parts: { clock: Clock; throughput: Throughput; tally: Tally }) {
    this.#clock = parts.clock;
    this.#throughput = parts.throughput;
    this.#tally = parts.tally;
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
      this.#tally.stale++;
    }
    return null;
  }
}
