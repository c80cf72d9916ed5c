import type { Bus } from '../bus.ts';
import type { Alarms, World } from '../ports/world.ts';
import { matchTopic, OWN_MATCHES_TOPIC } from '../topics.ts';

/** The number of watchers of a match is published this long after the first change, and so at most once in this time. */
export const WATCHERS_MS = 3_000;

interface WatcherCountsParts {
  readonly alarms: Alarms;
  readonly world: World;
  readonly bus: Pick<Bus, 'publish'>;
}

/**
 * Publishes the numbers of watchers of live matches, to their members and to the lobby. However many connections come and go, a match causes one message to each member in
 * `WATCHERS_MS`.
 */
export class WatcherCounts {
  readonly #parts: WatcherCountsParts;
  /** The newest number of each match that waits for its publication. */
  readonly #due = new Map<string, number>();

  constructor(parts: WatcherCountsParts) {
    this.#parts = parts;
  }

  /** A connection has entered or left. The number is published even if it is the same again, because a new member does not know it. */
  changed(match: string, count: number): void {
    const isDue = this.#due.has(match);
    this.#due.set(match, count);
    if (isDue) return;
    const { alarms, world } = this.#parts;
    alarms.set(alarmOf(match), world.now() + WATCHERS_MS, () => this.#publish(match));
  }

  /** The match has ended, or this process does not own it any more. */
  forget(match: string): void {
    if (this.#due.delete(match)) this.#parts.alarms.clear(alarmOf(match));
  }

  #publish(match: string): void {
    const count = this.#due.get(match);
    if (count === undefined) return;
    this.#due.delete(match);
    this.#parts.bus.publish(matchTopic(match), { type: 'watchers', match, count });
    this.#parts.bus.publish(OWN_MATCHES_TOPIC, { type: 'watched', match, count });
  }
}

function alarmOf(match: string): string {
  return `watchers/${match}`;
}
