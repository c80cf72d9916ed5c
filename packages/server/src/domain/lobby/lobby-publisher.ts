import type { LiveView, SeekView, ServerMessageOf } from '@anchor/wire';
import type { Alarms, World } from '../ports/world.ts';
import type { LobbyMembers } from './lobby-members.ts';

/** Changes are published together after this time, so that a rush of connections does not flood clients. */
const BATCH_MS = 250;
/** Number of entries in one change: a line must not be too long. */
const MOST = 250;
/** Numbers of watchers are published this long after the first change, `MOST_WATCHERS` at a time: they may change much more often than all else. */
const WATCHERS_MS = 3_000;
const MOST_WATCHERS = 50;

type Change = ServerMessageOf<'lobby-change'>;

interface LobbyPublisherParts {
  /** The name of its alarm. */
  readonly alarm: string;
  readonly alarms: Alarms;
  readonly world: World;
  readonly members: Pick<LobbyMembers, 'online' | 'broadcast'>;
}

/** Collects changes of the lobby and publishes them together, from the start on. */
export class LobbyPublisher {
  readonly #parts: LobbyPublisherParts;
  readonly #seeks = new Map<string, SeekView | null>();
  readonly #live = new Map<string, LiveView | null>();
  /** By match, the longest waiting first. */
  readonly #watchers = new Map<string, number>();
  #areWatchersDue = false;
  /** True while nothing more has to be done for the next publication. */
  #isDue = true;

  constructor(parts: LobbyPublisherParts) {
    this.#parts = parts;
  }

  /** Publishes the changes so far, and later ones. */
  start(): void {
    this.#isDue = false;
    this.touch();
  }

  /** Notes a new seek, or null for one that is gone. */
  seek(handle: string, view: SeekView | null): void {
    this.#seeks.set(handle, view);
    this.touch();
  }

  /** Notes a live match that began or changed, or null for one that ended. */
  live(match: string, view: LiveView | null): void {
    this.#live.set(match, view);
    this.#watchers.delete(match);
    this.touch();
  }

  /** Notes the number of watchers of a live match that is published otherwise. */
  watchers(match: string, count: number): void {
    this.#watchers.set(match, count);
    this.#watchersLater();
  }

  /** Requests a publication, for example because the number of connected keys has changed. */
  touch(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#parts.alarms.set(this.#parts.alarm, this.#parts.world.now() + BATCH_MS, () => this.#publish());
  }

  stop(): void {
    this.#isDue = true;
    this.#parts.alarms.clear(this.#parts.alarm);
    this.#parts.alarms.clear(this.#watchersAlarm);
  }

  get #watchersAlarm(): string {
    return `${this.#parts.alarm}/watchers`;
  }

  #watchersLater(): void {
    if (this.#areWatchersDue) return;
    this.#areWatchersDue = true;
    this.#parts.alarms.set(this.#watchersAlarm, this.#parts.world.now() + WATCHERS_MS, () => this.#publishWatchers());
  }

  #publishWatchers(): void {
    this.#areWatchersDue = false;
    const watchers = take(this.#watchers, MOST_WATCHERS).map(([match, count]) => ({ match, count }));
    const none = { seeks: [], live: [] };
    if (watchers.length > 0) this.#send({ added: none, removed: none, watchers });
    if (this.#watchers.size > 0) this.#watchersLater();
  }

  #publish(): void {
    this.#isDue = false;
    const [seeks, live] = [take(this.#seeks, MOST), take(this.#live, MOST)];
    this.#send({
      added: { seeks: present(seeks), live: present(live) },
      removed: { seeks: absent(seeks), live: absent(live) },
    });
    if (this.#seeks.size + this.#live.size > 0) this.touch();
  }

  #send(change: Omit<Change, 'type' | 'online'>): void {
    const { members } = this.#parts;
    members.broadcast({ type: 'change', change: { type: 'lobby-change', online: members.online, ...change } });
  }
}

/** Removes and returns the first entries of a map. */
function take<T>(map: Map<string, T>, most: number): (readonly [string, T])[] {
  const taken = [...map].slice(0, most);
  for (const [key] of taken) map.delete(key);
  return taken;
}

function present<T>(changes: readonly (readonly [string, T | null])[]): T[] {
  return changes.map(([, view]) => view).filter((view) => view !== null);
}

function absent(changes: readonly (readonly [string, unknown])[]): string[] {
  return changes.filter(([, view]) => view === null).map(([key]) => key);
}
