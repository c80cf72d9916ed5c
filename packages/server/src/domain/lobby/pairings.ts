import { PAIRING, type PairingEnd, type ServerMessageOf, type SocketCode } from '@anchor/wire';
import type { Result } from 'bg-rules';
import { PendingCount } from '../../shared/pending-count.ts';
import type { Notices } from '../notices/notices.ts';
import type { PlayerMessage } from '../player-message.ts';
import type { Relations } from '../players/relations.ts';
import type { Alarms, Log, World } from '../ports/world.ts';
import { refuse } from '../refusal.ts';
import type { Wish } from '../rooms/lobby-messages.ts';
import type { LobbyPublisher } from './lobby-publisher.ts';
import type { Matchmaker } from './matchmaker.ts';
import { blocking, makeHandle, passing, viewOf } from './wish.ts';
import { WishPool } from './wish-pool.ts';

interface PairingsParts {
  /** Unique among the lobbies of this process, for the alarms. */
  readonly name: string;
  readonly matchmaker: Matchmaker;
  readonly relations: Pick<Relations, 'blockedBy'>;
  readonly publisher: LobbyPublisher;
  readonly notices: Pick<Notices, 'found'>;
  readonly isOnline: (pub: string) => boolean;
  readonly send: (pub: string, message: PlayerMessage) => void;
  /** Notes the wish of a player for the next owner of the lobby. */
  readonly note: (pub: string, wish: Wish | null) => void;
  readonly alarms: Alarms;
  readonly world: World;
  readonly log: Log;
}

/** Two wishes whose players are asked to accept each other. The first has waited longer. */
interface Pairing {
  readonly pairing: string;
  readonly wishes: readonly [Wish, Wish];
  /** In milliseconds since the epoch. */
  readonly until: number;
  /** The players who have accepted. */
  readonly accepted: Set<string>;
  /** True once it has been decided what becomes of it. */
  isDecided: boolean;
}

/** The wishes for an opponent, at most one of each key. Finds opponents for the open ones, and asks both players. */
export class Pairings {
  readonly #parts: PairingsParts;
  /** By key, roughly the oldest first. */
  readonly #wishes = new Map<string, Wish>();
  /** By key of each of the two players. */
  readonly #pairings = new Map<string, Pairing>();
  /** The wishes of players who are connected and in no pairing. */
  readonly #open = new WishPool();
  readonly #pending = new PendingCount();
  #isLooking = false;
  #isStopped = false;

  constructor(parts: PairingsParts) {
    this.#parts = parts;
  }

  /** The wishes that other players may accept, roughly the oldest first. */
  get open(): readonly Wish[] {
    return this.all.filter(({ from }) => this.#open.get(from.pub) !== null);
  }

  get all(): readonly Wish[] {
    return [...this.#wishes.values()];
  }

  /** The wish of a key. */
  of(pub: string): Wish | null {
    return this.#wishes.get(pub) ?? null;
  }

  /** The wish with this handle. */
  find(handle: string): Wish | null {
    for (const wish of this.#wishes.values()) if (wish.seek === handle) return wish;
    return null;
  }

  /** True if the key is in a pairing. */
  has(pub: string): boolean {
    return this.#pairings.has(pub);
  }

  /** The question that a player has to answer, null if there is none. */
  messageFor(pub: string): ServerMessageOf<'pairing'> | null {
    const pairing = this.#pairings.get(pub);
    return pairing ? messageOf(pairing, pub) : null;
  }

  /** Adds a wish. It replaces the key's previous one. */
  put(wish: Wish): void {
    if (this.#isStopped) return;
    const { pub } = wish.from;
    const before = this.of(pub);
    this.#wishes.delete(pub);
    this.#wishes.set(pub, wish);
    this.#parts.note(pub, wish);
    if (before && before.seek !== wish.seek) this.#gone(before);
    this.refresh(pub);
  }

  /** Removes the wish. Returns false if it is gone, or its key has another one. */
  remove(wish: Wish): boolean {
    const { pub } = wish.from;
    if (this.of(pub)?.seek !== wish.seek) return false;
    this.#wishes.delete(pub);
    this.#parts.note(pub, null);
    this.#gone(wish);
    this.refresh(pub);
    return true;
  }

  /** Puts a wish that was removed back, unless its key has another one by now. */
  putBack(wish: Wish): void {
    if (!this.of(wish.from.pub)) this.put(wish);
  }

  /** Removes the wish of a key, if there is one. */
  withdraw(pub: string): void {
    const wish = this.of(pub);
    if (wish) this.remove(wish);
  }

  /** Call this when the player's wish, connection or pairing has changed. */
  refresh(pub: string): void {
    if (this.#isStopped) return;
    this.#setOpen(pub, this.#parts.isOnline(pub) && !this.has(pub) ? this.of(pub) : null);
    this.#look();
  }

  /** The match begins when both players have accepted. Refuses with `busy` while the player sits in another match. */
  async accept(pub: string, handle: string): Promise<Result<null, SocketCode>> {
    const pairing = this.#pairings.get(pub);
    if (pairing?.pairing !== handle) return refuse('not-found');
    const fault = await this.#parts.matchmaker.fault(pub, pairing.wishes[0]);
    if (fault) return fault;
    if (pairing.isDecided) return refuse('not-found');
    pairing.accepted.add(pub);
    if (playersOf(pairing).every((player) => pairing.accepted.has(player))) {
      pairing.isDecided = true;
      this.#later(() => this.#begin(pairing));
    }
    return { ok: true, value: null };
  }

  /** Declines the opponent and withdraws the player's wish. */
  async decline(pub: string, handle: string): Promise<Result<null, SocketCode>> {
    const pairing = this.#pairings.get(pub);
    if (pairing?.pairing !== handle || pairing.isDecided) return refuse('not-found');
    await this.#end(pairing, 'declined', new Set([pub]), pub);
    return { ok: true, value: null };
  }

  /** The player blocks another one, or no longer does, and now blocks these keys. A pairing of the two ends. */
  async block(pub: string, other: string, isBlocked: boolean, blocked: readonly string[]): Promise<void> {
    const pairing = this.#pairings.get(pub);
    const wish = pairing ? null : this.of(pub);
    if (wish) this.put(blocking(wish, blocked));
    // A pairing names its wishes as they are. They get their players' blocks when it is over.
    else if (isBlocked && pairing && playersOf(pairing).includes(other)) await this.#end(pairing, 'gone', new Set());
  }

  /** Asks no player any more, because another process owns the lobby. */
  stop(): void {
    const { alarms } = this.#parts;
    this.#isStopped = true;
    alarms.clear(this.#lookAlarm);
    for (const pairing of this.#pairings.values()) {
      pairing.isDecided = true;
      alarms.clear(this.#alarmOf(pairing));
    }
  }

  /** Resolves when no pairing is being decided. */
  idle(): Promise<void> {
    return this.#pending.idle();
  }

  #setOpen(pub: string, after: Wish | null): void {
    const before = this.#open.get(pub);
    if (before === after) return;
    if (after) this.#open.set(after);
    else this.#open.remove(pub);
    const { publisher } = this.#parts;
    if (before && before.seek !== after?.seek) publisher.seek(before.seek, null);
    if (after) publisher.seek(after.seek, viewOf(after));
  }

  #look(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const { alarms, world } = this.#parts;
    for (let pair = this.#open.closestPair(world.now()); pair; pair = this.#open.closestPair(world.now()))
      this.#ask(...pair);
    this.#isLooking = false;
    const { nextAt } = this.#open;
    if (nextAt === null) alarms.clear(this.#lookAlarm);
    else alarms.set(this.#lookAlarm, nextAt, () => this.#look());
  }

  #ask(older: Wish, newer: Wish): void {
    const { world, alarms, send, notices } = this.#parts;
    const until = world.now() + PAIRING.answerMs;
    const wishes = [older, newer] as const;
    const pairing = { pairing: makeHandle(world), wishes, until, accepted: new Set<string>(), isDecided: false };
    for (const pub of playersOf(pairing)) {
      this.#pairings.set(pub, pairing);
      this.#setOpen(pub, null);
    }
    alarms.set(this.#alarmOf(pairing), until, () => this.#unanswered(pairing));
    for (const pub of playersOf(pairing)) {
      const message = messageOf(pairing, pub);
      send(pub, message);
      notices.found(pub, message.opponent.name, until);
    }
  }

  async #unanswered(pairing: Pairing): Promise<void> {
    if (pairing.isDecided) return;
    const silent = playersOf(pairing).filter((pub) => !pairing.accepted.has(pub));
    await this.#end(pairing, 'no-answer', new Set(silent));
  }

  /** A pairing ends with one of its wishes. */
  #gone(wish: Wish): void {
    const { pub } = wish.from;
    const pairing = this.#pairings.get(pub);
    const isOfPairing = pairing?.wishes.some(({ seek }) => seek === wish.seek);
    if (pairing && isOfPairing && !pairing.isDecided) this.#later(() => this.#end(pairing, 'gone', new Set([pub])));
  }

  async #begin(pairing: Pairing): Promise<void> {
    const { matchmaker, log } = this.#parts;
    const { wishes } = pairing;
    const [first, second] = playersOf(pairing);
    const taken: Wish[] = [];
    const claim = async () => {
      for (const wish of wishes) if (this.remove(wish)) taken.push(wish);
      return taken.length === wishes.length;
    };
    const { length, rated, clock, rules } = wishes[0];
    const seats = [
      { pub: first, bot: false },
      { pub: second, bot: false },
    ] as const;
    const agreed = { terms: { length, rated, clock, rules }, seats, askedBy: null, claim, isOfLobby: true };
    const begun = await matchmaker.pair(agreed).catch((err) => {
      log.error({ err }, 'could not store a paired match; its players wait again');
      return refuse('internal');
    });
    try {
      if (!begun.ok) for (const wish of wishes) await this.#restore(wish, taken.includes(wish));
    } finally {
      this.#over(pairing, begun.ok ? null : 'gone');
    }
  }

  /** Reopens a wish without a match, unless its player is the one who could not sit down. */
  async #restore(wish: Wish, isTaken: boolean): Promise<void> {
    const { pub } = wish.from;
    const { isOnline, matchmaker } = this.#parts;
    // Without the storage nothing is known against the player.
    const fault = await matchmaker.fault(pub, wish).catch(() => null);
    const mayPlay = isOnline(pub) && fault === null;
    const isFree = this.remove(wish) || isTaken;
    if (mayPlay && isFree) this.putBack(await this.#withBlocks(wish));
  }

  /** Ends a pairing without a match. The `leavers` lose their wishes. */
  async #end(pairing: Pairing, reason: PairingEnd, leavers: ReadonlySet<string>, askedBy?: string): Promise<void> {
    if (pairing.isDecided) return;
    pairing.isDecided = true;
    const now = this.#parts.world.now();
    try {
      for (const [index, wish] of pairing.wishes.entries()) {
        const other = playersOf(pairing)[index === 0 ? 1 : 0];
        const isTaken = this.remove(wish);
        if (isTaken && !leavers.has(wish.from.pub)) this.putBack(await this.#withBlocks(passing(wish, other, now)));
      }
    } finally {
      this.#over(pairing, reason, askedBy);
    }
  }

  #over(pairing: Pairing, reason: PairingEnd | null, askedBy?: string): void {
    this.#parts.alarms.clear(this.#alarmOf(pairing));
    const players = playersOf(pairing);
    for (const pub of players) this.#pairings.delete(pub);
    if (reason !== null)
      for (const pub of players) {
        const seeking = this.of(pub) !== null;
        const over = { type: 'pairing-over', pairing: pairing.pairing, reason, seeking } as const;
        if (pub !== askedBy) this.#parts.send(pub, over);
      }
    for (const pub of players) this.refresh(pub);
  }

  /** The wish with the present blocks of its player, or with the former ones while they cannot be read. */
  async #withBlocks(wish: Wish): Promise<Wish> {
    try {
      return blocking(wish, await this.#parts.relations.blockedBy(wish.from.pub));
    } catch (err) {
      this.#parts.log.error({ err }, 'could not read whom a player blocks; the wish keeps the blocks that it had');
      return wish;
    }
  }

  get #lookAlarm(): string {
    return `${this.#parts.name}/pairings`;
  }

  #alarmOf({ pairing }: Pairing): string {
    return `${this.#parts.name}/pairing/${pairing}`;
  }

  #later(task: () => Promise<void>): void {
    this.#pending
      .during(task)
      .catch((err) => this.#parts.log.error({ err }, 'could not pair two wishes; their players may have to ask again'));
  }
}

function playersOf({ wishes }: Pick<Pairing, 'wishes'>): readonly [string, string] {
  return [wishes[0].from.pub, wishes[1].from.pub];
}

function messageOf({ pairing, wishes, until }: Pairing, pub: string): ServerMessageOf<'pairing'> {
  const [opponent, own] = wishes[0].from.pub === pub ? [wishes[1], wishes[0]] : wishes;
  const { length, rated, clock, rules } = own;
  return { type: 'pairing', pairing, opponent: opponent.from, length, rated, clock, rules, until };
}
