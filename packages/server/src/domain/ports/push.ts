import type { PushKind } from '@anchor/wire';

/** A browser that takes push messages (RFC 8030). */
interface PushSubscription {
  /** Address at the browser's push service. */
  readonly endpoint: string;
  /** The browser's public key and secret for encryption (RFC 8291), base64url. */
  readonly p256dh: string;
  readonly auth: string;
}

export interface StoredPushSubscription extends PushSubscription {
  readonly pub: string;
  readonly kinds: readonly PushKind[];
  /** The public key that the browser has subscribed with, base64url. Only its owner can send. */
  readonly vapid: string;
  /** Milliseconds since the epoch. */
  readonly created: number;
}

export interface PushStore {
  /** Stores the subscription of a browser, which may have had another key before. Keeps the newest `most` of the key. */
  put(subscription: StoredPushSubscription, most: number): Promise<void>;
  /** All subscriptions of a key, the oldest first. */
  of(pub: string): Promise<readonly StoredPushSubscription[]>;
  /** Removes the subscription of this browser, if it is still the key's. */
  remove(endpoint: string, pub: string): Promise<void>;
}

/** A message for one browser. */
export interface PushMessage {
  /** At most 2,000 bytes. */
  readonly text: string;
  /** The push service drops the message after this time. */
  readonly lifetimeMs: number;
  readonly isUrgent: boolean;
  /** A message replaces an undelivered one with the same topic: at most 32 base64url characters (RFC 8030, section 5.4). */
  readonly topic: string;
}

/** `gone`: the browser no longer takes messages. `refused`: this message is not accepted. `unavailable`: the push service does not answer. */
export type PushVerdict = 'sent' | 'gone' | 'refused' | 'unavailable';

export interface PushSender {
  /** The public key with which browsers subscribe now (RFC 8292), base64url. */
  readonly key: string;
  /** True if this process may send to this address. Only known push services are asked, so that nobody makes the server call other hosts. */
  knows(endpoint: string): boolean;
  send(to: StoredPushSubscription, message: PushMessage): Promise<PushVerdict>;
}
