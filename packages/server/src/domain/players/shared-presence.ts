import type { SharedMap } from '../../shared/shared-map.ts';
import type { Peer, Presence, PresenceObserver } from './presence.ts';

interface Entered {
  readonly peer: Peer;
  /** Unique among the connections of all processes. */
  readonly connection: string;
}

/**
 * Presence in a shared map from each key to its newest connection. This process keeps its own connections in memory as well, so they
 * stay online even if the map is lost.
 */
export class SharedPresence implements Presence {
  readonly #connections: SharedMap<string>;
  readonly #processId: string;
  readonly #entered = new Map<string, Entered>();
  readonly #observers: PresenceObserver[] = [];
  #last = 0;

  /** `processId`: unique per run of a process. */
  constructor(connections: SharedMap<string>, processId: string) {
    this.#connections = connections;
    this.#processId = processId;
    connections.observe((pub, after, before, isLost) => this.#changed(pub, after, before, isLost));
  }

  get count(): number {
    return this.#connections.entries.size;
  }

  get here(): Iterable<string> {
    return this.#entered.keys();
  }

  observe(observer: PresenceObserver): void {
    this.#observers.push(observer);
  }

  isOnline(pub: string): boolean {
    return this.#entered.has(pub) || this.#connections.entries.has(pub);
  }

  enter(pub: string, peer: Peer): void {
    this.#last += 1;
    const connection = `${this.#processId}:${this.#last}`;
    const previous = this.#entered.get(pub);
    this.#entered.set(pub, { peer, connection });
    this.#connections.put(pub, connection);
    previous?.peer.supersede();
  }

  leave(pub: string, peer: Peer): void {
    const entered = this.#entered.get(pub);
    if (entered?.peer !== peer) return;
    this.#entered.delete(pub);
    void this.#connections.take(pub, entered.connection);
  }

  #changed(pub: string, after: string | null, before: string | null, isLost: boolean): void {
    const here = this.#entered.get(pub);
    if (here && after === null) {
      // Another process took this one for dead, or the map was lost.
      this.#connections.put(pub, here.connection);
      return;
    }
    if ((before === null) !== (after === null)) this.#tell(pub, after !== null, isLost);
    if (!here || after === here.connection) return;
    this.#entered.delete(pub);
    here.peer.supersede();
  }

  #tell(pub: string, online: boolean, isLost: boolean): void {
    for (const observer of this.#observers) observer.attend(pub, online, isLost);
  }
}
