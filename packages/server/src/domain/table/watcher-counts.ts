import type { Alarms, World } from '../ports/world.ts';

/** The number of watchers of a match is published this long after the first change, and so at most once in this time. */
export const WATCHERS_MS = 3_000;

interface WatcherCountsParts {
  readonly alarms: Alarms;
  readonly world: World;
  /** Publishes the present number of watchers of this match. */
  readonly publish: (match: string) => void;
}

/**
 * Decides when the numbers of watchers are published. However many connections come and go, a match causes one message to each member in
 * `WATCHERS_MS`.
 */
export class WatcherCounts {
  readonly #parts: WatcherCountsParts;
  readonly #due = new Set<string>();

  constructor(parts: WatcherCountsParts) {
    this.#parts = parts;
  }

  /** A connection has entered or left. The number is published even if it is the same again, because a new member does not know it. */
  changed(match: string): void {
    if (this.#due.has(match)) return;
    this.#due.add(match);
    const { alarms, world, publish } = this.#parts;
    alarms.set(alarmOf(match), world.now() + WATCHERS_MS, () => {
      this.#due.delete(match);
      publish(match);
    });
  }

  /** The match has ended, or this process does not own it any more. */
  forget(match: string): void {
    if (this.#due.delete(match)) this.#parts.alarms.clear(alarmOf(match));
  }
}

function alarmOf(match: string): string {
  return `watchers/${match}`;
}
