/** A connection that has proved a key. */
export interface Peer {
  /** A newer connection has proved the same key: this one is of no further use. */
  supersede(): void;
}

/** Is told when a key's first connection comes and its last one goes. */
export interface PresenceObserver {
  attend(pub: string, online: boolean): void;
}

/** Which keys are connected to this process: each by the connection that proved it last. */
export class Presence {
  readonly #peers = new Map<string, Peer>();
  readonly #observers: PresenceObserver[] = [];

  /** Number of keys connected. */
  get count(): number {
    return this.#peers.size;
  }

  observe(observer: PresenceObserver): void {
    this.#observers.push(observer);
  }

  isOnline(pub: string): boolean {
    return this.#peers.has(pub);
  }

  enter(pub: string, peer: Peer): void {
    const previous = this.#peers.get(pub);
    this.#peers.set(pub, peer);
    if (previous) previous.supersede();
    else this.#tell(pub, true);
  }

  /** The connection has ended; one that was superseded before changes nothing. */
  leave(pub: string, peer: Peer): void {
    if (this.#peers.get(pub) !== peer) return;
    this.#peers.delete(pub);
    this.#tell(pub, false);
  }

  #tell(pub: string, online: boolean): void {
    for (const observer of this.#observers) observer.attend(pub, online);
  }
}
