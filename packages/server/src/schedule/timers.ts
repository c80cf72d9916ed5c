import type { Alarms, World } from '../domain/ports.ts';

/** The longest delay that a timer of the platform takes; what is further away is set again. */
const LONGEST_MS = 2 ** 31 - 1;

/** Alarms on the platform's timers, which keep no process alive. An alarm that is due at once still goes off later, never inside `set`. */
export class Timers implements Alarms {
  readonly #world: World;
  readonly #ring: (name: string) => void;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #isStopped = false;

  /** `ring` is called with the name of each alarm that is due. */
  constructor(world: World, ring: (name: string) => void) {
    this.#world = world;
    this.#ring = ring;
  }

  set(name: string, at: number): void {
    this.clear(name);
    if (this.#isStopped) return;
    const delayMs = Math.max(0, at - this.#world.now());
    const timer =
      delayMs > LONGEST_MS
        ? setTimeout(() => this.set(name, at), LONGEST_MS)
        : setTimeout(() => this.#goOff(name, at), delayMs);
    this.#timers.set(name, timer.unref());
  }

  clear(name: string): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.delete(name);
  }

  /** No alarm goes off any more, and none can be set. */
  stop(): void {
    this.#isStopped = true;
    for (const name of [...this.#timers.keys()]) this.clear(name);
  }

  #goOff(name: string, at: number): void {
    // Timers count by another clock than the world's and may be a little early.
    if (this.#world.now() < at) {
      this.set(name, at);
      return;
    }
    this.#timers.delete(name);
    this.#ring(name);
  }
}
