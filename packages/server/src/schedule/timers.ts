import type { Alarms, World } from '../domain/ports/world.ts';

/** Longest delay of a platform timer. Later alarms use several timers. */
const LONGEST_MS = 2 ** 31 - 1;

type Action = Parameters<Alarms['set']>[2];

/**
 * Alarms on platform timers, which do not keep the process alive. An alarm never goes off inside `set`, even if it is due. Its delay is
 * measured by a clock that is never set: a wall clock that is set back in the meantime does not postpone it.
 */
export class Timers implements Alarms {
  readonly #world: World;
  readonly #failed: (error: unknown, name: string) => void;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #isStopped = false;

  /** `failed` is called when the action of an alarm throws or rejects. */
  constructor(world: World, failed: (error: unknown, name: string) => void) {
    this.#world = world;
    this.#failed = failed;
  }

  set(name: string, at: number, onDue: Action): void {
    this.clear(name);
    if (!this.#isStopped) this.#wait(name, this.#world.elapsedMs() + Math.max(0, at - this.#world.now()), onDue);
  }

  /** `until` is a time of the monotonic clock, in milliseconds. */
  #wait(name: string, until: number, onDue: Action): void {
    // A platform timer counts whole milliseconds from the beginning of the turn: with the exact delay it is early, and another one has to follow.
    const delayMs = Math.min(Math.ceil(until - this.#world.elapsedMs()) + 1, LONGEST_MS);
    this.#timers.set(name, setTimeout(() => this.#goOff(name, until, onDue), delayMs).unref());
  }

  clear(name: string): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.delete(name);
  }

  /** Cancels all alarms. Later calls of `set` have no effect. */
  stop(): void {
    this.#isStopped = true;
    for (const name of [...this.#timers.keys()]) this.clear(name);
  }

  #goOff(name: string, until: number, onDue: Action): void {
    // Platform timers may fire a little early.
    if (this.#world.elapsedMs() < until) {
      this.#wait(name, until, onDue);
      return;
    }
    this.#timers.delete(name);
    void this.#run(name, onDue);
  }

  async #run(name: string, onDue: Action): Promise<void> {
    try {
      await onDue();
    } catch (error) {
      this.#failed(error, name);
    }
  }
}
