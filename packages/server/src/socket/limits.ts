import type { ClientType } from '@anchor/wire';
import type { RateLimits } from './rate.ts';

/** What a connection may cost the service. */
export interface SocketLimits {
  /** Messages that may come at once, and how many more a second; a message counts as `costOf` says. */
  readonly burst: number;
  readonly perSecond: number;
  /** Messages beyond that, one after the other, before the connection is closed. */
  readonly patience: number;
  /** Bytes that may wait to be read by the client. */
  readonly unreadBytes: number;
  /** While more than so many bytes wait to be read by the client, its next request waits too, and nothing more is read from it. */
  readonly servedBytes: number;
  /** Bytes that may wait to be read by all clients together. */
  readonly unreadBytesInAll: number;
  /** Requests that may wait for their answers before nothing more is read. */
  readonly waiting: number;
  /** New connections of one address. */
  readonly arrivals: RateLimits;
  /** Attempts of one address to prove a key. */
  readonly proofs: RateLimits;
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
  servedBytes: 256 * 1024,
  unreadBytesInAll: 64 * 1024 * 1024,
  waiting: 32,
  arrivals: { burst: 300, perSecond: 5 },
  proofs: { burst: 300, perSecond: 5 },
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

/** So many events are in one message at most. With 94 pages for the longest match, a client may load it at once. */
export const PAGE_EVENTS = 256;

/** What costs several questions to the database, or many rows, counts for more than one message. */
const costs: Partial<Record<ClientType, number>> = {
  sync: 4,
  watch: 4,
  lobby: 2,
  'invite-info': 2,
  puzzle: 2,
  'puzzle-days': 2,
  register: 4,
  'sign-in-link': 4,
  subscribe: 4,
};

export function costOf(type: ClientType): number {
  return costs[type] ?? 1;
}
