/** A connection that has proved a key. */
export interface Peer {
  /** A newer connection has proved the same key: this one is of no further use. */
  supersede(): void;
}

/** Is told when a key's first connection comes and its last one goes, on whatever process. */
export interface PresenceObserver {
  /** `isLost`: it is gone because its process ended without a word, not because it went. */
  attend(pub: string, online: boolean, isLost: boolean): void;
}

/** Which keys are connected, to this process or another one: each by the connection that proved it last. */
export interface Presence {
  /** Number of keys connected. */
  readonly count: number;
  /** Keys connected to this process. */
  readonly here: Iterable<string>;
  isOnline(pub: string): boolean;
  /** A connection of this process has proved the key; an older one, wherever it is, is superseded. */
  enter(pub: string, peer: Peer): void;
  /** The connection has ended; one that was superseded before changes nothing. */
  leave(pub: string, peer: Peer): void;
  observe(observer: PresenceObserver): void;
}
