import type { Bus } from '../ports/bus.ts';
import type { ClaimedMatch, KeeperStore, Parking } from '../ports/leases.ts';
import type { Alarms, Log, World } from '../ports/world.ts';
import { KEEPERS_TOPIC, processTopic } from '../topics.ts';

/** The alarm at which a process stores its heartbeat and looks for matches without a keeper. */
const HEARTBEAT_ALARM = 'heartbeat';
/** The alarm at which a process that is alone claims the parked matches that are due. */
const WAKE_ALARM = 'wake';
/**
 * A process acts as a keeper, and signs receipts, only `trustedMs` after its last stored heartbeat. The next keeper counts a gap from that
 * heartbeat, and pages tolerate a receipt 5 s inside a gap.
 */
interface LeaseTimes {
  readonly heartbeatMs: number;
  readonly trustedMs: number;
}
/** A process without neighbours writes as little as possible: no process waits for its matches. */
export const ALONE: LeaseTimes = { heartbeatMs: 2_000, trustedMs: 4_000 };
export const SHARED: LeaseTimes = { heartbeatMs: 1_000, trustedMs: 2_000 };
/** A process takes over the matches of another whose last heartbeat is this old. Their clocks may differ by the time from SHARED.trustedMs on. */
export const TAKEOVER_MS = 2_500;
/** With a heartbeat a time this much later is stored. All versions agree on it, because the next keeper finds the heartbeat by it. */
export const MATCH_LEASE_MS = 6_000;
/** A match that was handed over is claimed by any process if the one that it is meant for has not taken it after this time. */
const HAND_OVER_MS = 1_000;
/** Largest number of matches claimed together, so that the remaining processes share those of a dead one. */
const AT_ONCE = 100;

export interface MatchLeasesParts {
  /** Unique per run of a process. */
  readonly id: string;
  readonly store: KeeperStore;
  readonly bus: Bus;
  readonly alarms: Alarms;
  readonly world: World;
  readonly log: Log;
  /** No other process works on this data. */
  readonly isAlone: boolean;
  /** Called when this process becomes keeper of the match. `since`: the last heartbeat of the keeper before, null if unknown. */
  readonly taken: (match: string, since: number | null) => Promise<void>;
  /** Called when this process becomes keeper of a match that was parked. */
  readonly takenUp: (match: string) => Promise<void>;
  /** Called when another process has become, or may soon become, keeper of the match. */
  readonly lost: (match: string) => void;
}

/**
 * The live matches that this process keeps. Each match has one keeper, which runs its deadlines, bots and retries and signs its
 * receipts. While it keeps matches, the process stores a heartbeat.
 *
 * One rule covers a crash, a suspended machine, a stalled event loop, a slow storage and a clock that is set: a process whose last stored
 * heartbeat is older than `trustedMs` by one of its clocks stops being a keeper. The next keeper (possibly the same process) marks the gap in
 * each record from that heartbeat on. So a gap never contains a receipt by more than `trustedMs`.
 */
export class MatchLeases {
  readonly id: string;
  readonly #store: KeeperStore;
  readonly #bus: Bus;
  readonly #alarms: Alarms;
  readonly #world: World;
  readonly #log: Log;
  readonly #isAlone: boolean;
  readonly #times: LeaseTimes;
  readonly #taken: (match: string, since: number | null) => Promise<void>;
  readonly #takenUp: (match: string) => Promise<void>;
  readonly #lost: (match: string) => void;
  readonly #kept = new Set<string>();
  /** Kept matches for which the storage still notes a gap. `#marked`: those of them whose records mark the gap by now. */
  readonly #withGap = new Set<string>();
  readonly #marked = new Set<string>();
  #heartbeatAt = Number.NEGATIVE_INFINITY;
  /** When the statement of the newest stored heartbeat was sent, by the monotonic clock. */
  #sentAtMs = Number.NEGATIVE_INFINITY;
  /** When the alarm for the heartbeat goes off. */
  #alarmAt = Number.NEGATIVE_INFINITY;
  /** When the alarm for parked matches goes off. */
  #wakeAt = Number.POSITIVE_INFINITY;
  /** The earliest time until which another keeper counts as alive, by the last claim. */
  #othersUntil: number | null = null;
  /** The storage may list matches for this process that it does not know of: it must give up all and enrol again. */
  #mustEnrol = false;
  /** The process has given up its matches and not reclaimed them yet. */
  #isStartingOver = false;
  #renewing: Promise<void> | null = null;
  #claiming: Promise<void> | null = null;
  /** Resolves when the matches that were handed over to this process are taken. */
  #adopting = Promise.resolve();
  #hasStopped = false;
  #stopListening: () => void = () => undefined;

  constructor(parts: MatchLeasesParts) {
    this.id = parts.id;
    this.#store = parts.store;
    this.#bus = parts.bus;
    this.#alarms = parts.alarms;
    this.#world = parts.world;
    this.#log = parts.log;
    this.#isAlone = parts.isAlone;
    this.#times = parts.isAlone ? ALONE : SHARED;
    this.#taken = parts.taken;
    this.#takenUp = parts.takenUp;
    this.#lost = parts.lost;
  }

  /** True if this process runs the match. */
  keeps(match: string): boolean {
    return this.#kept.has(match) && this.#isTrusted;
  }

  /** True if the match is in this process's care, also while the process has to reclaim it. */
  has(match: string): boolean {
    return this.#kept.has(match);
  }

  /** True if this process may sign receipts of the match now. */
  maySign(match: string): boolean {
    return this.keeps(match) && !this.#withGap.has(match);
  }

  /** True after `stop`. */
  get hasStopped(): boolean {
    return this.#hasStopped;
  }

  /** Number of matches that this process runs. */
  get count(): number {
    return this.#isTrusted ? this.#kept.size : 0;
  }

  /** True if this process missed heartbeats and has not reclaimed its matches: call `beat` before judging any event. */
  get isBehind(): boolean {
    return !this.#hasStopped && (this.#isStartingOver || (this.#kept.size > 0 && !this.#isTrusted));
  }

  /** Adds a match that is about to be stored with this process as its keeper. */
  async add(match: string): Promise<void> {
    if (!this.#hasStopped) await this.#enrolIfIdle();
    this.#kept.add(match);
  }

  /** Becomes keeper of a parked match that has none. Resolves when it has been taken up. */
  async adopt(match: string): Promise<void> {
    if (this.#hasStopped || this.#kept.has(match)) return;
    await this.#enrolIfIdle();
    if (!this.#isTrusted) return;
    const got = await this.#store.adopt(this.id, match, this.#world.now()).catch((error) => {
      this.#startOver();
      throw error;
    });
    if (got === 'no-keeper') this.#startOver();
    else if (got) {
      this.#take(got);
      await this.#takeOver(got);
    }
  }

  /** Parks a match by turns. Resolves to false if this process has to keep it. */
  park(match: string, length: number, wakeAt: number): Promise<boolean> {
    return this.#park(match, { length, wakeAt, keptUntil: null });
  }

  /**
   * Leaves a match to another process, by parking it for a moment. Resolves to false if this process has to keep it. If the other process
   * has not taken it by then, the next process that looks for matches claims this one, and its record marks the gap.
   */
  async handOver(match: string, length: number, to: string): Promise<boolean> {
    const now = this.#world.now();
    const isLeft = await this.#park(match, { length, wakeAt: now + HAND_OVER_MS, keptUntil: now + MATCH_LEASE_MS });
    if (isLeft) this.#bus.publish(processTopic(to), { type: 'handed-over', match });
    return isLeft;
  }

  async #park(match: string, parking: Parking): Promise<boolean> {
    await this.#forgetGaps();
    if (this.#withGap.has(match)) return false;
    const isParked = await this.#store.park(this.id, match, parking).catch((error) => {
      // It may have been stored despite the error. Then any process claims the match when it is due.
      this.#startOver();
      this.#wakeBy(parking.wakeAt);
      throw error;
    });
    if (!isParked) return false;
    this.drop(match);
    this.#wakeBy(parking.wakeAt);
    return true;
  }

  /** Resolves when no match that was handed over is being taken. */
  idle(): Promise<void> {
    return this.#adopting;
  }

  /** Removes a match that has ended. */
  drop(match: string): void {
    this.#kept.delete(match);
    this.#withGap.delete(match);
    this.#marked.delete(match);
  }

  /** Notes that the record of the match marks the gap. */
  marked(match: string): void {
    if (this.#withGap.has(match)) this.#marked.add(match);
  }

  /** Registers this process as a keeper and claims free matches. A process that is alone claims all. */
  async start(): Promise<void> {
    if (this.#isAlone) await this.#store.giveUpAll();
    await this.#enrol();
    if (!this.#isAlone) this.#listen();
    await this.#claim();
    await this.#findNextWake();
  }

  #listen(): void {
    const ends = [
      this.#bus.subscribe(KEEPERS_TOPIC, () => this.#setAlarm(this.#world.now())),
      this.#bus.subscribe(processTopic(this.id), (message) => {
        if (message.type !== 'handed-over') return;
        const { match } = message;
        this.#adopting = this.#adopting
          .then(() => this.adopt(match))
          .catch((err) =>
            this.#log.error({ err, match }, 'could not take a match that was handed over; a process claims it soon'),
          );
      }),
    ];
    this.#stopListening = () => {
      for (const end of ends) end();
    };
  }

  /** Stores the heartbeat and claims matches. A process that is alone and keeps no matches does nothing. */
  async beat(): Promise<void> {
    if (this.#hasStopped || (this.#isAlone && this.#kept.size === 0 && !this.#isStartingOver)) return;
    this.#setAlarm();
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = null;
    });
    await this.#renewing;
    await this.#forgetGaps();
    if (!this.#isAlone || this.#isStartingOver) await this.#claim();
    if (!this.#isAlone) this.#awaitNextDeath();
  }

  /** Registers this process again after another one has declared it dead. */
  async enterAgain(): Promise<void> {
    if (this.#hasStopped) return;
    this.#startOver();
    await this.beat();
  }

  /** Leaves all matches to the other processes, at once. */
  async stop(): Promise<void> {
    const until = this.#isTrusted ? this.#world.now() + MATCH_LEASE_MS : this.#lastUntil;
    this.#hasStopped = true;
    this.#stopListening();
    this.#alarms.clear(HEARTBEAT_ALARM);
    this.#alarms.clear(WAKE_ALARM);
    this.#loseAll();
    await this.#store.giveUp(this.id, until);
    this.#bus.publish(KEEPERS_TOPIC, { type: 'given-up' });
  }

  /**
   * True if this process may act as a keeper. Both clocks must say so: the wall clock may be set back, and the other one stands still while the
   * machine is suspended.
   */
  get #isTrusted(): boolean {
    const { trustedMs } = this.#times;
    const isFresh =
      this.#world.now() < this.#heartbeatAt + trustedMs && this.#world.elapsedMs() < this.#sentAtMs + trustedMs;
    return isFresh && !this.#hasStopped && !this.#mustEnrol;
  }

  /** Stores a heartbeat. If it comes too late, gives up all matches and starts over. */
  async #renew(): Promise<void> {
    // A clock that was set back does not take back what receipts say: a heartbeat is never older than the one before.
    const now = Math.max(this.#world.now(), this.#heartbeatAt);
    const sentAtMs = this.#world.elapsedMs();
    if (this.#isTrusted && (await this.#store.renew(this.id, now + MATCH_LEASE_MS))) {
      this.#heartbeatAt = now;
      this.#sentAtMs = sentAtMs;
      return;
    }
    // Without a match it is nothing that an operator could act on.
    this.#log[this.#kept.size > 0 ? 'warn' : 'info'](
      { matches: this.#kept.size, silentMs: now - this.#heartbeatAt },
      'keeper heartbeat was late (process suspended, clock set forward or storage stalled); matches are reclaimed and no player is charged for the gap',
    );
    this.#startOver();
    this.#loseAll();
    await this.#store.giveUp(this.id, this.#lastUntil);
    await this.#enrol();
  }

  /** The stored end of the last lease; 0 before the first. */
  get #lastUntil(): number {
    return Math.max(0, this.#heartbeatAt + MATCH_LEASE_MS);
  }

  #startOver(): void {
    this.#isStartingOver = true;
    this.#mustEnrol = true;
  }

  async #enrol(): Promise<void> {
    const now = Math.max(this.#world.now(), this.#heartbeatAt);
    const sentAtMs = this.#world.elapsedMs();
    await this.#store.enrol(this.id, now + MATCH_LEASE_MS);
    this.#heartbeatAt = now;
    this.#sentAtMs = sentAtMs;
    this.#mustEnrol = false;
    this.#setAlarm();
  }

  /**
   * A process that is alone and keeps no matches stores no heartbeats, so it enrols before it gets one. If the storage may list matches
   * that it does not know of, it claims those first: nothing else would.
   */
  async #enrolIfIdle(): Promise<void> {
    if (!this.#isAlone || this.#kept.size > 0) return;
    await (this.#mustEnrol ? this.beat() : this.#enrol());
  }

  #setAlarm(at: number = this.#world.now() + this.#times.heartbeatMs): void {
    this.#alarmAt = at;
    this.#alarms.set(HEARTBEAT_ALARM, at, () => this.beat());
  }

  /** If another process will count as dead before the next heartbeat of this one, looks at that time. */
  #awaitNextDeath(): void {
    const deadAt = this.#othersUntil && this.#othersUntil - MATCH_LEASE_MS + TAKEOVER_MS;
    if (deadAt && !this.#hasStopped && deadAt > this.#world.now() && deadAt < this.#alarmAt) this.#setAlarm(deadAt);
  }

  /** Claims all free matches. Resolves when each claimed match has been resumed. */
  #claim(): Promise<void> {
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = null;
    });
    return this.#claiming;
  }

  async #claimAll(): Promise<void> {
    if (this.#hasStopped) return;
    for (let more = true; more && this.#isTrusted; ) more = await this.#claimSome();
    if (this.#isTrusted) this.#isStartingOver = false;
  }

  async #claimSome(): Promise<boolean> {
    const now = this.#world.now();
    const deadUntil = now + MATCH_LEASE_MS - TAKEOVER_MS;
    const got = await this.#store.claim(this.id, now, AT_ONCE, deadUntil).catch((error) => {
      // The claim may have been stored despite the error, and this process does not know for which matches.
      this.#startOver();
      throw error;
    });
    if (got === null) {
      // Another process declared this one dead: the next heartbeat starts over.
      this.#startOver();
      return false;
    }
    this.#othersUntil = got.othersUntil;
    for (const one of got.matches) this.#take(one);
    await Promise.all(got.matches.map((one) => this.#takeOver(one)));
    await this.#forgetGaps();
    return got.matches.length > 0;
  }

  #takeOver({ match, keptUntil, isParked }: ClaimedMatch): Promise<void> {
    if (isParked && keptUntil === null) return this.#takenUp(match);
    return this.#taken(match, keptUntil && keptUntil - MATCH_LEASE_MS);
  }

  /**
   * Sets the alarm for the deadline of a parked match. A process with neighbours needs none, because it looks for such matches with every
   * heartbeat.
   */
  #wakeBy(at: number | null): void {
    if (!this.#isAlone || at === null || at >= this.#wakeAt) return;
    this.#wakeAt = at;
    this.#alarms.set(WAKE_ALARM, at, () => this.#wakeDue());
  }

  async #wakeDue(): Promise<void> {
    this.#wakeAt = Number.POSITIVE_INFINITY;
    if (this.#hasStopped) return;
    try {
      await this.#enrolIfIdle();
      await this.#claim();
      await this.#findNextWake();
    } catch (error) {
      this.#log.error({ err: error }, 'could not claim the matches whose deadline has passed; it is tried again');
      this.#wakeBy(this.#world.now() + this.#times.heartbeatMs);
    }
  }

  async #findNextWake(): Promise<void> {
    const next = this.#isAlone ? await this.#store.nextWake() : null;
    // A match that could not be claimed just now is not tried again at once.
    this.#wakeBy(next && Math.max(next, this.#world.now() + this.#times.heartbeatMs));
  }

  #take({ match, keptUntil }: ClaimedMatch): void {
    this.#kept.add(match);
    if (keptUntil !== null) this.#withGap.add(match);
  }

  /** Removes the stored gap notes of matches whose records mark the gap. */
  async #forgetGaps(): Promise<void> {
    const marked = [...this.#marked];
    if (marked.length === 0) return;
    await this.#store.resumed(this.id, marked);
    for (const match of marked) {
      this.#marked.delete(match);
      this.#withGap.delete(match);
    }
  }

  #loseAll(): void {
    const lost = [...this.#kept];
    this.#kept.clear();
    this.#withGap.clear();
    this.#marked.clear();
    for (const match of lost) this.#lost(match);
  }
}
