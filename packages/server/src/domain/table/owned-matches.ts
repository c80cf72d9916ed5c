import type { Reaction } from '@anchor/wire';
import { type Header, type Ledger, mayBeAway, type SignatureVerifier, type SignedEvent } from 'bg-record';
import type { Failure, Player, Result } from 'bg-rules';
import { Queue } from '../../shared/queue.ts';
import type { Bus } from '../bus.ts';
import { FREE_MS, type Leases } from '../leases/leases.ts';
import type { MatchSnapshot, MatchStore } from '../ports/matches.ts';
import type { RecordStore } from '../ports/records.ts';
import type { Alarms, Log, World } from '../ports/world.ts';
import type { OwnView } from '../public-log/own-view.ts';
import type { ServerKeys } from '../server-keys.ts';
import { matchTopic, OWN_MATCHES_TOPIC } from '../topics.ts';
import { Arrivals } from './arrivals.ts';
import type { Effect } from './effects.ts';
import type { Owner } from './owner.ts';
import { Table } from './table.ts';
import {
  type ActResult,
  type Entered,
  type Front,
  type Member,
  type MustWait,
  notStored,
  type Stamp,
  type Waits,
} from './table-parts.ts';
import { WaitingEvents } from './waiting-events.ts';
import { WatcherCounts } from './watcher-counts.ts';

/** Delay before a failed operation is retried. */
const RETRY_MS = 5_000;
/** Delay before a match is looked at again whose process could not serve it for a moment. */
const SOON_MS = 1_000;

/** A correspondence match that nothing has happened in for this long is parked. */
export const PARK_MS = 180_000;
/** The alarm at which quiet correspondence matches are parked. */
const PARK_ALARM = 'park';

interface OwnedMatchesParts {
  readonly store: MatchStore;
  readonly records: Pick<RecordStore, 'row'>;
  readonly leases: Leases;
  readonly bus: Bus;
  readonly alarms: Alarms;
  readonly world: World;
  readonly log: Log;
  readonly serverKeys: ServerKeys;
  readonly logView?: OwnView | null | undefined;
  readonly verifier?: SignatureVerifier | undefined;
  readonly isOnline: (pub: string) => boolean;
}

/** A match in memory. Its operations run one at a time. */
interface Room {
  readonly table: Table;
  readonly queue: Queue;
}

/** The players of a match by seat, bots left out. */
interface Seated {
  readonly people: ReadonlyMap<string, Player>;
  readonly mayBeAway: boolean;
}

/** The live matches that this process owns. */
export class OwnedMatches implements Owner {
  /** The frames of players that wait to be handled. */
  readonly arrivals = new Arrivals();
  readonly #parts: OwnedMatchesParts;
  readonly #rooms = new Map<string, Room>();
  /** The matches that are being acquired. */
  readonly #acquiring = new Map<string, Promise<boolean>>();
  /** By match. */
  readonly #seated = new Map<string, Seated>();
  /** The correspondence matches in memory of each person. */
  readonly #turnsOf = new Map<string, Set<string>>();
  /** The correspondence matches in memory, with the time at which something last happened in them. */
  readonly #usedAt = new Map<string, number>();
  /** By correspondence match: the number of events of the newest snapshot that this process has noted. */
  readonly #noted = new Map<string, number>();
  readonly #notes = new Queue();
  readonly #pages = new Queue();
  readonly #finishes = new Queue();
  #isParkingDue = false;
  readonly #waiting: WaitingEvents;
  readonly #watchers: WatcherCounts;

  constructor(parts: OwnedMatchesParts) {
    this.#parts = parts;
    this.#waiting = new WaitingEvents(parts);
    this.#watchers = new WatcherCounts(parts);
  }

  /** Number of matches in memory. */
  get count(): number {
    return this.#rooms.size;
  }

  /** Acquires the match unless this process owns it. Resolves to false if another process does, or if it is not live. */
  async acquire(match: string): Promise<boolean> {
    const underWay = this.#acquiring.get(match);
    if (underWay) return underWay;
    if (this.#parts.leases.owns(match)) return true;
    const acquiring = this.#acquire(match).finally(() => this.#acquiring.delete(match));
    this.#acquiring.set(match, acquiring);
    return acquiring;
  }

  /** A connection follows the match. Null if this process does not own it, and `not-stored` while nothing of it may be shown. */
  async enter(match: string, member: Member): Promise<Entered | Failure<'not-stored'> | null> {
    const room = await this.#owned(match);
    if (!room) return null;
    const entered = await this.#run(room, (table) => table.enter(member));
    this.#touch(match);
    this.#countWatchers(match, room);
    this.#leaveToFront(match);
    return entered;
  }

  /** A connection does not follow the match any more. */
  async leave(match: string, { id }: Pick<Member, 'id'>): Promise<void> {
    await this.#acquiring.get(match);
    const room = this.#rooms.get(match);
    if (!room) return;
    room.table.leave(id);
    this.#countWatchers(match, room);
    await this.#wake(match);
    this.#leaveToFront(match);
  }

  /** The link to a process is lost. */
  async loseFront(front: Front): Promise<void> {
    const left = [...this.#rooms].filter(([match, room]) => {
      const { table } = room;
      const before = table.watchers;
      const isPlayerLost = table.lose(front);
      if (table.watchers !== before) this.#countWatchers(match, room);
      return isPlayerLost;
    });
    await Promise.all(left.map(([match]) => this.#wake(match)));
  }

  /**
   * Judges an event of a player that arrived at `at`, in milliseconds since the epoch. An event that may not be stored yet waits here, and
   * holds nothing else up: see `aside-rule.ts`. It then has the date at which it may be stored. Null if this process does not own the match.
   */
  async act(pub: string, match: string, event: SignedEvent, at: number): Promise<ActResult | Waits | null> {
    const room = await this.#owned(match);
    const result = room && (await this.#run(room, (table) => table.act(pub, event, at, 0)));
    if (result === null || this.#isGoneFromHere(match, result)) return null;
    if (result.ok || result.code !== 'must-wait') return result;
    const again = (waitedMs: number) => this.#actAgain(pub, match, event, waitedMs);
    const final = this.#waiting.add(`${match}/${pub}`, event.sig, result.waitMs, again);
    return { ok: false, code: 'waits', message: 'The event waits.', result: final };
  }

  /**
   * Signs the present state of the match for the seat of this key, if it may be signed now. An event of that seat is decided first, as if it came
   * in an `act` that arrived at `at`, and the receipt says what became of it. Null if this process does not own the match.
   */
  async stamp(pub: string, match: string, event: SignedEvent | null, at: number): Promise<Stamp | null> {
    if (event !== null) {
      const decided = await this.act(pub, match, event, at);
      if (decided === null) return null;
      if (!decided.ok && decided.code === 'waits')
        decided.result.catch((err) =>
          this.#parts.log.error({ err, match }, 'could not judge an event that waited; its player sends it again'),
        );
    }
    const room = await this.#owned(match);
    if (!room) return null;
    this.#touch(match);
    const receipt = await this.#run(room, (table) => table.receipt(pub, event));
    return { receipt, now: this.#parts.world.now() };
  }

  /** A player walks out of a match before its first roll. Null if this process does not own the match. */
  async abort(pub: string, match: string): Promise<Result<null, 'not-found' | 'not-your-seat' | 'not-now'> | null> {
    const room = await this.#owned(match);
    const result = room && (await this.#run(room, (table) => table.abort(pub)));
    return result === null || this.#isGoneFromHere(match, result) ? null : result;
  }

  /** A person came to the service or left it. Only players of correspondence matches count as present in that way. */
  async attend(pub: string, online: boolean): Promise<void> {
    for (const match of [...(this.#turnsOf.get(pub) ?? [])]) {
      const seat = this.#seated.get(match)?.people.get(pub);
      const room = this.#rooms.get(match);
      if (room && seat !== undefined) await this.#run(room, (table) => table.attend(seat, online));
    }
  }

  /** Shows a reaction of a player to all who follow the match. Null if this process does not own it. */
  async react(match: string, seat: Player, reaction: Reaction): Promise<true | null> {
    if (!(await this.#owned(match))) return null;
    this.#parts.bus.publish(matchTopic(match), { type: 'reacted', match, seat, reaction });
    return true;
  }

  /** Drops matches that this process does not own any more. */
  drop(matches: readonly string[]): void {
    for (const match of matches) {
      this.#rooms.get(match)?.table.drop();
      this.#left(match);
    }
  }

  /** Gives all matches up in order, so that others go on with them at once and no player is charged for the time between. */
  async releaseAll(): Promise<void> {
    const { world } = this.#parts;
    const now = () => ({ until: world.now(), lostAt: world.now() });
    await Promise.all([...this.#rooms].map(([match, room]) => this.#release(match, room, now)));
  }

  /** Resolves when no operation on any match is in progress. */
  async idle(): Promise<void> {
    await Promise.all(this.#acquiring.values());
    await Promise.all([...this.#rooms.values()].map(({ queue }) => queue.idle()));
    await this.#notes.idle();
  }

  async #acquire(match: string): Promise<boolean> {
    const { leases, log } = this.#parts;
    const acquired = await leases.acquire(match);
    if (acquired === null) return false;
    try {
      await this.#run(this.#room(match), (table) => table.begin(acquired));
      if (acquired.lostAt !== null) await leases.forgetGaps();
    } catch (error) {
      log.error({ err: error, match }, 'could not begin a match; it is tried again');
      this.#tryAgain(match);
    }
    return true;
  }

  /** The match, if this process owns it and has begun it. */
  async #owned(match: string): Promise<Room | null> {
    await this.#acquiring.get(match);
    return this.#parts.leases.owns(match) ? this.#room(match) : null;
  }

  /** Runs an operation of a match, and then applies its effects. */
  #run<T>(room: Room, operation: (table: Table) => Promise<T>): Promise<T> {
    const { table, queue } = room;
    return queue.run(async () => {
      try {
        return await operation(table);
      } finally {
        for (const effect of table.takeEffects()) this.#apply(room, effect);
      }
    });
  }

  #apply(room: Room, effect: Effect): void {
    const { id: match } = room.table;
    if (effect.type === 'publish') this.#parts.bus.publish(matchTopic(match), effect.message);
    // The match was dropped meanwhile, because this process does not own it any more.
    else if (this.#rooms.get(match) !== room) return;
    else if (effect.type === 'alarm') this.#setAlarm(match, effect.at);
    else if (effect.type === 'moved') this.#moved(effect.ledger);
    else if (effect.type === 'ended') this.#ended(match);
    else this.#left(match);
  }

  async #actAgain(pub: string, match: string, event: SignedEvent, waitedMs: number): Promise<ActResult | MustWait> {
    const room = await this.#owned(match);
    const result = room && (await this.#run(room, (table) => table.act(pub, event, this.#parts.world.now(), waitedMs)));
    return !result || this.#isGoneFromHere(match, result) ? notStored : result;
  }

  /** True for the answer of a match that was given up, or has ended, before its turn in the queue came. Its next owner may know more. */
  #isGoneFromHere(match: string, result: Result<unknown, string>): boolean {
    return !result.ok && result.code === 'not-found' && !this.#parts.leases.owns(match);
  }

  /** Runs what is due in the match. */
  async #wake(match: string): Promise<void> {
    try {
      const room = await this.#owned(match);
      if (room) await this.#run(room, (table) => table.wake());
      // The heartbeat was late for a moment: what was due is still to be done.
      if (this.#rooms.has(match) && !this.#parts.leases.owns(match)) this.#tryAgain(match, SOON_MS);
    } catch (error) {
      this.#parts.log.error({ err: error, match }, 'could not serve the match; it is tried again');
      this.#tryAgain(match);
    }
  }

  /** Leaves a match to the process to which all of its players are connected, which saves the way over a link. A correspondence match is parked soon. */
  #leaveToFront(match: string): void {
    const room = this.#rooms.get(match);
    const front = room?.table.front;
    if (!front || this.#seated.get(match)?.mayBeAway) return;
    const { world } = this.#parts;
    const when = () => (room.table.front === front ? { until: world.now() + FREE_MS, lostAt: null } : null);
    void this.#release(match, room, when, front.from);
  }

  /** Gives a match up and has its members look for the next owner. */
  async #release(
    match: string,
    room: Room,
    when: Parameters<Table['release']>[0],
    to: string | null = null,
  ): Promise<void> {
    const { bus, log } = this.#parts;
    try {
      const isReleased = await this.#run(room, (table) => table.release(when));
      if (isReleased) bus.publish(matchTopic(match), { type: 'released', match, to });
    } catch (err) {
      log.error({ err, match }, 'could not release a match; it is acquired again');
      this.drop([match]);
      bus.publish(matchTopic(match), { type: 'released', match, to: null });
    }
  }

  /** Notes that something happened in a correspondence match. */
  #touch(match: string): void {
    if (!this.#seated.get(match)?.mayBeAway) return;
    this.#usedAt.set(match, this.#parts.world.now());
    this.#parkLater();
  }

  #parkLater(): void {
    const { alarms, world } = this.#parts;
    if (this.#isParkingDue || this.#usedAt.size === 0) return;
    this.#isParkingDue = true;
    alarms.set(PARK_ALARM, world.now() + PARK_MS, () => this.#parkQuiet());
  }

  /** Parks the correspondence matches that have been quiet: they need no owner before their deadline. */
  async #parkQuiet(): Promise<void> {
    const quietSince = this.#parts.world.now() - PARK_MS;
    for (const [match, usedAt] of [...this.#usedAt]) {
      const room = usedAt > quietSince ? null : this.#rooms.get(match);
      if (room)
        await this.#release(match, room, (deadline) => (deadline === null ? null : { until: deadline, lostAt: null }));
    }
    this.#isParkingDue = false;
    this.#parkLater();
  }

  /** Stores what lists show of a correspondence match, and tells its players that it has changed. */
  #note({ header, length: n, expects, state, expiresAt }: Ledger): void {
    const { id: match } = header;
    if ((this.#noted.get(match) ?? -1) >= n) return;
    this.#noted.set(match, n);
    const { party: toAct, types } = expects;
    const isAutomatic = types.includes('commit') || types.includes('reveal');
    const snapshot: MatchSnapshot = { n, toAct, isAutomatic, score: [...state.match.score] };
    const people = this.#peopleOf(match);
    this.#notes
      .run(() => this.#parts.store.note(match, snapshot, expiresAt))
      .then(() => this.#publishTurns(people))
      .catch((error) =>
        this.#parts.log.error({ err: error, match }, 'could not note the state of a match; lists show an earlier one'),
      );
  }

  /** The number of watchers of a live match may have changed. A correspondence match has none. */
  #countWatchers(match: string, { table }: Room): void {
    if (this.#seated.get(match)?.mayBeAway === false) this.#watchers.changed(match, table.watchers);
  }

  #publishTurns(people: readonly string[]): void {
    for (const pub of people) this.#parts.bus.send(pub, { type: 'turns-changed' });
  }

  #peopleOf(match: string): readonly string[] {
    return [...(this.#seated.get(match)?.people.keys() ?? [])];
  }

  #tryAgain(match: string, delayMs = RETRY_MS): void {
    this.#setAlarm(match, this.#parts.world.now() + delayMs);
  }

  /** Has the match woken at this time. Null if it need not be woken. */
  #setAlarm(match: string, at: number | null): void {
    const { alarms } = this.#parts;
    if (at === null) alarms.clear(alarmOf(match));
    else alarms.set(alarmOf(match), at, () => this.#wake(match));
  }

  #room(match: string): Room {
    const known = this.#rooms.get(match);
    if (known) return known;
    const own = { pages: this.#pages, finishes: this.#finishes, arrivals: this.arrivals };
    const room = { table: new Table(match, { ...this.#parts, ...own }), queue: new Queue() };
    this.#rooms.set(match, room);
    return room;
  }

  #moved(ledger: Ledger): void {
    const { header } = ledger;
    this.#seat(header);
    if (mayBeAway(header)) {
      this.#touch(header.id);
      this.#note(ledger);
    }
    this.#parts.bus.publish(OWN_MATCHES_TOPIC, { type: 'moved', ledger });
  }

  #ended(match: string): void {
    if (this.#seated.get(match)?.mayBeAway) this.#publishTurns(this.#peopleOf(match));
    this.#parts.leases.drop(match);
    this.#forget(match);
    this.#parts.bus.publish(OWN_MATCHES_TOPIC, { type: 'ended', match });
  }

  /** The match goes on elsewhere. */
  #left(match: string): void {
    this.#forget(match);
    this.#parts.bus.publish(OWN_MATCHES_TOPIC, { type: 'left', match });
  }

  #forget(match: string): void {
    this.#rooms.delete(match);
    this.#watchers.forget(match);
    this.#parts.alarms.clear(alarmOf(match));
    this.#usedAt.delete(match);
    this.#noted.delete(match);
    for (const pub of this.#peopleOf(match)) {
      const matches = this.#turnsOf.get(pub);
      matches?.delete(match);
      if (matches?.size === 0) this.#turnsOf.delete(pub);
    }
    this.#seated.delete(match);
  }

  #seat(header: Header): void {
    const { id: match, players } = header;
    if (this.#seated.has(match)) return;
    const people = new Map<string, Player>();
    for (const seat of [0, 1] as const) if (!players[seat].bot) people.set(players[seat].pub, seat);
    this.#seated.set(match, { people, mayBeAway: mayBeAway(header) });
    if (!mayBeAway(header)) return;
    for (const pub of people.keys()) this.#turnsOf.set(pub, (this.#turnsOf.get(pub) ?? new Set()).add(match));
  }
}

/** The alarm at which a match is woken. */
function alarmOf(match: string): string {
  return `match/${match}`;
}
