import { Bell } from './bell.ts';
import type { Clock } from './clock.ts';
import type { Pace } from './pace.ts';
import type { Tally } from './tally.ts';
import type { Task } from './types.ts';

/** However slow the engines seem, a fresh lease is long enough to try. */
const MOST_THINKING_MS = 30_000;
/** What must be left of a lease after the thinking, for the way back to the server. */
const RETURN_MS = 5_000;

/** The pile of leased jobs that wait for an engine. */
export class Desk {
  readonly #clock: Clock;
  readonly #pace: Pace;
  readonly #tally: Tally;
  readonly #pile: Task[] = [];
  readonly #filled = new Bell();
  readonly #taken = new Bell();
  #closed = false;

  constructor(parts: { clock: Clock; pace: Pace; tally: Tally }) {
    this.#clock = parts.clock;
    this.#pace = parts.pace;
    this.#tally = parts.tally;
  }

  get waiting(): number {
    return this.#pile.length;
  }

  put(tasks: readonly Task[]): void {
    this.#pile.push(...tasks);
    this.#filled.ring();
  }

  /** A job whose engine failed goes before the others. */
  putBack(task: Task): void {
    this.#pile.unshift(task);
    this.#filled.ring();
  }

  /** Nothing more will come; what is there may still be taken. */
  close(): void {
    this.#closed = true;
    this.#filled.ring();
  }

  /** The next job that can be done in time; null when there will be none, or the signal is given. */
  async take(signal: AbortSignal): Promise<Task | null> {
    while (!signal.aborted) {
      const task = this.#next();
      if (task) return task;
      if (this.#closed) return null;
      this.#taken.ring();
      await this.#filled.next(signal);
    }
    return null;
  }

  /** Resolves when a job has left the pile or an engine finds it empty, or the signal is given. */
  async change(signal: AbortSignal): Promise<void> {
    await this.#taken.next(signal);
  }

  #next(): Task | null {
    const neededMs = Math.min(this.#pace.msPerJob ?? 0, MOST_THINKING_MS) + RETURN_MS;
    for (let task = this.#pile.shift(); task; task = this.#pile.shift()) {
      this.#taken.ring();
      if (task.deadlineMs - this.#clock.nowMs() > neededMs) return task;
      this.#tally.stale++;
    }
    return null;
  }
}
