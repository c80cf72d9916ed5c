import type { Reaction, SocketCode } from '@anchor/wire';
import { type Header, mayBeAway, type SignatureVerifier, type SignedEvent } from 'bg-record';
import type { Result } from 'bg-rules';
import { LRUCache } from 'lru-cache';
import { SharedReads } from '../../shared/shared-reads.ts';
import type { Bus } from '../bus.ts';
import { FREE_MS, type Leases } from '../leases/leases.ts';
import type { Holding, LeaseStore, ProcessRow } from '../ports/leases.ts';
import type { Created, MatchStore } from '../ports/matches.ts';
import type { StoredInvite } from '../ports/players.ts';
import type { RecordStore } from '../ports/records.ts';
import type { Alarms, Log, World } from '../ports/world.ts';
import type { OwnView } from '../public-log/own-view.ts';
import { refuse } from '../refusal.ts';
import type { ServerKeys } from '../server-keys.ts';
import { endOf } from '../table/outcome.ts';
import { OwnedMatches } from '../table/owned-matches.ts';
import { type Aborted, LinkLost, type Owner } from '../table/owner.ts';
import {
  type ActResult,
  type Entered,
  gone,
  type Member,
  notStored,
  notYours,
  type Stamp,
  type Waits,
} from '../table/table-parts.ts';
import { matchTopic } from '../topics.ts';
import { Link } from './link.ts';
import { type Links, UNREACHABLE_MS } from './links.ts';
import { MatchReader, type MatchView } from './match-reader.ts';
import { Pauses } from './pauses.ts';

/** The alarm at which a process stores its heartbeat and looks for free matches. */
const HEARTBEAT_ALARM = 'heartbeat';
/** The alarm at which a process that is alone acquires the parked matches that are due. */
const WAKE_ALARM = 'wake';
/** Longest time for which a request looks for the owner of its match. */
const FIND_MS = 5_000;
/** Delay before the owner of a match is looked up again. */
const AGAIN_MS = 100;
/** Number of matches of which a process remembers that their owners could not be reached. */
const UNREACHABLE_KEPT = 10_000;

/** Why a connection cannot follow a match: it is neither live nor finished, or its owner cannot be reached from here. */
type NoOwner = 'gone' | 'unreachable' | 'parked';

interface RoomsParts {
  readonly store: MatchStore;
  readonly records: Pick<RecordStore, 'row' | 'page'>;
  readonly leases: Leases;
  readonly leaseStore: Pick<LeaseStore, 'holdings' | 'nextFree' | 'isExclusive'>;
  readonly links: Links;
  /** True if neither of two players blocks the other. */
  readonly mayMeet: (a: string, b: string) => Promise<boolean>;
  readonly bus: Bus;
  readonly alarms: Alarms;
  readonly world: World;
  readonly log: Log;
  readonly serverKeys: ServerKeys;
  readonly logView?: OwnView | null | undefined;
  readonly verifier?: SignatureVerifier | undefined;
  readonly isOnline: (pub: string) => boolean;
}

/** A live match that connections of this process follow. */
interface FollowedMatch {
  readonly match: string;
  readonly header: Header;
  /** By id. */
  readonly members: Map<string, Member>;
  /** By member: the owner at which it has entered. */
  readonly entered: Map<string, Owner>;
  /** Null while the owner is not known, or the match has none. */
  owner: Owner | null;
  /** Until then, by the monotonic clock, the match is left to the process of its players. */
  leftUntilMs: number;
  /** True while the members enter again. */
  isMoving: boolean;
  /** Ends the subscription to the match. */
  unsubscribe: () => void;
}

/** Result of creating a match. `shutting-down`: this process is about to end. */
type Creation = Created | 'shutting-down';

interface CreationOptions {
  /** True if this process must own the lobby. */
  readonly isOfLobby?: boolean;
  /** The invitation that ends with the creation of the match. */
  readonly invite?: StoredInvite | null;
}

/**
 * The live matches as the connections of this process use them. Each match has one owner: this process, or another one over a link. The owner is
 * found by the row of the match. The process of a player acquires a match without one.
 */
export class Rooms {
  readonly #parts: RoomsParts;
  readonly #owned: OwnedMatches;
  readonly #reader: MatchReader;
  readonly #holdings: SharedReads<Holding>;
  readonly #rooms = new Map<string, FollowedMatch>();
  /** By match: when its owner could not be reached, by the monotonic clock. */
  readonly #unreachableAt = new LRUCache<string, number>({ max: UNREACHABLE_KEPT });
  readonly #moves = new Set<Promise<void>>();
  /** Of requests that look for an owner. */
  readonly #pauses: Pauses;
  #members = 0;
  #isStarted = false;
  /** No owner is looked for any more. */
  #isLeaving = false;
  /** When the alarm for parked matches goes off. */
  #wakeAt = Number.POSITIVE_INFINITY;

  constructor(parts: RoomsParts) {
    this.#parts = parts;
    this.#pauses = new Pauses('find', parts);
    this.#owned = new OwnedMatches(parts);
    this.#reader = new MatchReader(parts.store, parts.records);
    this.#holdings = new SharedReads((matches) => parts.leaseStore.holdings(matches));
    parts.links.onLost((link) => this.#linkLost(link));
  }

  /** Registers this process and begins to serve the matches without an owner. Call it before anything else. */
  async start(): Promise<void> {
    await this.#parts.leases.start();
    this.#isStarted = true;
    // A process that is alone serves all matches at once.
    if (this.#isExclusive) await this.#wakeDue();
    await this.beat();
  }

  /** Leaves the live matches to other processes. */
  async handOver(): Promise<void> {
    const { alarms } = this.#parts;
    this.#isStarted = false;
    this.#isLeaving = true;
    this.#pauses.endAll();
    alarms.clear(HEARTBEAT_ALARM);
    alarms.clear(WAKE_ALARM);
    await this.#owned.releaseAll();
    await this.#parts.leases.stop();
    this.#parts.links.endAll();
  }

  /** True once this process leaves its matches to others, because it is about to end. */
  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /** True if this process owns the match. */
  owns(match: string): boolean {
    return this.#parts.leases.owns(match);
  }

  /** Number of matches in the memory of this process. */
  get count(): number {
    return this.#owned.count;
  }

  /** Number of matches that this process owns. */
  get owned(): number {
    return this.#parts.leases.count;
  }

  /** Numbers of links; null for a process that is alone. */
  get links(): Links['figures'] {
    return this.#parts.links.figures;
  }

  /** The matches that this process owns, for the links of other processes. */
  get ownedMatches(): OwnedMatches {
    return this.#owned;
  }

  get arrivals(): OwnedMatches['arrivals'] {
    return this.#owned.arrivals;
  }

  /** Stores a new match. The process of the first who enters acquires it. */
  async create(header: Header, { isOfLobby = false, invite = null }: CreationOptions = {}): Promise<Creation> {
    const { store, leaseStore, world } = this.#parts;
    if (this.#parts.leases.hasStopped) return 'shutting-down';
    const lobbyOwner = isOfLobby && !leaseStore.isExclusive ? this.#parts.leases.id : null;
    const made = await store.create(header, { freeFrom: world.now() + FREE_MS, lobbyOwner, invite });
    if (made === 'created') this.#wakeBy(world.now() + FREE_MS);
    return made;
  }

  /** See `MatchReader.view`. */
  view(match: string, from?: number, count?: number): Promise<MatchView | null> {
    return this.#reader.view(match, from, count);
  }

  /** See `MatchReader.aborted`. */
  aborted(match: string): ReturnType<MatchReader['aborted']> {
    return this.#reader.aborted(match);
  }

  /** The live match in which a person has a seat, else the one in which a bot waits. */
  async liveOf(pub: string): Promise<string | null> {
    return (await this.#parts.store.liveOf(pub)) ?? this.#parts.store.botTurnOf(pub);
  }

  /**
   * A connection follows a match: from now on everything about it is published here. `pub`: its proved key. Returns what it needs besides the stored
   * events and a function that ends this, or the reason why no owner is asked.
   */
  async enter(
    match: string,
    pub: string | null,
  ): Promise<
    | { readonly entered: Entered; readonly leave: () => void }
    | { readonly entered: null; readonly reason: NoOwner; readonly leave: () => void }
  > {
    const header = this.#rooms.get(match)?.header ?? (await this.#parts.store.header(match));
    if (!header) return { entered: null, reason: 'gone', leave: () => undefined };
    const room = this.#rooms.get(match) ?? this.#open(match, header);
    this.#members += 1;
    const member: Member = { id: `${this.#parts.leases.id}/${this.#members}`, front: null, pub };
    room.members.set(member.id, member);
    const leave = () => this.#leave(room, member);
    const entered = await this.#enter(room, member, mayAcquire(header, pub)).catch((error) => {
      leave();
      throw error;
    });
    if (entered === 'parked') return { entered: this.#parked(header), leave };
    return typeof entered === 'string' ? { entered: null, reason: entered, leave } : { entered, leave };
  }

  /** Judges an event of a player that arrived at `at`, in milliseconds since the epoch. */
  async act(pub: string, match: string, event: SignedEvent, at = this.#parts.world.now()): Promise<ActResult | Waits> {
    const room = await this.#roomOf(match, pub);
    if (room === null || room === 'strange') return room === null ? gone : notYours;
    try {
      const result = await this.#ask(
        room,
        true,
        (owner) => owner.act(pub, match, event, at),
        () => notStored,
      );
      if (typeof result !== 'string') return result;
      return result === 'gone' ? gone : notStored;
    } catch (err) {
      this.#parts.log.error({ err, match }, 'could not judge an event; its player sends it again');
      return notStored;
    }
  }

  /**
   * The time of the owner and a receipt for the seat of this key. An event of that seat that arrived at `at` is decided first. Null if the key is not
   * a player's, or if no owner can be asked.
   */
  async stamp(pub: string, match: string, event: SignedEvent | null, at: number): Promise<Stamp | NoOwner | null> {
    const room = await this.#roomOf(match, pub);
    if (room === null || room === 'strange') return null;
    return this.#ask(room, true, (owner) => owner.stamp(pub, match, event, at));
  }

  /** A player walks out of a match before its first roll. */
  async abort(pub: string, match: string): Promise<Aborted> {
    const room = await this.#roomOf(match, pub);
    if (room === null || room === 'strange') return room === null ? gone : notYours;
    const result = await this.#ask(room, true, (owner) => owner.abort(pub, match));
    return typeof result === 'string' ? gone : result;
  }

  /**
   * Sends a reaction to all who follow a live match, or to the two players of a finished one. If one of the two players blocks the
   * other, only its author sees it.
   */
  async react(pub: string, match: string, reaction: Reaction): Promise<Result<null, SocketCode>> {
    const live = await this.#roomOf(match, pub);
    if (live === 'strange') return refuse('not-your-seat');
    const header = live?.header ?? (await this.#parts.records.row(match))?.record.header;
    if (!header) return refuse('not-found');
    const seat = header.players.findIndex((player) => player.pub === pub);
    if (seat !== 0 && seat !== 1) return refuse('not-your-seat');
    const [first, second] = header.players;
    const isSeen = await this.#parts.mayMeet(first.pub, second.pub);
    if (live && isSeen) await this.#ask(live, true, (owner) => owner.react(match, seat, reaction));
    else
      for (const to of isSeen ? header.players : [{ pub }])
        this.#parts.bus.send(to.pub, { type: 'reacted', match, seat, reaction });
    return { ok: true, value: null };
  }

  /** True if the owner of this match could not be reached from here a moment ago, although it lives. */
  isUnreachable(match: string): boolean {
    const at = this.#unreachableAt.get(match);
    return at !== undefined && this.#parts.world.elapsedMs() - at < UNREACHABLE_MS;
  }

  /** A person came to the service or left it. */
  attend(pub: string, online: boolean): Promise<void> {
    return this.#owned.attend(pub, online);
  }

  /** Stores the heartbeat of this process and acquires free matches. */
  async beat(): Promise<void> {
    if (!this.#isStarted) return;
    this.#beatLater();
    const { lost, free, isLate } = await this.#parts.leases.beat();
    this.#owned.drop(lost);
    if (isLate) this.#parts.links.endAll();
    this.#parts.links.endGone(this.#parts.leases.others);
    for (const match of lost) this.#lostOwner(match);
    await this.#acquireAll(free);
    await this.#lookForOwners();
    if (this.#isExclusive) await this.#wakeByNext();
  }

  /** Resolves when no operation on any match is in progress. */
  idle(): Promise<void> {
    return this.#owned.idle();
  }

  /** Resolves when the members of all matches have entered again at the next owners, or have given up. */
  async moved(): Promise<void> {
    await Promise.all(this.#moves);
  }

  /** No other process acquires the matches that are due. */
  get #isExclusive(): boolean {
    return this.#parts.leaseStore.isExclusive;
  }

  #open(match: string, header: Header): FollowedMatch {
    const room = newRoom(match, header);
    room.unsubscribe = this.#parts.bus.subscribe(matchTopic(match), (message) => {
      if (message.type === 'released') this.#released(room, message.to);
      else if (message.type === 'finished' || message.type === 'aborted') this.#close(room);
    });
    this.#rooms.set(match, room);
    return room;
  }

  /** The owner has given the match up, and leaves it to the process `to` if that is not null. */
  #released(room: FollowedMatch, to: string | null): void {
    if (to !== null && to !== this.#parts.leases.id) room.leftUntilMs = this.#parts.world.elapsedMs() + FREE_MS;
    if (!this.#isLeaving) this.#lostOwner(room.match);
  }

  #close(room: FollowedMatch): void {
    room.members.clear();
    room.entered.clear();
    room.unsubscribe();
    if (this.#rooms.get(room.match) === room) this.#rooms.delete(room.match);
  }

  /**
   * The room of a live match in which this key has a seat. If it has no members here it is a new one, which is not kept. `strange` for other keys,
   * null if the match is not live.
   */
  async #roomOf(match: string, pub: string): Promise<FollowedMatch | 'strange' | null> {
    const known = this.#rooms.get(match);
    const header = known?.header ?? (await this.#parts.store.header(match));
    if (!header) return null;
    if (header.players.every((player) => player.pub !== pub)) return 'strange';
    return known ?? newRoom(match, header);
  }

  /** The presence that a watcher of a match without an owner sees. */
  #parked({ id: match, players }: Header): Entered {
    const presence = ([0, 1] as const).map((seat) => {
      const { pub, bot } = players[seat];
      return { type: 'presence', match, seat, online: bot || this.#parts.isOnline(pub) } as const;
    });
    return { now: this.#parts.world.now(), length: 0, presence, receipt: null };
  }

  #leave(room: FollowedMatch, member: Member): void {
    if (!room.members.delete(member.id)) return;
    const { owner, match } = room;
    const at = room.entered.get(member.id) ?? owner;
    room.entered.delete(member.id);
    at?.leave(match, member).catch((err) =>
      this.#parts.log.error({ err, match }, 'could not note that a connection has gone'),
    );
    if (room.members.size > 0) return;
    this.#close(room);
    if (owner instanceof Link) owner.unfollow(match);
  }

  #enter(room: FollowedMatch, member: Member, acquires: boolean): Promise<Entered | NoOwner> {
    return this.#ask(room, acquires, async (owner) => {
      const entered = await owner.enter(room.match, member);
      // It has left meanwhile, when the owner was not known.
      if (!room.members.has(member.id)) await owner.leave(room.match, member);
      // Nothing may be shown before the gap is marked.
      if (entered === null || 'ok' in entered) return null;
      if (room.members.has(member.id)) room.entered.set(member.id, owner);
      return entered;
    });
  }

  /**
   * Asks the owner of a match. Looks for it first if need be, for FIND_MS at most.
   *
   * @param acquires true if this process acquires the match if it has no owner
   * @param ask resolves to null if that process does not own the match any more
   * @param lost the answer if the link is lost while the owner is being asked. By default the next owner is asked
   */
  async #ask<T>(
    room: FollowedMatch,
    acquires: boolean,
    ask: (owner: Owner) => Promise<T | null>,
    lost?: () => T,
  ): Promise<T | NoOwner> {
    const until = this.#parts.world.elapsedMs() + FIND_MS;
    for (let isFirst = true; ; isFirst = false) {
      const owner = room.owner ?? (await this.#find(room.match, acquires, until));
      if (typeof owner === 'string') return owner;
      room.owner = owner;
      try {
        const answer = await ask(owner);
        if (answer !== null) return answer;
      } catch (error) {
        if (!(error instanceof LinkLost)) throw error;
        if (lost) return lost();
      }
      if (room.owner === owner) room.owner = null;
      // The members who had entered there are not there any more.
      const outdated = [...room.entered].filter(([, at]) => at === owner);
      for (const [id] of outdated) room.entered.delete(id);
      if (outdated.length > 0) this.#follow(room);
      if (this.#parts.world.elapsedMs() >= until) return 'unreachable';
      if (!isFirst) await this.#pauses.begin(AGAIN_MS).over;
    }
  }

  async #find(match: string, acquires: boolean, until: number): Promise<Owner | NoOwner> {
    for (;;) {
      if (this.#parts.leases.isBehind) await this.beat();
      const found = await this.#findNow(match, acquires);
      if (found !== null) return found;
      if (this.#parts.world.elapsedMs() >= until) return 'unreachable';
      await this.#pauses.begin(AGAIN_MS).over;
    }
  }

  /** Null if it is worth looking again. */
  async #findNow(match: string, acquires: boolean): Promise<Owner | NoOwner | null> {
    if (this.#parts.leases.owns(match)) return this.#owned;
    if (this.#isLeaving) return 'unreachable';
    const holding = await this.#holdings.read(match);
    if (!holding) return 'gone';
    const { owner } = holding;
    if (owner !== null && owner.id !== this.#parts.leases.id) return this.#reach(match, owner);
    if (!acquires) return 'parked';
    return (await this.#acquire(match)) ? this.#owned : null;
  }

  async #reach(match: string, process: ProcessRow): Promise<Owner | NoOwner | null> {
    const link = await this.#parts.links.reach(process);
    if (link === 'unreachable') this.#unreachableAt.set(match, this.#parts.world.elapsedMs());
    return link;
  }

  async #acquire(match: string): Promise<boolean> {
    const isOwned = await this.#owned.acquire(match);
    this.#beatLater();
    return isOwned;
  }

  async #acquireAll(matches: readonly string[]): Promise<void> {
    await Promise.all(
      matches.map((match) =>
        this.#acquire(match).catch((err) =>
          this.#parts.log.error({ err, match }, 'could not acquire a match; it is tried again'),
        ),
      ),
    );
  }

  #linkLost(link: Link): void {
    for (const room of this.#rooms.values())
      if (room.owner === link || [...room.entered.values()].includes(link)) this.#lostOwner(room.match);
  }

  /** The members of the match enter again at its next owner. */
  #lostOwner(match: string): void {
    const room = this.#rooms.get(match);
    if (!room) return;
    room.owner = null;
    room.entered.clear();
    this.#follow(room);
  }

  /** Has the members enter at the owner of the match who have not. */
  #follow(room: FollowedMatch): void {
    const moving = this.#move(room)
      .catch((err) =>
        this.#parts.log.error(
          { err, match: room.match },
          'could not follow a match to its next owner; it is tried again',
        ),
      )
      .finally(() => this.#moves.delete(moving));
    this.#moves.add(moving);
  }

  async #move(room: FollowedMatch): Promise<void> {
    if (room.isMoving) return;
    room.isMoving = true;
    try {
      await this.#enterAgain(room);
    } finally {
      room.isMoving = false;
    }
  }

  async #enterAgain(room: FollowedMatch): Promise<void> {
    const { match, header } = room;
    const topic = matchTopic(match);
    const { bus } = this.#parts;
    /** From the first member on, what this owner publishes reaches all members here. */
    let publisher: Owner | null = null;
    for (let next = outsideOf(room); next; next = outsideOf(room)) {
      // A correspondence match is parked until one of its players does something.
      const acquires = !mayBeAway(header) && this.#parts.world.elapsedMs() >= room.leftUntilMs;
      const entered = await this.#enter(room, next, acquires);
      if (entered === 'gone') bus.publish(topic, await endOf(match, this.#parts));
      else if (entered === 'unreachable') bus.publish(topic, { type: 'unreachable', match });
      if (typeof entered === 'string') return;
      const owner = room.entered.get(next.id) ?? null;
      if (owner !== null && owner === publisher) continue;
      publisher = owner;
      for (const presence of entered.presence) bus.publish(topic, presence);
      bus.publish(topic, { type: 'entered', match, length: entered.length });
    }
  }

  /** Members enter who are not where the owner is. Those of parked matches do when one of the players has come. */
  async #lookForOwners(): Promise<void> {
    await Promise.all(
      this.#waiting.map(async (room) => {
        const isParked = room.owner === null && mayBeAway(room.header);
        if (!isParked || (await this.#holdings.read(room.match))?.owner !== null) this.#follow(room);
      }),
    );
  }

  /** The rooms with members who have not entered at the owner. */
  get #waiting(): readonly FollowedMatch[] {
    return [...this.#rooms.values()].filter((room) => !room.isMoving && outsideOf(room));
  }

  /** A process that is alone, owns nothing and looks for no owner needs no heartbeat. No other process acquires its parked matches. */
  #beatLater(): void {
    const { alarms, world } = this.#parts;
    const isLooking = this.#waiting.some(({ header }) => !this.#isExclusive || !mayBeAway(header));
    if (this.#isStarted && (this.#parts.leases.isActive || isLooking))
      alarms.set(HEARTBEAT_ALARM, world.now() + this.#parts.leases.times.heartbeatMs, () => this.beat());
  }

  async #wakeByNext(): Promise<void> {
    const at = await this.#parts.leaseStore.nextFree();
    // A match that could not be acquired just now is not tried again at once.
    if (at !== null) this.#wakeBy(Math.max(at, this.#parts.world.now() + this.#parts.leases.times.heartbeatMs));
  }

  #wakeBy(at: number): void {
    if (!this.#isExclusive || at >= this.#wakeAt) return;
    this.#wakeAt = at;
    this.#parts.alarms.set(WAKE_ALARM, at, () => this.#wakeDue());
  }

  /** Acquires all matches that are free. */
  async #wakeDue(): Promise<void> {
    this.#wakeAt = Number.POSITIVE_INFINITY;
    if (this.#parts.leases.isBehind) await this.beat();
    try {
      for (let owned = -1; this.#parts.leases.count > owned; ) {
        owned = this.#parts.leases.count;
        await this.#acquireAll(await this.#parts.leases.findFree());
      }
      await this.#wakeByNext();
    } catch (err) {
      this.#parts.log.error({ err }, 'could not acquire the matches whose deadline has passed; it is tried again');
      this.#wakeBy(this.#parts.world.now() + this.#parts.leases.times.heartbeatMs);
    }
  }
}

function newRoom(match: string, header: Header): FollowedMatch {
  const empty = { members: new Map(), entered: new Map(), owner: null, leftUntilMs: Number.NEGATIVE_INFINITY };
  return { match, header, ...empty, isMoving: false, unsubscribe: () => undefined };
}

/** A member who has not entered at the owner of the match, as far as that one is known. */
function outsideOf({ members, entered, owner }: FollowedMatch): Member | undefined {
  return [...members.values()].find(({ id }) => owner === null || entered.get(id) !== owner);
}

/** The process of a player acquires a match without an owner. A correspondence match is parked until one of its players comes. */
function mayAcquire(header: Header, pub: string | null): boolean {
  return !mayBeAway(header) || header.players.some((player) => player.pub === pub);
}
