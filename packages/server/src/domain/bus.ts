import type { Ledger } from 'bg-record';
import type { PlayerMessage } from './player-message.ts';
import type { Log } from './ports/world.ts';
import type { LobbyLine } from './rooms/lobby-messages.ts';
import { keyTopic, OWN_MATCHES_TOPIC, SENT_TOPIC } from './topics.ts';

/** The types of the news for the process itself. No client gets them. */
const internal = [
  'seated',
  'offers-changed',
  'turns-changed',
  'released',
  'entered',
  'taken-back',
  'unreachable',
  'sent',
  'lobby-line',
  'moved',
  'ended',
  'left',
  'watched',
] as const;
type Internal = Extract<BusMessage, { readonly type: (typeof internal)[number] }>;

/** True for a message to clients. */
export function isForClients(message: BusMessage): message is Exclude<BusMessage, Internal> {
  return !(internal as readonly string[]).includes(message.type);
}

/** A message within a process. */
export type BusMessage =
  | PlayerMessage
  /** On the topic of a match: its owner has given it up. `to`: the process with all of its players, which should acquire it. */
  | { readonly type: 'released'; readonly match: string; readonly to: string | null }
  /** On the topic of a match: its members have entered again at an owner that has published so many events. */
  | { readonly type: 'entered'; readonly match: string; readonly length: number }
  /** On the topic of a match: the database has lost events that were published. */
  | { readonly type: 'taken-back'; readonly match: string }
  /** On the topic of a match: this process cannot reach the owner. */
  | { readonly type: 'unreachable'; readonly match: string }
  /** A message was sent to a player, who may be connected to another process. */
  | { readonly type: 'sent'; readonly pub: string; readonly message: PlayerMessage }
  /** A line of the owner of the lobby, the process `from`. */
  | { readonly type: 'lobby-line'; readonly from: string; readonly line: LobbyLine }
  /** A match of this process has begun or changed. The ledger is read-only. */
  | { readonly type: 'moved'; readonly ledger: Ledger }
  /** A match of this process has ended. */
  | { readonly type: 'ended'; readonly match: string }
  /** This process does not own a match any more, which goes on. */
  | { readonly type: 'left'; readonly match: string }
  /** So many connections watch a match of this process. */
  | { readonly type: 'watched'; readonly match: string; readonly count: number };

/** Follows the matches that this process owns. */
export interface MatchFollower {
  /** The match has begun or changed. The ledger is read-only. */
  moved(ledger: Ledger): void;
  /** The match has ended. */
  ended(match: string): void;
  /** This process does not own the match any more, which goes on. */
  left(match: string): void;
  /** So many connections watch the match. */
  watched?(match: string, count: number): void;
}

type Listener = (message: BusMessage) => void;

/** Publish and subscribe within a process. Calls listeners synchronously, in the order of subscription. */
export class Bus {
  readonly #topics = new Map<string, Set<Listener>>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  publish(topic: string, message: BusMessage): void {
    for (const listener of [...(this.#topics.get(topic) ?? [])]) this.#deliver(listener, topic, message);
  }

  /** Sends a message to a player, to whichever process that one is connected. It may be lost with a process or a link. */
  send(pub: string, message: PlayerMessage): void {
    this.publish(keyTopic(pub), message);
    this.publish(SENT_TOPIC, { type: 'sent', pub, message });
  }

  /** Returns a function that ends the subscription. */
  subscribe(topic: string, listener: Listener): () => void {
    const own: Listener = (message) => listener(message);
    const listeners = this.#topics.get(topic) ?? new Set();
    this.#topics.set(topic, listeners.add(own));
    return () => {
      listeners.delete(own);
      if (listeners.size === 0 && this.#topics.get(topic) === listeners) this.#topics.delete(topic);
    };
  }

  /** Calls the follower with the changes of the matches that this process owns. */
  followOwnMatches(follower: MatchFollower): void {
    this.subscribe(OWN_MATCHES_TOPIC, (message) => {
      if (message.type === 'moved') follower.moved(message.ledger);
      else if (message.type === 'ended') follower.ended(message.match);
      else if (message.type === 'left') follower.left(message.match);
      else if (message.type === 'watched') follower.watched?.(message.match, message.count);
    });
  }

  /** Errors of one listener do not affect the others. */
  #deliver(listener: Listener, topic: string, message: BusMessage): void {
    try {
      listener(message);
    } catch (error) {
      this.#log.error({ err: error, topic }, 'unhandled error in a bus listener');
    }
  }
}
