import type { PushKind, PushNotice } from '@anchor/wire';
import { type Header, type Ledger, mayBeAway } from 'bg-record';
import { LRUCache } from 'lru-cache';
import { PendingCount } from '../../shared/pending-count.ts';
import type { MatchFollower } from '../bus.ts';
import type { PushMessage, PushSender, PushStore, StoredPushSubscription } from '../ports/push.ts';
import type { Alarms, Log, World } from '../ports/world.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** Number of browsers of one key that get messages. */
const MAX_BROWSERS = 5;
/** A player is told only after being away for this long, so not when a connection is lost for a moment. */
const AWAY_MS = 5_000;
/** A push service keeps a message about a turn for this long, unless the match has a deadline before. */
const TURN_LIFETIME_MS = 24 * 3_600_000;
/** Number of matches of which this process remembers the last turn that it told a player of. */
const REMEMBERED = 20_000;
/** Messages that wait for their push service. More means that one does not answer. */
const MAX_SENDING = 1_000;
const CHALLENGE_LIFETIME_MS = 24 * 3_600_000;
const NOTICE_ALARM = 'notice/';
const CHALLENGE_ALARM = 'notice-of-challenge/';

interface NoticesParts {
  readonly store: PushStore;
  /** Null if the service sends no push messages. */
  readonly sender: PushSender | null;
  readonly isOnline: (pub: string) => boolean;
  /** True for keys that the service stores: those with a name, a finished match or an account. */
  readonly isStored: (pub: string) => Promise<boolean>;
  readonly alarms: Alarms;
  readonly world: World;
  readonly log: Log;
}

/** A new challenge, for a message to the challenged player. */
interface ChallengeNews {
  readonly code: string;
  readonly to: string;
  /**
   * Resolves to the challenger's name, or null if the player need not be notified any more. The name is empty if the challenged player does
   * not know the challenger: strangers put no text of theirs into a message.
   */
  readonly name: () => Promise<string | null>;
}

/** A player for whom a match waits. */
interface Awaited {
  readonly pub: string;
  readonly opponent: string;
  /** Number of events before the player's. */
  readonly n: number;
  /** How long the push service keeps the message. */
  readonly lifetimeMs: number;
}

/** The last turn of which a player was told. */
interface Told {
  readonly pub: string;
  readonly n: number;
}

/**
 * Tells players by push messages what happens while no page of theirs is connected: that an opponent waits for them or that another player
 * challenges them. Also tells them of an opponent that was found, because a page in the background may sleep. Messages are a convenience: they
 * may be lost, and nothing depends on them.
 */
export class Notices implements MatchFollower {
  readonly #parts: NoticesParts;
  readonly #pending = new PendingCount();
  /** By match: the person who must act, for the matches that this process owns, until that person was told. */
  readonly #awaited = new Map<string, Awaited>();
  /** The matches in `#awaited` by person. */
  readonly #matches = new Map<string, Set<string>>();
  /** By match. */
  readonly #told = new LRUCache<string, Told>({ max: REMEMBERED });
  #sending = 0;

  constructor(parts: NoticesParts) {
    this.#parts = parts;
  }

  /** The public key with which browsers subscribe, base64url. Null if the service sends no push messages. */
  get key(): string | null {
    return this.#parts.sender?.key ?? null;
  }

  /** Sends the key's messages of these kinds to a browser from now on. Keys cost nothing, so those that the service does not store are refused. */
  async subscribe(subscription: Omit<StoredPushSubscription, 'created'>): Promise<Refusal | null> {
    if (!this.#parts.sender?.knows(subscription.endpoint)) return refuse('unknown-push-service');
    if (!(await this.#parts.isStored(subscription.pub))) return refuse('not-stored-yet');
    await this.#parts.store.put({ ...subscription, created: this.#parts.world.now() }, MAX_BROWSERS);
    return null;
  }

  unsubscribe(pub: string, endpoint: string): Promise<void> {
    return this.#parts.store.remove(endpoint, pub);
  }

  moved({ header, expects, state, length: n }: Ledger): void {
    if (this.#parts.sender === null) return;
    const { id, players } = header;
    const seat = state.result ? null : expects.party;
    if (seat !== null && this.#awaited.get(id)?.n === n) return;
    this.#forget(id);
    if (seat === null) return;
    const { pub, bot } = players[seat];
    if (this.#wasTold(header, pub, n) || bot) return;
    const lifetimeMs = Math.max(TURN_LIFETIME_MS, mayBeAway(header) ? (header.moveMs ?? 0) : 0);
    this.#awaited.set(id, { pub, opponent: players[seat === 0 ? 1 : 0].name, n, lifetimeMs });
    this.#matches.set(pub, (this.#matches.get(pub) ?? new Set()).add(id));
    if (!this.#parts.isOnline(pub)) this.#look(id);
  }

  left(match: string): void {
    this.ended(match);
  }

  ended(match: string): void {
    this.#forget(match);
    this.#parts.alarms.clear(`${NOTICE_ALARM}${match}`);
  }

  /** A player came to the service or left it. */
  attend(pub: string, online: boolean): void {
    if (!online) for (const match of this.#matches.get(pub) ?? []) this.#look(match);
  }

  /** An opponent was found for the seek of this key. The page asks the player as well, if it is awake. */
  found(pub: string, opponent: string, until: number): void {
    const lifetimeMs = Math.max(1_000, until - this.#parts.world.now());
    this.#notify(
      pub,
      { kind: 'opponent', name: opponent, path: '/' },
      { topic: 'opponent', lifetimeMs, isUrgent: true },
    );
  }

  /** A player was challenged. Tells them in a moment, if they are away and the challenge still waits. */
  challenged(news: ChallengeNews): void {
    const { code, to } = news;
    if (this.#parts.sender === null || this.#parts.isOnline(to)) return;
    this.#parts.alarms.set(`${CHALLENGE_ALARM}${code}`, this.#parts.world.now() + AWAY_MS, () =>
      this.#pending.during(() => this.#notifyOfChallenge(news)),
    );
  }

  async #notifyOfChallenge({ code, to, name: challenger }: ChallengeNews): Promise<void> {
    const name = this.#parts.isOnline(to) ? null : await challenger();
    if (name === null) return;
    const how = { topic: topicOf(code), lifetimeMs: CHALLENGE_LIFETIME_MS, isUrgent: false };
    this.#notify(to, { kind: 'challenge', name, path: '/' }, how);
  }

  /** Resolves when no message is being sent. */
  idle(): Promise<void> {
    return this.#pending.idle();
  }

  /**
   * True if the player was told of this turn. In a correspondence match a turn lasts until the opponent has to act, so that a player who rolls
   * and leaves is not told again.
   */
  #wasTold(header: Header, pub: string, n: number): boolean {
    const told = this.#told.get(header.id);
    if (!told) return false;
    if (!mayBeAway(header)) return told.n === n;
    if (told.pub !== pub) this.#told.delete(header.id);
    return told.pub === pub;
  }

  #look(match: string): void {
    this.#parts.alarms.set(`${NOTICE_ALARM}${match}`, this.#parts.world.now() + AWAY_MS, () =>
      this.#notifyOfTurn(match),
    );
  }

  #forget(match: string): void {
    const pub = this.#awaited.get(match)?.pub;
    if (pub === undefined) return;
    this.#awaited.delete(match);
    const matches = this.#matches.get(pub);
    matches?.delete(match);
    if (matches?.size === 0) this.#matches.delete(pub);
  }

  #notifyOfTurn(match: string): void {
    const awaited = this.#awaited.get(match);
    if (!awaited || this.#parts.isOnline(awaited.pub)) return;
    const { pub, opponent, n, lifetimeMs } = awaited;
    this.#forget(match);
    this.#told.set(match, { pub, n });
    const notice: PushNotice = { kind: 'turn', name: opponent, path: `/match/${match}` };
    this.#notify(pub, notice, { topic: topicOf(match), lifetimeMs, isUrgent: true });
  }

  #notify(pub: string, notice: PushNotice, how: Omit<PushMessage, 'text'>): void {
    const sender = this.#parts.sender;
    if (sender === null) return;
    if (this.#sending >= MAX_SENDING) {
      this.#parts.log.warn({}, 'too many push messages wait for their push services; one was dropped');
      return;
    }
    this.#sending += 1;
    this.#pending
      .during(() => this.#send(sender, pub, notice.kind, { ...how, text: JSON.stringify(notice) }))
      .catch((err) => this.#parts.log.error({ err }, 'could not send a push message'))
      .finally(() => {
        this.#sending -= 1;
      });
  }

  async #send(sender: PushSender, pub: string, kind: PushKind, message: PushMessage): Promise<void> {
    const browsers = (await this.#parts.store.of(pub)).filter(({ kinds }) => kinds.includes(kind));
    for (const browser of browsers) {
      const verdict = await sender.send(browser, message);
      if (verdict === 'gone') await this.#parts.store.remove(browser.endpoint, pub);
    }
  }
}

/** The ids of matches and challenges have only characters that a topic may have. */
function topicOf(id: string): string {
  return id.slice(0, 32);
}
