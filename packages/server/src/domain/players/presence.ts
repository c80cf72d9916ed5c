/** A connection that has proved a key. */
export interface Peer {
  /** Called when a newer connection has proved the same key. */
  supersede(): void;
}

/** Is told when the first connection of a key begins and when its last one ends, on any process. */
export interface PresenceObserver {
  /** `isLost` is true if the connection ended because its process died. */
  attend(pub: string, online: boolean, isLost: boolean): void;
}

/** The connected keys of all processes. The newest connection of a key counts. */
export interface Presence {
  /** Number of keys connected to all processes. */
  readonly count: number;
  /** Keys connected to this process. */
  readonly here: Iterable<string>;
  isOnline(pub: string): boolean;
  /** A connection of this process has proved the key. An older connection, on any process, is superseded. */
  enter(pub: string, peer: Peer): void;
  /** The connection has ended. No effect if it was superseded before. */
  leave(pub: string, peer: Peer): void;
  observe(observer: PresenceObserver): void;
}
