import type { ClientType, SocketCode } from '@anchor/wire';

/** The reason why the service closes a connection. */
export type CloseReason =
  | 'superseded'
  | 'banned'
  | 'too many messages'
  | 'too slow'
  | 'shutting down'
  | 'unreachable'
  | 'no answer'
  | 'broken frame';

/** Collects metrics of socket traffic. Called for every message: it must be fast and must not throw. */
export interface SocketObserver {
  /** A message was handled `seconds` after it arrived. */
  handled(type: ClientType, seconds: number, isRefused: boolean): void;
  /** An `error` was sent. */
  refused(code: SocketCode): void;
  /** A `rejected` was sent. */
  rejected(code: string): void;
  closed(reason: CloseReason): void;
  /** A handshake was refused. */
  declined(reason: 'too many of the address' | 'banned' | 'shutting down' | 'unreachable'): void;
}
