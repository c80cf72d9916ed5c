import type { RateLimits } from './rates.ts';

/** Limits on what one connection may use. */
export interface SocketLimits {
  /** Token bucket of messages: capacity and refill per second. */
  readonly burst: number;
  readonly perSecond: number;
  /** Consecutive messages beyond the rate before the connection is closed. */
  readonly patience: number;
  /** Unread bytes of a client before the connection is closed. */
  readonly unreadBytes: number;
  /** Unread bytes of a client from which its requests wait and reading from it pauses. */
  readonly servedBytes: number;
  /** Unread bytes of all clients together. */
  readonly unreadBytesInAll: number;
  /** Number and bytes of the frames of a connection without an answer from which reading from it pauses. */
  readonly waiting: number;
  readonly waitingBytes: number;
  /** Rate of new connections per address. */
  readonly arrivals: RateLimits;
  /** Rate of attempts to prove a key per address. */
  readonly proofs: RateLimits;
  /** Largest number of connections per address. */
  readonly perAddress: number;
  /** Largest number of matches that a connection follows. */
  readonly watched: number;
  /** Largest number of watchers of one network (an IPv4 address or a /48 of IPv6) in one match. */
  readonly watchersPerNetwork: number;
  /** Interval of pings in milliseconds. A connection that does not answer one in time is dead. */
  readonly heartbeatMs: number;
}

export const DEFAULT_LIMITS: SocketLimits = {
  burst: 400,
  perSecond: 100,
  patience: 200,
  unreadBytes: 1024 * 1024,
  servedBytes: 256 * 1024,
  unreadBytesInAll: 64 * 1024 * 1024,
  waiting: 32,
  waitingBytes: 64 * 1024,
  arrivals: { burst: 300, perSecond: 5 },
  proofs: { burst: 300, perSecond: 5 },
  perAddress: 100,
  watched: 8,
  watchersPerNetwork: 50,
  heartbeatMs: 30_000,
};

/** Close codes: that of the protocol for a service that restarts, and our own. The server also uses 1009 (frame too large) of the protocol. */
export const CLOSE = {
  restarts: 1012,
  superseded: 4001,
  tooManyMessages: 4002,
  tooSlow: 4003,
  banned: 4004,
} as const;

/** Largest number of events in one message. The longest match has 94 pages, which a client may load at once. */
export const PAGE_EVENTS = 256;
