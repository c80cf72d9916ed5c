import { PAIRING, type PairingEnd, type ServerMessageOf, type SocketCode } from '@anchor/wire';
import type { Result } from 'bg-rules';
import { PendingCount } from '../../shared/pending-count.ts';
import type { Notices } from '../notices/notices.ts';
import type { Alarms, Log, World } from '../ports/world.ts';
import { refuse } from '../refusal.ts';
import type { Seek } from '../rooms/lobby-messages.ts';
import type { LobbyMembers } from './lobby-members.ts';
import type { LobbyPublisher } from './lobby-publisher.ts';
import type { Matchmaker } from './matchmaker.ts';
import { blocking, makeHandle, passing, viewOf } from './seek.ts';
import { SeekPool } from './seek-pool.ts';

interface PairingsParts {
  /** Unique among the lobbies of this process, for the alarms. */
  readonly name: string;
  readonly matchmaker: Matchmaker;
  readonly publisher: LobbyPublisher;
  readonly notices: Pick<Notices, 'found'>;
  readonly members: Pick<LobbyMembers, 'isOnline' | 'note' | 'send'>;
  readonly alarms: Alarms;
  readonly world: World;
  readonly log: Log;
}

/** Two seeks whose players are asked to accept each other. The first has waited longer. */
interface Pairing {
  readonly pairing: string;
  readonly seeks: readonly [Seek, Seek];
  /** In milliseconds since the epoch. */
  readonly until: number;
  /** The players who have accepted. */
  readonly accepted: Set<string>;
  /** True once it has been decided what becomes of it. */
  isDecided: boolean;
}

/** The seeks for an opponent, at most one of each key. Finds opponents for the open ones, and asks both players. */
export class Pairings {
  readonly #parts: PairingsParts;
  /** By key, roughly the oldest first. */
  readonly #seeks = new Map<string, Seek>();
  /** By key of each of the two players. */
  readonly #pairings = new Map<string, Pairing>();
  /** The seeks of players who are connected and in no pairing. */
  readonly #open = new SeekPool();
  /** By key: the seeks that were taken for matches that are being stored. */
  readonly #taken = new Map<string, Seek>();
  /** The keys with a seek whose players are not connected. */
  readonly #offline = new Set<string>();
  readonly #pending = new PendingCount();
  #isLooking = false;
  #isStopped = false;

  constructor(parts: PairingsParts) {
    this.#parts = parts;
  }

  /** The seeks that other players may accept, roughly the oldest first. */
  get open(): readonly Seek[] {
    return this.all.filter(({ from }) => this.#open.get(from.pub) !== null);
  }

  get all(): readonly Seek[] {
    return [...this.#seeks.values()];
  }

  /** The seek of a key. */
  of(pub: string): Seek | null {
    return this.#seeks.get(pub) ?? null;
  }

  /** The seek with this handle. */
  find(handle: string): Seek | null {
    for (const seek of this.#seeks.values()) if (seek.id === handle) return seek;
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

  /** Adds a seek. It replaces the key's previous one. */
  put(seek: Seek): void {
    if (this.#isStopped) return;
    const { pub } = seek.from;
    const before = this.of(pub);
    this.#seeks.delete(pub);
    this.#seeks.set(pub, seek);
    this.#parts.members.note(pub, seek);
    if (before && before.id !== seek.id) this.#gone(before);
    this.refresh(pub);
  }

  /** Removes the seek. Returns false if it is gone, or its key has another one. */
  remove(seek: Seek): boolean {
    const { pub } = seek.from;
    if (this.#taken.get(pub)?.id === seek.id) this.#taken.delete(pub);
    if (this.of(pub)?.id !== seek.id) return false;
    this.#seeks.delete(pub);
    this.#parts.members.note(pub, null);
    this.#gone(seek);
    this.refresh(pub);
    return true;
  }

  /** Removes the seek for a match that is about to be stored. Returns false if it is gone, or its key has another one. */
  take(seek: Seek): boolean {
    const { pub } = seek.from;
    // As it is by now: its player may have blocked another one since it was found.
    const present = this.of(pub);
    if (!present || !this.remove(seek)) return false;
    this.#taken.set(pub, present);
    return true;
  }

  /** Puts a seek back whose match could not be stored, unless its player has withdrawn it or made another one meanwhile. */
  giveBack({ id, from }: Seek): void {
    const taken = this.#taken.get(from.pub);
    if (taken?.id !== id) return;
    this.#taken.delete(from.pub);
    if (!this.of(from.pub)) this.put(taken);
  }

  /** Removes the seek of a key, if there is one. */
  withdraw(pub: string): void {
    this.#taken.delete(pub);
    const seek = this.of(pub);
    if (seek) this.remove(seek);
  }

  /** Call this when the player's seek, connection or pairing has changed. */
  refresh(pub: string): void {
    if (this.#isStopped) return;
    const seek = this.of(pub);
    const isOnline = this.#parts.members.isOnline(pub);
    this.#setOpen(pub, isOnline && !this.has(pub) ? seek : null);
    this.#setOffline(pub, seek !== null && !isOnline);
    this.#look();
  }

  /** The match begins when both players have accepted. Refuses with `busy` while the player sits in another match. */
  async accept(pub: string, handle: string): Promise<Result<null, SocketCode>> {
    const pairing = this.#pairings.get(pub);
    if (pairing?.pairing !== handle) return refuse('not-found');
    const fault = await this.#parts.matchmaker.fault(pub, pairing.seeks[0]);
    if (fault) return fault;
    if (pairing.isDecided) return refuse('not-found');
    pairing.accepted.add(pub);
    if (playersOf(pairing).every((player) => pairing.accepted.has(player))) {
      pairing.isDecided = true;
      this.#later(() => this.#begin(pairing));
    }
    return { ok: true, value: null };
  }

  /** Declines the opponent and withdraws the player's seek. */
  decline(pub: string, handle: string): Result<null, SocketCode> {
    const pairing = this.#pairings.get(pub);
    if (pairing?.pairing !== handle || pairing.isDecided) return refuse('not-found');
    this.#end(pairing, 'declined', new Set([pub]), pub);
    return { ok: true, value: null };
  }

  /** The player blocks another one, or no longer does, and now blocks these keys. A pairing of the two ends. */
  block(pub: string, other: string, isBlocked: boolean, blocked: readonly string[]): void {
    const [seek, taken, pairing] = [this.of(pub), this.#taken.get(pub), this.#pairings.get(pub)];
    if (taken) this.#taken.set(pub, blocking(taken, blocked));
    if (seek) this.put(blocking(seek, blocked));
    if (isBlocked && pairing && playersOf(pairing).includes(other)) this.#end(pairing, 'gone', new Set());
  }

  /** Asks no player any more, because another process owns the lobby. */
  stop(): void {
    const { alarms, members } = this.#parts;
    this.#isStopped = true;
    alarms.clear(this.#lookAlarm);
    // They are announced to the next owner, which withdraws those whose matches were stored after all.
    for (const [pub, seek] of this.#taken) if (!this.of(pub)) members.note(pub, seek);
    for (const pub of this.#offline) alarms.clear(this.#graceAlarm(pub));
    for (const pairing of this.#pairings.values()) {
      pairing.isDecided = true;
      alarms.clear(this.#alarmOf(pairing));
    }
  }

  /** Resolves when no pairing is being decided. */
  idle(): Promise<void> {
    return this.#pending.idle();
  }

  #setOpen(pub: string, after: Seek | null): void {
    const before = this.#open.get(pub);
    if (before === after) return;
    if (after) this.#open.set(after);
    else this.#open.remove(pub);
    const { publisher } = this.#parts;
    if (before && before.id !== after?.id) publisher.seek(before.id, null);
    if (after) publisher.seek(after.id, viewOf(after));
  }

  /** A seek outlives its connection by a moment, so that it survives a reload of the page. Meanwhile it is not open. */
  #setOffline(pub: string, isOffline: boolean): void {
    if (isOffline === this.#offline.has(pub)) return;
    const { alarms, world } = this.#parts;
    if (isOffline) {
      this.#offline.add(pub);
      alarms.set(this.#graceAlarm(pub), world.now() + PAIRING.graceMs, () => this.withdraw(pub));
    } else {
      this.#offline.delete(pub);
      alarms.clear(this.#graceAlarm(pub));
    }
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

  #ask(older: Seek, newer: Seek): void {
    const { world, alarms, members, notices } = this.#parts;
    const until = world.now() + PAIRING.answerMs;
    const seeks = [older, newer] as const;
    const pairing = { pairing: makeHandle(world), seeks, until, accepted: new Set<string>(), isDecided: false };
    for (const pub of playersOf(pairing)) {
      this.#pairings.set(pub, pairing);
      this.#setOpen(pub, null);
    }
    alarms.set(this.#alarmOf(pairing), until, () => this.#unanswered(pairing));
    for (const pub of playersOf(pairing)) {
      const message = messageOf(pairing, pub);
      members.send(pub, message);
      notices.found(pub, message.opponent.name, until);
    }
  }

  #unanswered(pairing: Pairing): void {
    if (pairing.isDecided) return;
    const silent = playersOf(pairing).filter((pub) => !pairing.accepted.has(pub));
    this.#end(pairing, 'no-answer', new Set(silent));
  }

  /** A pairing ends with one of its seeks. */
  #gone(seek: Seek): void {
    const { pub } = seek.from;
    const pairing = this.#pairings.get(pub);
    const isOfPairing = pairing?.seeks.some(({ id }) => id === seek.id);
    if (pairing && isOfPairing) this.#end(pairing, 'gone', new Set([pub]));
  }

  async #begin(pairing: Pairing): Promise<void> {
    const { matchmaker, log } = this.#parts;
    const { seeks } = pairing;
    const [first, second] = playersOf(pairing);
    const claim = async () => seeks.filter((seek) => this.take(seek)).length === seeks.length;
    const { length, rated, clock, rules } = seeks[0];
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
      if (begun.ok) for (const pub of playersOf(pairing)) this.withdraw(pub);
      else for (const seek of seeks) await this.#restore(seek);
    } finally {
      this.#over(pairing, begun.ok ? null : 'gone');
    }
  }

  /** Reopens a seek without a match, unless its player is the one who could not sit down. */
  async #restore(seek: Seek): Promise<void> {
    const { pub } = seek.from;
    const { members, matchmaker } = this.#parts;
    // Without the storage nothing is known against the player.
    const fault = await matchmaker.fault(pub, seek).catch(() => null);
    if (fault === null && members.isOnline(pub)) this.giveBack(seek);
    else this.remove(seek);
  }

  /** Ends a pairing without a match. The `leavers` lose their seeks. */
  #end(pairing: Pairing, reason: PairingEnd, leavers: ReadonlySet<string>, askedBy?: string): void {
    if (pairing.isDecided) return;
    pairing.isDecided = true;
    const now = this.#parts.world.now();
    const [first, second] = playersOf(pairing);
    for (const { id, from } of pairing.seeks) {
      const { pub } = from;
      const seek = this.of(pub);
      if (seek?.id !== id) continue;
      if (leavers.has(pub)) this.remove(seek);
      else this.put(passing(seek, pub === first ? second : first, now));
    }
    this.#over(pairing, reason, askedBy);
  }

  #over(pairing: Pairing, reason: PairingEnd | null, askedBy?: string): void {
    this.#parts.alarms.clear(this.#alarmOf(pairing));
    const players = playersOf(pairing);
    for (const pub of players) this.#pairings.delete(pub);
    if (reason !== null)
      for (const pub of players) {
        const seeking = this.of(pub) !== null;
        const over = { type: 'pairing-over', pairing: pairing.pairing, reason, seeking } as const;
        if (pub !== askedBy) this.#parts.members.send(pub, over);
      }
    for (const pub of players) this.refresh(pub);
  }

  get #lookAlarm(): string {
    return `${this.#parts.name}/pairings`;
  }

  #graceAlarm(pub: string): string {
    return `${this.#parts.name}/seek/${pub}`;
  }

  #alarmOf({ pairing }: Pairing): string {
    return `${this.#parts.name}/pairing/${pairing}`;
  }

  #later(task: () => Promise<void>): void {
    this.#pending
      .during(task)
      .catch((err) => this.#parts.log.error({ err }, 'could not pair two seeks; their players may have to ask again'));
  }
}

function playersOf({ seeks }: Pick<Pairing, 'seeks'>): readonly [string, string] {
  return [seeks[0].from.pub, seeks[1].from.pub];
}

function messageOf({ pairing, seeks, until }: Pairing, pub: string): ServerMessageOf<'pairing'> {
  const [opponent, own] = seeks[0].from.pub === pub ? [seeks[1], seeks[0]] : seeks;
  const { length, rated, clock, rules } = own;
  return { type: 'pairing', pairing, opponent: opponent.from, length, rated, clock, rules, until };
}
