import type { ClientType, SocketCode } from '@anchor/wire';

/** Why the service closes a connection. */
export type CloseReason =
  | 'superseded'
  | 'banned'
  | 'too many messages'
  | 'too slow'
  | 'shutting down'
  | 'no answer'
  | 'broken frame';

/** Is told what comes in and what becomes of it, for the operator's figures. It is told of every frame: what it does must be quick and never fail. */
export interface SocketObserver {
  /** A message was dealt with, so many seconds after it had come. */
  handled(type: ClientType, seconds: number, isRefused: boolean): void;
  /** Somebody is told an `error`. */
  refused(code: SocketCode): void;
  /** Somebody is told that his event was `rejected`. */
  rejected(code: string): void;
  closed(reason: CloseReason): void;
  /** A connection was not taken. */
  declined(reason: 'too many of the address' | 'banned' | 'shutting down'): void;
}
