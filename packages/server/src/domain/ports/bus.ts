import type { ServerMessage } from '@anchor/wire';

/** The types of the news for the processes themselves. No client gets them. */
const internal = [
  'seated',
  'offers-changed',
  'turns-changed',
  'released',
  'entered',
  'taken-back',
  'unreachable',
] as const;
type Internal = Extract<BusMessage, { readonly type: (typeof internal)[number] }>;

/** True for a message to clients. */
export function isForClients(message: BusMessage): message is Exclude<BusMessage, Internal> {
  return !(internal as readonly string[]).includes(message.type);
}

/** A message between processes: a client message to forward, or news for the processes themselves. */
export type BusMessage =
  | ServerMessage
  /** On the topic of a key: its player now sits in this match. */
  | { readonly type: 'seated'; readonly match: string }
  /** On the topic of a key: its invitations, sent or received, have changed. */
  | { readonly type: 'offers-changed' }
  /** On the topic of a key: its matches by turns have changed. */
  | { readonly type: 'turns-changed' }
  /** On the topic of a match: its owner has given it up. `to`: the process with all of its players, which should acquire it. */
  | { readonly type: 'released'; readonly match: string; readonly to: string | null }
  /** On the topic of a match, within a process: its members have entered again at an owner that has published so many events. */
  | { readonly type: 'entered'; readonly match: string; readonly length: number }
  /** On the topic of a match: the database has lost events that were published. */
  | { readonly type: 'taken-back'; readonly match: string }
  /** On the topic of a match, within a process: this process cannot reach the owner. */
  | { readonly type: 'unreachable'; readonly match: string };

/**
 * Publish and subscribe between processes. Listeners in this process get a message at once, those in other processes soon after, in
 * publication order per topic. Messages from other processes may be lost. `onMissed` reports that, and the state must be read from
 * the storage again.
 */
export interface Bus {
  /** True while everything that other processes publish arrives here. Always true for a single process. */
  readonly isWhole: boolean;
  publish(topic: string, message: BusMessage): void;
  /** Calls the listener when messages may have been lost: repeatedly while the bus is not whole, and once when it is whole again. */
  onMissed(listener: () => void): () => void;
  /**
   * Resolves when the topic's listeners in this process get what other processes publish from now on. Resolves at once while the bus is not
   * whole. Await it between subscribing and reading the storage: then nothing falls between the two.
   */
  joined(topic: string): Promise<void>;
  /** Returns a function that ends the subscription. */
  subscribe(topic: string, listener: (message: BusMessage) => void): () => void;
}
