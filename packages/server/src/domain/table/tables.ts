import type { Reaction, ServerMessageOf, SocketCode } from '@anchor/wire';
import { type Header, isByTurns, type Ledger, type Receipt, type SignatureVerifier, type SignedEvent } from 'bg-record';
import type { Player, Result } from 'bg-rules';
import { Queue } from '../../shared/queue.ts';
import type { EventTexts } from '../event-texts.ts';
import type { Bus } from '../ports/bus.ts';
import type { KeeperStore } from '../ports/leases.ts';
import type { MatchStore, Standing } from '../ports/matches.ts';
import type { RecordStore } from '../ports/records.ts';
import type { Alarms, Log, World } from '../ports/world.ts';
import type { OwnView } from '../public-log/own-view.ts';
import { refuse } from '../refusal.ts';
import type { ServerKeys } from '../server-keys.ts';
import { keyTopic, matchTopic } from '../topics.ts';
import { Arrivals } from './arrivals.ts';
import type { PresenceMessage } from './attendance.ts';
import { MatchLeases, type MatchLeasesParts } from './match-leases.ts';
import { finishedMessage } from './outcome.ts';
import { Table } from './table.ts';
import {
  type ActResult,
  gone,
  type MatchAlarm,
  type MustWait,
  notNow,
  notYours,
  type TableParts,
  type Waits,
} from './table-parts.ts';
import { WaitingEvents } from './waiting-events.ts';

/** Delay before a failed operation is retried. */
const RETRY_MS = 5_000;

/** Number of matches compared with the storage in one query. */
const AT_ONCE = 500;

/** A process that has been silent for this long counts as dead, and its players as disconnected since then. */
const LOST_MS = 15_000;

/** A match by turns that nothing has happened in for this long is parked. */
export const PARK_MS = 180_000;
/** The alarm at which quiet matches by turns are parked. */
const PARK_ALARM = 'park';

/** A process hands the same match over once in this time, should it come back: the other process may not take it. */
export const HANDED_MS = 10_000;

/** A match that this process neither keeps nor shows to a connection is dropped after this time, or twice this time at most. */
export const UNNEEDED_MS = 15_000;
/** The alarm at which such matches are dropped. */
const UNNEEDED_ALARM = 'unneeded';

/** A live or finished match as it is shown to a new player or watcher. */
export interface MatchView {
  readonly header: Header;
  /** The requested range. */
  readonly events: EventTexts;
  /** Number of events of the whole match. */
  readonly length: number;
  /** By seat. Empty when the match is finished. */
  readonly presence: readonly PresenceMessage[];
  /** Null while the match is live. */
  readonly finished: ServerMessageOf<'finished'> | null;
}

/** Result of creating a match. `shutting-down`: this process is leaving its matches to others. */
type Creation = 'created' | 'busy' | 'full' | 'shutting-down';

/** Gets changes of the matches that this process knows. */
export interface TableObserver {
  /**
   * The match has begun or changed, here or on another process. The ledger is read-only. `isKept` is true if this process runs the match.
   */
  moved(ledger: Ledger, isKept: boolean): void;
  /** The match has ended, or is parked: this process forgets it. */
  ended(match: string): void;
  /** This process forgets a match that goes on elsewhere. */
  left?(match: string): void;
}

/** A match in memory: its players by seat, bots left out. */
interface Seated {
  readonly people: ReadonlyMap<string, Player>;
  readonly isByTurns: boolean;
  /** When this process handed the match over. */
  handedAt?: number;
  /** True if this process hands the match over as soon as it knows all events. */
  isLeaving?: boolean;
}

interface TablesParts
  extends Omit<
      TableParts,
      | 'alarm'
      | 'moved'
      | 'ended'
      | 'left'
      | 'keeps'
      | 'maySign'
      | 'marked'
      | 'isCurrent'
      | 'pages'
      | 'finishes'
      | 'waitingSince'
    >,
    Pick<MatchLeasesParts, 'isAlone' | 'alarms'> {
  readonly records: RecordStore;
  /** True if neither of two players blocks the other. */
  readonly mayMeet: (a: string, b: string) => Promise<boolean>;
  readonly keepers: KeeperStore;
  /** The id of the process to which a player is connected. Null if they are not connected. */
  readonly processOf: (pub: string) => string | null;
  /** Unique per run of a process. */
  readonly processId: string;
}

/** The live matches that this process keeps, or that a player or watcher here follows. */
export class Tables {
  /** The frames of players that wait to be handled. */
  readonly arrivals = new Arrivals();
  readonly #store: MatchStore;
  readonly #records: RecordStore;
  readonly #mayMeet: TablesParts['mayMeet'];
  readonly #bus: Bus;
  readonly #world: World;
  readonly #log: Log;
  readonly #alarms: Alarms;
  readonly #serverKeys: ServerKeys;
  readonly #logView: OwnView | null;
  readonly #verifier: SignatureVerifier | undefined;
  readonly #isOnline: (pub: string) => boolean;
  readonly #processOf: TablesParts['processOf'];
  readonly #isAlone: boolean;
  readonly #tables = new Map<string, Table>();
  /** By match. */
  readonly #seated = new Map<string, Seated>();
  /** The matches in memory of each person. */
  readonly #matchesOf = new Map<string, Set<string>>();
  /** The matches by turns in memory, with the time at which something last happened in them. */
  readonly #usedAt = new Map<string, number>();
  /** By match by turns: the number of events of the newest standing that this process has noted. */
  readonly #noted = new Map<string, number>();
  readonly #notes = new Queue();
  readonly #pages = new Queue();
  readonly #finishes = new Queue();
  #isParkingDue = false;
  /** Number of connections of this process that follow the match. */
  readonly #followers = new Map<string, number>();
  /** The matches that were not needed at the last look, and not used since. */
  readonly #unneeded = new Set<string>();
  #isDroppingDue = false;
  readonly #observers: TableObserver[] = [];
  readonly #leases: MatchLeases;
  readonly #lengths: SharedReads;
  readonly #waiting: WaitingEvents;
  #isCatchingUp = false;

  constructor(parts: TablesParts) {
    this.#store = parts.store;
    this.#records = parts.records;
    this.#mayMeet = parts.mayMeet;
    this.#bus = parts.bus;
    this.#world = parts.world;
    this.#log = parts.log;
    this.#alarms = parts.alarms;
    this.#serverKeys = parts.serverKeys;
    this.#logView = parts.logView ?? null;
    this.#verifier = parts.verifier;
    this.#isOnline = parts.isOnline;
    this.#processOf = parts.processOf;
    this.#isAlone = parts.isAlone;
    const taken = (match: string, since: number | null) => this.#resume(match, since);
    const takenUp = (match: string) => this.#takeUp(match);
    const lost = (match: string) => {
      this.#tables.get(match)?.release();
      this.#dropLater();
    };
    this.#leases = new MatchLeases({ ...parts, id: parts.processId, store: parts.keepers, taken, takenUp, lost });
    this.#lengths = new SharedReads((matches) => parts.store.lengths(matches));
    this.#waiting = new WaitingEvents(parts);
    parts.bus.onMissed(() => void this.catchUp());
  }

  /** Resumes every live match without a keeper, with its deadlines. Call it before anything else. */
  start(): Promise<void> {
    return this.#leases.start();
  }

  /** Leaves the live matches to other processes. Their events are still taken here. */
  handOver(): Promise<void> {
    return this.#leases.stop();
  }

  /** True if this process runs the deadlines and bots of the match. */
  keeps(match: string): boolean {
    return this.#leases.keeps(match);
  }

  get count(): number {
    return this.#tables.size;
  }

  /** Number of matches of which this process runs the deadlines and bots. */
  get kept(): number {
    return this.#leases.count;
  }

  observe(observer: TableObserver): void {
    this.#observers.push(observer);
  }

  /** Stores a new match, calls `seated` once it is durable, then starts the match. Returns `busy` or `full` when a player sits elsewhere. */
  async create(header: Header, seated: () => void): Promise<Creation> {
    const made = await this.#storeMatch(header);
    if (made !== 'created') return made;
    this.#seat(header);
    seated();
    await this.#wake(header.id);
    return made;
  }

  /** A connection follows the match. Returns a function that ends this. */
  follow(match: string): () => void {
    this.#followers.set(match, (this.#followers.get(match) ?? 0) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (this.#followers.get(match) ?? 1) - 1;
      if (left > 0) this.#followers.set(match, left);
      else this.#followers.delete(match);
      this.#dropLater();
    };
  }

  /**
   * Judges an event of a player that arrived at `at`, in milliseconds since the epoch. An event that may not be stored yet waits here, and
   * holds nothing else up: see `aside-rule.ts`. It then has the date at which it may be stored.
   */
  async act(pub: string, match: string, event: SignedEvent, at = this.#world.now()): Promise<ActResult | Waits> {
    const result = await this.#actNow(pub, match, event, at, 0);
    if (result.ok || result.code !== 'must-wait') return result;
    const again = (waitedMs: number) => this.#actNow(pub, match, event, this.#world.now(), waitedMs);
    const final = this.#waiting.add(`${match}/${pub}`, event.sig, result.waitMs, again);
    return { ok: false, code: 'waits', message: 'The event waits.', result: final };
  }

  async #actNow(
    pub: string,
    match: string,
    event: SignedEvent,
    at: number,
    waitedMs: number,
  ): Promise<ActResult | MustWait> {
    if (!(await this.#catchUpWithTime())) return notNow;
    if (!this.keeps(match)) {
      if (await this.#isStrangers(pub, match)) return notYours;
      const header = await this.#headerOf(match);
      if (!header) return gone;
      await this.#adopt(match, header, pub);
    }
    const result = await this.#table(match).act(pub, event, at, waitedMs);
    // The keeper may have parked the match in the meantime. Then this process runs it.
    if (!this.keeps(match)) await this.#adoptAgain(match, pub);
    return result;
  }

  /** Signs the present state of a live match for the seat of this key. Returns null when this process may not sign. */
  async receipt(pub: string, match: string): Promise<Receipt | null> {
    try {
      if (!this.keeps(match)) await this.#adoptAgain(match, pub);
      if (!this.keeps(match)) return null;
      this.#touch(match);
      return await this.#table(match).receipt(pub);
    } catch (error) {
      this.#log.error({ err: error, match }, 'could not sign a receipt; the player gets none this time');
      return null;
    }
  }

  /** A player leaves a match before its first roll. */
  async leave(pub: string, match: string): Promise<Result<null, 'not-found' | 'not-your-seat' | 'not-now'>> {
    if (await this.#isStrangers(pub, match)) return notYours;
    return this.#table(match).leave(pub);
  }

  /**
   * The match with at most `count` events, starting at number `from`; by default all. Returns null when there is no such match or it was
   * aborted. A parked match is brought into memory only for its players: `pub` is the key of the viewer, if they have one.
   */
  async view(
    match: string,
    from = 0,
    count: number = Number.MAX_SAFE_INTEGER,
    pub: string | null = null,
  ): Promise<MatchView | null> {
    const isKnown = this.#tables.has(match);
    const state = isKnown ? 'live' : await this.#store.stateOf(match);
    const looked = state === 'live' && !isKnown ? await this.#lookFromOutside(match, from, count, pub) : null;
    if (looked) return looked;
    const live = state === 'live' ? await this.#table(match).view(from, count) : null;
    if (!live) return state === null ? null : this.#finished(match, from, count);
    this.#seat(live.header);
    return { ...live, finished: null };
  }

  /**
   * Sends a reaction to all who follow a live match, or to the two players of a finished one. If one of the two players blocks the
   * other, only its author sees it.
   */
  async react(pub: string, match: string, reaction: Reaction): Promise<Result<null, SocketCode>> {
    if (await this.#isStrangers(pub, match)) return refuse('not-your-seat');
    const live = await this.#table(match).header();
    const header = live ?? (await this.#records.row(match))?.record.header;
    if (!header) return refuse('not-found');
    const seat = header.players.findIndex((player) => player.pub === pub);
    if (seat !== 0 && seat !== 1) return refuse('not-your-seat');
    const [first, second] = header.players;
    const everyone = live ? [matchTopic(match)] : header.players.map((player) => keyTopic(player.pub));
    const topics = (await this.#mayMeet(first.pub, second.pub)) ? everyone : [keyTopic(pub)];
    for (const topic of topics) this.#bus.publish(topic, { type: 'reacted', match, seat, reaction });
    return { ok: true, value: null };
  }

  /** The live match in which a person has a seat, else the one in which a bot waits. */
  async liveOf(pub: string): Promise<string | null> {
    return (await this.#store.liveOf(pub)) ?? this.#store.botTurnOf(pub);
  }

  /** Runs what is due in the match. */
  async #wake(match: string): Promise<void> {
    try {
      await this.#table(match).wake();
    } catch (error) {
      this.#log.error({ err: error, match }, 'could not serve the match; it is tried again');
      this.#tryAgain(match);
    }
  }

  /** A person connected or disconnected. `isLost` is true if their process died. The gap is not charged to them. */
  async attend(pub: string, online: boolean, isLost = false): Promise<void> {
    for (const match of [...(this.#matchesOf.get(pub) ?? [])]) {
      const seated = this.#seated.get(match);
      const seat = seated?.people.get(pub);
      if (seat === undefined) continue;
      await this.#table(match).attend(seat, online);
      const isCharged = isLost && !seated?.isByTurns && this.keeps(match);
      if (isCharged) await this.#resume(match, this.#world.now() - LOST_MS);
      await this.#handOverOf(match);
    }
  }

  /** A person is connected to another process than before. */
  async relocated(pub: string): Promise<void> {
    for (const match of [...(this.#matchesOf.get(pub) ?? [])]) await this.#handOverOf(match);
  }

  /** Reads again the matches that differ from the storage, because messages of other processes may have been lost. */
  async catchUp(): Promise<void> {
    if (this.#isCatchingUp) return;
    this.#isCatchingUp = true;
    try {
      const known = [...this.#tables.values()].filter(({ length }) => length !== null);
      for (let start = 0; start < known.length; start += AT_ONCE)
        await this.#compare(known.slice(start, start + AT_ONCE));
    } catch (error) {
      this.#log.error({ err: error }, 'could not compare live matches with the storage; some may be stale');
    } finally {
      this.#isCatchingUp = false;
    }
  }

  /** Resolves when no operation on any table is in progress. */
  async idle(): Promise<void> {
    await this.#leases.idle();
    await Promise.all([...this.#tables.values()].map((table) => table.idle()));
    await this.#notes.idle();
  }

  async #compare(tables: readonly Table[]): Promise<void> {
    const lengths = await this.#store.lengths(tables.map(({ id }) => id));
    const changed = tables.filter(({ id, length }) => lengths.get(id) !== length);
    await Promise.all(changed.map((table) => table.refresh()));
  }

  /** Stores the match and says if this process starts it. The alarm starts it later should the storage's answer get lost. */
  async #storeMatch(header: Header): Promise<Creation> {
    await this.#leases.add(header.id);
    this.#tryAgain(header.id);
    let made = await this.#store.create(header, this.#leases.id);
    if (made === 'no-keeper') {
      await this.#leases.enterAgain();
      await this.#leases.add(header.id);
      made = await this.#store.create(header, this.#leases.id);
    }
    if (made === 'created') return made;
    this.#leases.drop(header.id);
    this.#alarmOf(header.id).clear();
    if (made === 'busy' || made === 'full') return made;
    if (this.#leases.hasStopped) return 'shutting-down';
    throw new Error('this process could not register as a keeper again');
  }

  /** Returns false when this process missed heartbeats and cannot reclaim its matches yet. */
  async #catchUpWithTime(): Promise<boolean> {
    if (!this.#leases.isBehind) return true;
    try {
      await this.#leases.beat();
    } catch (error) {
      this.#log.error({ err: error }, 'could not store the heartbeat of this process');
    }
    return !this.#leases.isBehind;
  }

  async #resume(match: string, since: number | null): Promise<void> {
    try {
      await this.#table(match).resume(since);
      await this.#handOverOf(match);
    } catch (error) {
      this.#log.error({ err: error, match }, 'could not resume the match; it is tried again');
      this.#tryAgain(match);
    }
  }

  async #takeUp(match: string): Promise<void> {
    try {
      await this.#table(match).takeUp();
      await this.#handOverOf(match);
    } catch (error) {
      this.#log.error({ err: error, match }, 'could not take up a parked match; it is tried again');
      this.#tryAgain(match);
    }
  }

  /**
   * Leaves a match to the process to which all of its connected players are connected, so that this process does not judge their events as
   * well. A match by turns stays: it is parked soon.
   */
  async #handOverOf(match: string): Promise<void> {
    const seated = this.#seated.get(match);
    const now = this.#world.now();
    if (
      this.#isAlone ||
      !seated ||
      seated.isByTurns ||
      !this.keeps(match) ||
      now - (seated.handedAt ?? -HANDED_MS) < HANDED_MS
    )
      return;
    const places = new Set([...seated.people.keys()].flatMap((pub) => this.#processOf(pub) ?? []));
    const [to] = places;
    if (to === undefined || places.size > 1 || to === this.#leases.id) return;
    seated.isLeaving = false;
    try {
      const isLeft = await this.#table(match).handOver(
        async (length) => !this.keeps(match) || this.#leases.handOver(match, length, to),
      );
      // Another process has stored an event that is not known here yet. The match is handed over when it is.
      seated.isLeaving = !isLeft;
      if (isLeft) seated.handedAt = now;
      this.#dropLater();
    } catch (error) {
      this.#log.error({ err: error, match }, 'could not hand a match over; it is reclaimed');
    }
  }

  /** The header of a match in progress. Null for every other match. */
  async #headerOf(match: string): Promise<Header | null> {
    const header = await this.#table(match).header();
    if (header) this.#seat(header);
    return header;
  }

  /** True if the match is live, not in memory, and this key has no seat in it: then one row is read, instead of the whole match. */
  async #isStrangers(pub: string, match: string): Promise<boolean> {
    if (this.#tables.has(match)) return false;
    const header = await this.#store.header(match);
    return header ? header.players.every((player) => player.pub !== pub) : false;
  }

  /** A match by turns as a viewer without a seat sees it, from the storage. Null for every other match or viewer. */
  async #lookFromOutside(match: string, from: number, count: number, pub: string | null): Promise<MatchView | null> {
    const header = await this.#store.header(match);
    if (!header || !isByTurns(header) || header.players.some((player) => player.pub === pub)) return null;
    const looked = await this.#store.look(match, from, count);
    const presence = ([0, 1] as const).map((seat): PresenceMessage => {
      const online = this.#isOnline(header.players[seat].pub);
      return { type: 'presence', match, seat, online };
    });
    return looked && { ...looked, presence, finished: null };
  }

  /** Makes this process the keeper of a match by turns that has none, because one of its players acts or looks at it. */
  async #adopt(match: string, header: Header, pub: string): Promise<void> {
    if (isByTurns(header) && header.players.some((player) => player.pub === pub)) await this.#leases.adopt(match);
  }

  async #adoptAgain(match: string, pub: string): Promise<void> {
    const seated = this.#seated.get(match);
    if (!seated?.isByTurns) return;
    const header = await this.#headerOf(match);
    if (header) await this.#adopt(match, header, pub);
  }

  /** Notes that something happened in a match by turns. */
  #touch(match: string): void {
    if (!this.#seated.get(match)?.isByTurns) return;
    this.#usedAt.set(match, this.#world.now());
    this.#parkLater();
  }

  #parkLater(): void {
    if (this.#isParkingDue || this.#usedAt.size === 0) return;
    this.#isParkingDue = true;
    this.#alarms.set(PARK_ALARM, this.#world.now() + PARK_MS, () => this.#parkQuiet());
  }

  /** Parks the matches by turns that have been quiet, and drops those that other processes keep from memory. */
  async #parkQuiet(): Promise<void> {
    const quietSince = this.#world.now() - PARK_MS;
    for (const [match, usedAt] of [...this.#usedAt]) {
      if (usedAt > quietSince) continue;
      const leave = async (length: number, wakeAt: number) =>
        (await this.#isCurrent(match, length)) &&
        (!this.keeps(match) || (await this.#leases.park(match, length, wakeAt)));
      try {
        await this.#table(match).park(leave);
      } catch (error) {
        this.#log.error({ err: error, match }, 'could not park a match; it is tried again');
      }
    }
    this.#isParkingDue = false;
    this.#parkLater();
  }

  /** A process that is alone needs all of its matches, until it parks them. */
  #dropLater(): void {
    if (this.#isDroppingDue || this.#isAlone || this.#tables.size === 0) return;
    this.#isDroppingDue = true;
    this.#alarms.set(UNNEEDED_ALARM, this.#world.now() + UNNEEDED_MS, () => this.#dropUnneeded());
  }

  /** Drops the matches that were not needed at the last look either, so that this process is not told of them any more. */
  async #dropUnneeded(): Promise<void> {
    const candidates = [...this.#tables].filter(([match]) => !this.#isNeeded(match));
    const before = new Set(this.#unneeded);
    for (const [match] of candidates) this.#unneeded.add(match);
    // A use takes the match out of `#unneeded`.
    const isNeeded = (match: string) => this.#isNeeded(match) || !this.#unneeded.has(match);
    const due = candidates.filter(([match]) => before.has(match));
    this.#isDroppingDue = false;
    if (candidates.length > due.length) this.#dropLater();
    await Promise.all(due.map(([match, table]) => table.drop(() => isNeeded(match))));
  }

  #isNeeded(match: string): boolean {
    return this.#followers.has(match) || this.#leases.has(match);
  }

  /** Stores what lists show of a match by turns, and tells its players that it has changed. Only its keeper does so. */
  #note({ header, length: n, expects, state, expiresAt }: Ledger): void {
    const { id: match } = header;
    if ((this.#noted.get(match) ?? -1) >= n) return;
    this.#noted.set(match, n);
    const { party: toAct, types } = expects;
    const isAutomatic = types.includes('commit') || types.includes('reveal');
    const standing: Standing = { n, toAct, isAutomatic, score: [...state.match.score] };
    this.#notes
      .run(() => this.#store.note(match, standing, expiresAt))
      .then(() => this.#tellTurns(header))
      .catch((error) =>
        this.#log.error({ err: error, match }, 'could not note the state of a match; lists show an earlier one'),
      );
  }

  #tellTurns({ players }: Header): void {
    for (const { pub, bot } of players) if (!bot) this.#bus.publish(keyTopic(pub), { type: 'turns-changed' });
  }

  #tryAgain(match: string): void {
    this.#alarmOf(match).set(this.#world.now() + RETRY_MS);
  }

  /** The alarm at which the match is woken. */
  #alarmOf(match: string): MatchAlarm {
    const name = `match/${match}`;
    return { set: (at) => this.#alarms.set(name, at, () => this.#wake(match)), clear: () => this.#alarms.clear(name) };
  }

  #table(match: string): Table {
    this.#unneeded.delete(match);
    const known = this.#tables.get(match);
    if (known) return known;
    const moved = (ledger: Ledger) => this.#moved(ledger);
    const keeps = (id: string) => this.keeps(id);
    const maySign = (id: string) => this.#leases.maySign(id);
    const marked = (id: string) => this.#leases.marked(id);
    const isCurrent = (id: string, length: number) => this.#isCurrent(id, length);
    const ended = (id: string) => this.#ended(id);
    const left = (id: string) => this.#left(id);
    const table = new Table(match, {
      store: this.#store,
      records: this.#records,
      bus: this.#bus,
      world: this.#world,
      log: this.#log,
      serverKeys: this.#serverKeys,
      logView: this.#logView,
      verifier: this.#verifier,
      pages: this.#pages,
      finishes: this.#finishes,
      isOnline: this.#isOnline,
      waitingSince: (pub) => this.arrivals.oldest(pub),
      alarm: this.#alarmOf(match),
      keeps,
      maySign,
      marked,
      isCurrent,
      moved,
      ended,
      left,
    });
    this.#tables.set(match, table);
    this.#dropLater();
    return table;
  }

  /** A process that is alone stores every event itself. Otherwise an event of another process may be in flight, so ask the storage. */
  async #isCurrent(match: string, length: number): Promise<boolean> {
    return this.#isAlone || (await this.#lengths.read(match)) === length;
  }

  #moved(ledger: Ledger): void {
    const { header } = ledger;
    const isKept = this.keeps(header.id);
    this.#seat(header);
    if (isByTurns(header)) {
      this.#touch(header.id);
      if (isKept) this.#note(ledger);
    } else if (this.#seated.get(header.id)?.isLeaving) void this.#handOverOf(header.id);
    for (const observer of this.#observers) observer.moved(ledger, isKept);
  }

  /** The match has ended, or is parked. */
  #ended(match: string): void {
    const seated = this.#seated.get(match);
    if (seated?.isByTurns && this.keeps(match))
      for (const pub of seated.people.keys()) this.#bus.publish(keyTopic(pub), { type: 'turns-changed' });
    this.#leases.drop(match);
    this.#forget(match);
    for (const observer of this.#observers) observer.ended(match);
  }

  /** The match goes on elsewhere. */
  #left(match: string): void {
    this.#forget(match);
    for (const observer of this.#observers) observer.left?.(match);
  }

  #forget(match: string): void {
    const people = this.#seated.get(match)?.people.keys() ?? [];
    this.#tables.delete(match);
    this.#unneeded.delete(match);
    this.#seated.delete(match);
    this.#usedAt.delete(match);
    this.#noted.delete(match);
    for (const pub of people) {
      const matches = this.#matchesOf.get(pub);
      matches?.delete(match);
      if (matches?.size === 0) this.#matchesOf.delete(pub);
    }
  }

  #seat(header: Header): void {
    const { id: match, players } = header;
    if (this.#seated.has(match)) return;
    const people = new Map<string, Player>();
    for (const seat of [0, 1] as const) if (!players[seat].bot) people.set(players[seat].pub, seat);
    this.#seated.set(match, { people, isByTurns: isByTurns(header) });
    for (const pub of people.keys()) this.#matchesOf.set(pub, (this.#matchesOf.get(pub) ?? new Set()).add(match));
    this.#touch(match);
  }

  async #finished(match: string, from: number, count: number): Promise<MatchView | null> {
    const page = await this.#records.page(match, from, count);
    if (!page) return null;
    const { events, length, row } = page;
    return { header: row.record.header, events, length, presence: [], finished: finishedMessage(row) };
  }
}

/** Batches lookups of stored numbers: one read is in flight at a time, and calls that arrive meanwhile share the next one. */
class SharedReads {
  readonly #read: (names: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  #underWay: Promise<unknown> = Promise.resolve();
  #next: { readonly names: Set<string>; readonly answer: Promise<ReadonlyMap<string, number>> } | null = null;

  constructor(read: (names: readonly string[]) => Promise<ReadonlyMap<string, number>>) {
    this.#read = read;
  }

  /** The number as stored at some moment after this call. Returns undefined when there is none. */
  async read(name: string): Promise<number | undefined> {
    this.#next ??= this.#begin();
    const { names, answer } = this.#next;
    names.add(name);
    return (await answer).get(name);
  }

  #begin() {
    const names = new Set<string>();
    const answer = this.#underWay.then(() => {
      this.#next = null;
      return this.#read([...names]);
    });
    this.#underWay = answer.catch(() => undefined);
    return { names, answer };
  }
}
