import type { ClientType } from '@anchor/wire';
import type { RateLimits } from './rates.ts';

/** Limits on what one connection may use. */
export interface SocketLimits {
  /** Token bucket of messages: capacity and refill per second. Each message costs `costOf` tokens. */
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
  /** Unanswered requests of a connection before reading from it pauses. */
  readonly waiting: number;
  /** Rate of new connections per address. */
  readonly arrivals: RateLimits;
  /** Rate of attempts to prove a key per address. */
  readonly proofs: RateLimits;
  /** Largest number of connections per address. */
  readonly perAddress: number;
  /** Largest number of matches that a connection follows. */
  readonly watched: number;
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
  arrivals: { burst: 300, perSecond: 5 },
  proofs: { burst: 300, perSecond: 5 },
  perAddress: 100,
  watched: 8,
  heartbeatMs: 30_000,
};

/** Application close codes. The server also uses 1009 (frame too large) and 1012 (service restarts) of the protocol. */
export const CLOSE = {
  superseded: 4001,
  tooManyMessages: 4002,
  tooSlow: 4003,
  banned: 4004,
} as const;

/** Largest number of events in one message. The longest match has 94 pages, which a client may load at once. */
export const PAGE_EVENTS = 256;

/** Messages that cost several database queries or many rows count more. */
const costs: Partial<Record<ClientType, number>> = {
  sync: 4,
  watch: 4,
  lobby: 2,
  'invite-info': 2,
  puzzle: 2,
  'puzzle-days': 2,
  'puzzle-streak': 2,
  register: 4,
  'change-address': 4,
  'sign-in-link': 4,
  subscribe: 4,
  subscription: 2,
  'end-subscription': 4,
  'turn-mails': 4,
  'push-subscribe': 4,
  'push-unsubscribe': 4,
  challenge: 4,
  offers: 4,
  turns: 4,
  'accept-later': 4,
  'decline-offer': 4,
  'withdraw-offer': 4,
  people: 8,
  countries: 8,
  relate: 4,
};

export function costOf(type: ClientType): number {
  return costs[type] ?? 1;
}
