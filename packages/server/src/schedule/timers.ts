import type { Alarms, World } from '../domain/ports.ts';

/** Longest delay of a platform timer. Later alarms use several timers. */
const LONGEST_MS = 2 ** 31 - 1;

/** Alarms on platform timers, which do not keep the process alive. An alarm never goes off inside `set`, even if it is due. */
export class Timers implements Alarms {
  readonly #world: World;
  readonly #ring: (name: string) => void;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #isStopped = false;

  /** `ring` is called with the name of each due alarm. */
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

  /** Cancels all alarms. Later calls of `set` have no effect. */
  stop(): void {
    this.#isStopped = true;
    for (const name of [...this.#timers.keys()]) this.clear(name);
  }

  #goOff(name: string, at: number): void {
    // Platform timers use another clock and may fire a little early.
    if (this.#world.now() < at) {
      this.set(name, at);
      return;
    }
    this.#timers.delete(name);
    this.#ring(name);
  }
}
