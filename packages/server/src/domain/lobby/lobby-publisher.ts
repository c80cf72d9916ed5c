import type { LiveView, SeekView, ServerMessageOf } from '@anchor/wire';
import type { Bus } from '../ports/bus.ts';
import type { Alarms, World } from '../ports/world.ts';
import { LOBBY_TOPIC } from '../topics.ts';

/** Changes are published together after this time, so that a rush of connections does not flood clients. */
const BATCH_MS = 250;
const LOBBY_ALARM = 'lobby';

interface LobbyPublisherParts {
  readonly alarms: Alarms;
  readonly bus: Bus;
  readonly world: World;
  /** Number of keys connected. */
  readonly online: () => number;
}

/** Collects changes of the lobby and publishes them together. */
export class LobbyPublisher {
  readonly #alarms: Alarms;
  readonly #bus: Bus;
  readonly #world: World;
  readonly #online: () => number;
  readonly #seeks = new Map<string, SeekView | null>();
  readonly #live = new Map<string, LiveView | null>();
  #isDue = false;

  constructor(parts: LobbyPublisherParts) {
    this.#alarms = parts.alarms;
    this.#bus = parts.bus;
    this.#world = parts.world;
    this.#online = parts.online;
  }

  /** Notes a new seek, or null for one that is gone. */
  seek(handle: string, view: SeekView | null): void {
    this.#seeks.set(handle, view);
    this.touch();
  }

  /** Notes a live match that began or changed, or null for one that ended. */
  live(match: string, view: LiveView | null): void {
    this.#live.set(match, view);
    this.touch();
  }

  /** Requests a publication, for example because the number of connected keys has changed. */
  touch(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#alarms.set(LOBBY_ALARM, this.#world.now() + BATCH_MS, () => this.#publish());
  }

  #publish(): void {
    this.#isDue = false;
    const change: ServerMessageOf<'lobby-change'> = {
      type: 'lobby-change',
      added: { seeks: present(this.#seeks), live: present(this.#live) },
      removed: { seeks: absent(this.#seeks), live: absent(this.#live) },
      online: this.#online(),
    };
    this.#seeks.clear();
    this.#live.clear();
    this.#bus.publish(LOBBY_TOPIC, change);
  }
}

function present<T>(changes: ReadonlyMap<string, T | null>): T[] {
  return [...changes.values()].filter((view) => view !== null);
}

function absent(changes: ReadonlyMap<string, unknown>): string[] {
  return [...changes].filter(([, view]) => view === null).map(([key]) => key);
}
