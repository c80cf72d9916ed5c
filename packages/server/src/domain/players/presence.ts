import type { SharedMap } from '../../shared/shared-map.ts';

/** A connection that has proved a key. */
export interface Peer {
  /** Called when a newer connection has proved the same key. */
  supersede(): void;
}

/** Is told when the first connection of a key begins and when its last one ends, on any process. */
export interface PresenceObserver {
  attend(pub: string, online: boolean): void;
}

/** The optional parts of the format that a client's program knows. Others refuse a header that uses them. */
export interface Knowledge {
  /** Views of the public log in commits. */
  readonly views: boolean;
  /** Money sessions. */
  readonly sessions: boolean;
}

/**
 * The ends of the name of a connection. Processes of versions before views write none and read any name; those of versions before sessions
 * read the last one.
 */
const KNOWS_VIEWS = ':views';
const KNOWS_SESSIONS = ':sessions';

interface Entered {
  readonly peer: Peer;
  /** Unique among the connections of all processes. */
  readonly connection: string;
}

/**
 * The connected keys of all processes, in a shared map from each key to its newest connection, which counts. This process keeps its own
 * connections in memory as well, so they stay online even if the map is lost.
 */
export class Presence {
  readonly #connections: SharedMap<string>;
  readonly #processId: string;
  readonly #entered = new Map<string, Entered>();
  readonly #observers: PresenceObserver[] = [];
  #last = 0;

  /** `processId`: unique per run of a process. */
  constructor(connections: SharedMap<string>, processId: string) {
    this.#connections = connections;
    this.#processId = processId;
    connections.observe((pub, after, before) => this.#changed(pub, after, before));
  }

  /** Number of keys connected to all processes. */
  get count(): number {
    return this.#connections.entries.size;
  }

  /** Keys connected to this process. */
  get here(): Iterable<string> {
    return this.#entered.keys();
  }

  observe(observer: PresenceObserver): void {
    this.#observers.push(observer);
  }

  isOnline(pub: string): boolean {
    return this.#entered.has(pub) || this.#connections.entries.has(pub);
  }

  /** True if the key is connected to this process. */
  isHere(pub: string): boolean {
    return this.#entered.has(pub);
  }

  /** The optional parts of the format that the newest connection of the key knows. */
  knowledge(pub: string): Knowledge {
    const name = this.#entered.get(pub)?.connection ?? this.#connections.entries.get(pub) ?? '';
    const views = name.endsWith(KNOWS_VIEWS);
    const rest = views ? name.slice(0, -KNOWS_VIEWS.length) : name;
    return { views, sessions: rest.endsWith(KNOWS_SESSIONS) };
  }

  /** A connection of this process has proved the key. An older connection, on any process, is superseded. */
  enter(pub: string, peer: Peer, knows: Knowledge = { views: false, sessions: false }): void {
    this.#last += 1;
    const known = `${knows.sessions ? KNOWS_SESSIONS : ''}${knows.views ? KNOWS_VIEWS : ''}`;
    const connection = `${this.#processId}:${this.#last}${known}`;
    const previous = this.#entered.get(pub);
    this.#entered.set(pub, { peer, connection });
    this.#connections.put(pub, connection);
    previous?.peer.supersede();
  }

  /** The connection has ended. No effect if it was superseded before. */
  leave(pub: string, peer: Peer): void {
    const entered = this.#entered.get(pub);
    if (entered?.peer !== peer) return;
    this.#entered.delete(pub);
    void this.#connections.take(pub, entered.connection);
  }

  #changed(pub: string, after: string | null, before: string | null): void {
    const here = this.#entered.get(pub);
    if (here && after === null) {
      // Another process took this one for dead, or the map was lost.
      this.#connections.put(pub, here.connection);
      return;
    }
    if ((before === null) !== (after === null)) this.#attend(pub, after !== null);
    if (here && after !== here.connection) {
      this.#entered.delete(pub);
      here.peer.supersede();
    }
  }

  #attend(pub: string, online: boolean): void {
    for (const observer of this.#observers) observer.attend(pub, online);
  }
}
