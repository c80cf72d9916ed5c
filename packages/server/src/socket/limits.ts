/** What a connection may cost the service. */
export interface SocketLimits {
  /** Messages that may come at once, and how many more a second. */
  readonly burst: number;
  readonly perSecond: number;
  /** Messages beyond that, one after the other, before the connection is closed. */
  readonly patience: number;
  /** Bytes that may wait to be read by the client. */
  readonly unreadBytes: number;
  /** Connections of one address. */
  readonly perAddress: number;
  /** Matches that a connection may watch at a time. */
  readonly watched: number;
  /** A connection that does not answer a ping within this time is dead. */
  readonly heartbeatMs: number;
}

export const DEFAULT_LIMITS: SocketLimits = {
  burst: 400,
  perSecond: 100,
  patience: 200,
  unreadBytes: 1024 * 1024,
  perAddress: 100,
  watched: 8,
  heartbeatMs: 30_000,
};

/** Close codes of our own, besides the protocol's 1009 (frame too large) and 1012 (service restarts). */
export const CLOSE = {
  superseded: 4001,
  tooManyMessages: 4002,
  tooSlow: 4003,
  banned: 4004,
} as const;
