import type { MatchEvent } from 'bg-record';
import type { MatchStore, World } from '../ports.ts';

/** So long after somebody has asked, the events stay in memory for the next one. */
const KEPT_MS = 10_000;

/**
 * The events of a live match, for those who want them all: they are in the storage, and in memory only while they are asked for.
 * A table needs none of them to judge the next one, and a match has hundreds.
 */
export class StoredEvents {
  readonly #match: string;
  readonly #store: Pick<MatchStore, 'live'>;
  readonly #world: Pick<World, 'now'>;
  #events: MatchEvent[] | null = null;
  #keptUntil = 0;

  constructor(match: string, store: Pick<MatchStore, 'live'>, world: Pick<World, 'now'>) {
    this.#match = match;
    this.#store = store;
    this.#world = world;
  }

  /** Null when the match is not live. */
  async read(): Promise<readonly MatchEvent[] | null> {
    this.#keptUntil = this.#world.now() + KEPT_MS;
    if (!this.#events) {
      const transcript = await this.#store.live(this.#match);
      this.#events = transcript && [...transcript.events];
    }
    return this.#events && [...this.#events];
  }

  /** This event is stored as well. */
  add(event: MatchEvent): void {
    if (!this.#events || event.n < this.#events.length) return;
    if (event.n > this.#events.length || this.#world.now() > this.#keptUntil) this.forget();
    else this.#events.push(event);
  }

  forget(): void {
    this.#events = null;
  }
}
