import { PAIRING, type PairingEnd, type ServerMessage, type ServerMessageOf, type SocketCode } from '@anchor/wire';
import type { Result } from 'bg-rules';
import { PendingCount } from '../../shared/pending-count.ts';
import type { Presence } from '../players/presence.ts';
import type { Relations } from '../players/relations.ts';
import type { Bus } from '../ports/bus.ts';
import type { Alarms, Log, World } from '../ports/world.ts';
import { refuse } from '../refusal.ts';
import { keyTopic } from '../topics.ts';
import type { Matchmaker } from './matchmaker.ts';
import { type Pairing, type PairingList, playersOf } from './pairing-list.ts';
import { makeHandle, type Seeks } from './seeks.ts';
import { blocking, passing, type Wish } from './wish.ts';
import { WishPool } from './wish-pool.ts';

/** Two wishes that another process should pair, or that could not be reserved, are looked at again after this time. */
const RETRY_MS = 1_000;
/** A pairing that no process has decided so long after its end is removed. */
const LEFT_OVER_MS = 10_000;
const LOOK_ALARM = 'pairings';
const RETRY_ALARM = 'pairings-retry';
const SWEEP_ALARM = 'pairings-sweep';

interface PairingsParts {
  readonly seeks: Seeks;
  readonly list: PairingList;
  readonly matchmaker: Matchmaker;
  readonly presence: Pick<Presence, 'isHere' | 'isOnline'>;
  readonly relations: Pick<Relations, 'blockedBy'>;
  readonly bus: Bus;
  readonly alarms: Alarms;
  readonly world: World;
  readonly log: Log;
}

type FoundListener = (pub: string, opponent: string, until: number) => void;
type OpenListener = (before: Wish | null, after: Wish | null) => void;

/**
 * Finds opponents for the open wishes and asks both players. Every process follows all wishes; a pair is made by a process to which one
 * of the two players is connected.
 */
export class Pairings {
  readonly #seeks: Seeks;
  readonly #list: PairingList;
  readonly #matchmaker: Matchmaker;
  readonly #presence: PairingsParts['presence'];
  readonly #relations: PairingsParts['relations'];
  readonly #bus: Bus;
  readonly #alarms: Alarms;
  readonly #world: World;
  readonly #log: Log;
  /** The wishes of players who are connected and in no pairing. */
  readonly #open = new WishPool();
  readonly #again = new Set<string>();
  readonly #listeners: OpenListener[] = [];
  readonly #foundListeners: FoundListener[] = [];
  readonly #pending = new PendingCount();
  #isLooking = false;
  #isSweepDue = false;

  constructor(parts: PairingsParts) {
    this.#seeks = parts.seeks;
    this.#list = parts.list;
    this.#matchmaker = parts.matchmaker;
    this.#presence = parts.presence;
    this.#relations = parts.relations;
    this.#bus = parts.bus;
    this.#alarms = parts.alarms;
    this.#world = parts.world;
    this.#log = parts.log;
    this.#seeks.observe((pub, after, before) => {
      this.refresh(pub);
      if (before && before.seek !== after?.seek) this.#wishGone(before);
    });
    this.#list.observe({
      changed: (pub) => {
        this.refresh(pub);
        this.#sweepLater();
      },
      accepted: (pairing) => this.#later(() => this.#beginIfAccepted(pairing)),
    });
  }

  isOpen({ from }: Wish): boolean {
    return this.#open.get(from.pub) !== null;
  }

  /** Calls the listener when a wish opens (`before` is null), changes, or is no longer open (`after` is null). */
  observe(listener: OpenListener): void {
    this.#listeners.push(listener);
  }

  /** Calls the listener for each player whom this process asks, with the opponent's name and the end of the time to answer. */
  observeFound(listener: FoundListener): void {
    this.#foundListeners.push(listener);
  }

  /** The question that a player has to answer, null if there is none. */
  messageFor(pub: string): ServerMessageOf<'pairing'> | null {
    const pairing = this.#list.of(pub);
    return pairing && messageOf(pairing, pub);
  }

  /** True if the key is in a pairing. */
  has(pub: string): boolean {
    return this.#list.of(pub) !== null;
  }

  /** Call this when the player's wish, connection or pairing has changed. */
  refresh(pub: string): void {
    this.#setOpen(pub, this.#openWish(pub));
    this.#look();
  }

  /** The match begins when both players have accepted. Refuses with `busy` while the player sits in another match. */
  async accept(pub: string, handle: string): Promise<Result<null, SocketCode>> {
    const pairing = this.#list.of(pub);
    if (pairing?.pairing !== handle) return refuse('not-found');
    const fault = await this.#matchmaker.fault(pub, pairing.wishes[0]);
    if (fault) return fault;
    // Meanwhile the pairing may have ended.
    if (this.#list.of(pub)?.pairing !== handle) return refuse('not-found');
    this.#list.accept(pairing, pub);
    return { ok: true, value: null };
  }

  /** Declines the opponent and withdraws the player's wish. */
  async decline(pub: string, handle: string): Promise<Result<null, SocketCode>> {
    const pairing = this.#list.of(pub);
    if (pairing?.pairing !== handle) return refuse('not-found');
    const isEnded = await this.#end(pairing, 'declined', new Set([pub]), pub);
    return isEnded ? { ok: true, value: null } : refuse('not-found');
  }

  /** The player blocks another one, or no longer does. A pairing of the two ends. */
  async blocksChanged(pub: string, other: string, isBlocked: boolean): Promise<void> {
    const blocked = await this.#relations.blockedBy(pub);
    const pairing = this.#list.of(pub);
    const wish = pairing ? null : this.#seeks.of(pub);
    if (wish) this.#seeks.put(blocking(wish, blocked));
    // A pairing names its wishes as they are. They get their players' blocks when it is over.
    else if (isBlocked && pairing && playersOf(pairing).includes(other)) await this.#end(pairing, 'gone', new Set());
  }

  /** Resolves when no pairing is being made or decided. */
  idle(): Promise<void> {
    return this.#pending.idle();
  }

  #openWish(pub: string): Wish | null {
    return this.#presence.isOnline(pub) && !this.#list.of(pub) ? this.#seeks.of(pub) : null;
  }

  #setOpen(pub: string, after: Wish | null): void {
    const before = this.#open.get(pub);
    if (before === after) return;
    if (after) this.#open.set(after);
    else this.#open.remove(pub);
    for (const listener of this.#listeners) listener(before, after);
  }

  #look(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    for (let pair = this.#nextPair(); pair; pair = this.#nextPair()) {
      for (const wish of pair) this.#setOpen(wish.from.pub, null);
      if (pair.some(({ from }) => this.#presence.isHere(from.pub))) this.#later(() => this.#ask(...pair));
      else this.#lookAgainAt(pair);
    }
    this.#isLooking = false;
    const { nextAt } = this.#open;
    if (nextAt === null) this.#alarms.clear(LOOK_ALARM);
    else this.#alarms.set(LOOK_ALARM, nextAt, () => this.#look());
  }

  #nextPair() {
    return this.#open.closestPair(this.#world.now());
  }

  /** Reserves both players and asks them. */
  async #ask(older: Wish, newer: Wish): Promise<void> {
    const until = this.#world.now() + PAIRING.answerMs;
    const pairing: Pairing = { pairing: makeHandle(this.#world), wishes: [older, newer], until };
    if (!(await this.#list.open(pairing))) return this.#lookAgainAt(pairing.wishes);
    const gone = pairing.wishes.filter((wish) => this.#seeks.of(wish.from.pub)?.seek !== wish.seek);
    if (gone.length > 0) return this.#list.release(pairing);
    this.#alarms.set(`pairing/${pairing.pairing}`, until, () => this.#unanswered(pairing));
    for (const pub of playersOf(pairing)) {
      const message = messageOf(pairing, pub);
      this.#tell(pub, message);
      for (const found of this.#foundListeners) found(pub, message.opponent.name, until);
    }
  }

  #lookAgainAt(pair: readonly Wish[]): void {
    for (const { from } of pair) this.#again.add(from.pub);
    this.#alarms.set(RETRY_ALARM, this.#world.now() + RETRY_MS, () => {
      const pubs = [...this.#again];
      this.#again.clear();
      for (const pub of pubs) this.refresh(pub);
    });
  }

  async #unanswered(pairing: Pairing): Promise<void> {
    const silent = playersOf(pairing).filter((pub) => !this.#list.hasAccepted(pairing, pub));
    await this.#end(pairing, 'no-answer', new Set(silent));
  }

  #wishGone(wish: Wish): void {
    const pub = wish.from.pub;
    const pairing = this.#list.of(pub);
    const isOfPairing = pairing?.wishes.some(({ seek }) => seek === wish.seek);
    if (pairing && isOfPairing && this.#isOurs(pairing)) this.#later(() => this.#end(pairing, 'gone', new Set([pub])));
  }

  async #beginIfAccepted(pairing: Pairing): Promise<void> {
    const hasBoth = playersOf(pairing).every((pub) => this.#list.hasAccepted(pairing, pub));
    if (hasBoth && this.#isOurs(pairing) && (await this.#list.close(pairing))) await this.#begin(pairing);
  }

  async #begin(pairing: Pairing): Promise<void> {
    const { wishes } = pairing;
    const [first, second] = playersOf(pairing);
    const taken: Wish[] = [];
    const claim = async () => {
      for (const wish of wishes) if (await this.#seeks.take(wish)) taken.push(wish);
      return taken.length === wishes.length;
    };
    const { length, rated, clock, rules } = wishes[0];
    const seats = [
      { pub: first, bot: false },
      { pub: second, bot: false },
    ] as const;
    const agreed = { terms: { length, rated, clock, rules }, seats, askedBy: null, claim };
    const begun = await this.#matchmaker.pair(agreed).catch((err) => {
      this.#log.error({ err }, 'could not store a paired match; its players wait again');
      return refuse('internal');
    });
    if (!begun.ok) for (const wish of wishes) await this.#restore(wish, taken.includes(wish));
    await this.#over(pairing, begun.ok ? null : 'gone');
  }

  /** Reopens a wish without a match, unless its player is the one who could not sit down. */
  async #restore(wish: Wish, isTaken: boolean): Promise<void> {
    const { pub } = wish.from;
    const mayPlay = this.#presence.isOnline(pub) && (await this.#matchmaker.fault(pub, wish)) === null;
    if (!mayPlay) await this.#seeks.take(wish);
    else if (isTaken || (await this.#seeks.take(wish))) await this.#seeks.putBack(await this.#withBlocks(wish));
  }

  /** Ends a pairing without a match. The `leavers` lose their wishes. Returns false if it has been decided already. */
  async #end(pairing: Pairing, reason: PairingEnd, leavers: ReadonlySet<string>, askedBy?: string): Promise<boolean> {
    if (!(await this.#list.close(pairing))) return false;
    const now = this.#world.now();
    for (const [index, wish] of pairing.wishes.entries()) {
      const other = playersOf(pairing)[index === 0 ? 1 : 0];
      const isTaken = await this.#seeks.take(wish);
      if (isTaken && !leavers.has(wish.from.pub)) {
        await this.#seeks.putBack(await this.#withBlocks(passing(wish, other, now)));
      }
    }
    await this.#over(pairing, reason, askedBy);
    return true;
  }

  async #over(pairing: Pairing, reason: PairingEnd | null, askedBy?: string): Promise<void> {
    this.#alarms.clear(`pairing/${pairing.pairing}`);
    await this.#list.release(pairing);
    if (reason === null) return;
    for (const pub of playersOf(pairing)) {
      const seeking = this.#seeks.of(pub) !== null;
      if (pub !== askedBy) this.#tell(pub, { type: 'pairing-over', pairing: pairing.pairing, reason, seeking });
    }
  }

  async #withBlocks(wish: Wish): Promise<Wish> {
    return blocking(wish, await this.#relations.blockedBy(wish.from.pub));
  }

  #isOurs(pairing: Pairing): boolean {
    return playersOf(pairing).some((pub) => this.#presence.isHere(pub));
  }

  #sweepLater(): void {
    if (this.#isSweepDue || this.#list.isEmpty) return;
    this.#isSweepDue = true;
    this.#alarms.set(SWEEP_ALARM, this.#world.now() + PAIRING.answerMs + LEFT_OVER_MS, async () => {
      this.#isSweepDue = false;
      await this.#list.sweep(this.#world.now() - LEFT_OVER_MS);
      this.#sweepLater();
    });
  }

  #tell(pub: string, message: ServerMessage): void {
    this.#bus.publish(keyTopic(pub), message);
  }

  #later(task: () => Promise<unknown>): void {
    this.#pending
      .during(task)
      .catch((err) => this.#log.error({ err }, 'could not pair two wishes; their players may have to ask again'));
  }
}

function messageOf({ pairing, wishes, until }: Pairing, pub: string): ServerMessageOf<'pairing'> {
  const [opponent, own] = wishes[0].from.pub === pub ? [wishes[1], wishes[0]] : wishes;
  const { length, rated, clock, rules } = own;
  return { type: 'pairing', pairing, opponent: opponent.from, length, rated, clock, rules, until };
}
