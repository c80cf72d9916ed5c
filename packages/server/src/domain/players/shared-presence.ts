import type { SharedMap } from '../shared-map.ts';
import type { Peer, Presence, PresenceObserver } from './presence.ts';

interface Entered {
  readonly peer: Peer;
  /** Its name among the connections of all processes. */
  readonly connection: string;
}

/**
 * Who is connected, by a map from each key to its connection that the processes share. This process knows its own connections
 * without asking: they stay online whatever becomes of the map.
 */
export class SharedPresence implements Presence {
  readonly #connections: SharedMap<string>;
  readonly #processId: string;
  readonly #entered = new Map<string, Entered>();
  readonly #observers: PresenceObserver[] = [];
  #last = 0;

  /** `processId`: no two processes have the same. */
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
      // others took this process for dead, or the map was lost
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
