import type { Alarms, Bus, ClaimedMatch, KeeperStore, Log, World } from '../ports.ts';
import { KEEPERS_TOPIC } from '../topics.ts';

/** The alarm at which a process stores its heartbeat and looks for matches without a keeper. */
export const KEEPING_ALARM = 'keeping';
const BEAT_MS = 2_000;
/** Other processes may take over the matches of a process whose last heartbeat is this old. */
export const KEPT_MS = 6_000;
/**
 * A process acts as a keeper, and signs receipts, only this long after its last stored heartbeat. The next keeper counts a gap from that
 * heartbeat; pages tolerate a receipt 5 s inside a gap, and the clocks of the processes may differ by the rest up to KEPT_MS.
 */
export const TRUSTED_MS = 4_000;
/** So many matches change hands together, so that the processes that are left share what a dead one kept. */
const AT_ONCE = 100;

export interface KeepingParts {
  /** Of this process; no two have the same. */
  readonly id: string;
  readonly store: KeeperStore;
  readonly bus: Bus;
  readonly alarms: Alarms;
  readonly world: World;
  readonly log: Log;
  /** No other process works on this data. */
  readonly isAlone: boolean;
  /** The match is this process's from now on. `since`: the last heartbeat of the keeper before, null where it is unknown. */
  readonly taken: (match: string, since: number | null) => Promise<void>;
  /** The match is, or may soon be, another process's. */
  readonly lost: (match: string) => void;
}

/**
 * Which live matches this process keeps: of all that work on the same data one runs the deadlines, bots and retries of a match, and
 * signs its receipts. The process says by a stored heartbeat that it lives, while it keeps matches.
 *
 * One rule covers a crash, a suspended machine, a stalled event loop, a slow storage and a clock set forward: a process whose last stored
 * heartbeat is older than TRUSTED_MS stops being a keeper by its own clock. Whoever takes the matches next (the same process where it is
 * alone) marks the gap in each record from that heartbeat on. So a gap never contains a receipt by more than TRUSTED_MS.
 */
export class Keeping {
  readonly id: string;
  readonly #parts: KeepingParts;
  readonly #kept = new Set<string>();
  /** Kept matches with which the storage still notes a gap, and those of them whose records mark it by now. */
  readonly #noted = new Set<string>();
  readonly #marked = new Set<string>();
  #beatAt = Number.NEGATIVE_INFINITY;
  /** The storage may say of this process's matches what it does not know: it gives all up and begins again. */
  #mustEnrol = false;
  /** It has given all up, and has not taken its matches again yet. */
  #beginsAgain = false;
  #renewing: Promise<void> | null = null;
  #claiming: Promise<void> | null = null;
  #hasStopped = false;
  #stopListening: () => void = () => undefined;

  constructor(parts: KeepingParts) {
    this.id = parts.id;
    this.#parts = parts;
  }

  /** Whether it is this process that runs the match. */
  keeps(match: string): boolean {
    return this.#kept.has(match) && this.#counts;
  }

  /** True if this process may sign what the match is at this moment. */
  vouches(match: string): boolean {
    return this.keeps(match) && !this.#noted.has(match);
  }

  /** Whether everything was left to the others. */
  get hasStopped(): boolean {
    return this.#hasStopped;
  }

  /** Number of matches that it runs. */
  get count(): number {
    return this.#counts ? this.#kept.size : 0;
  }

  /** True if this process was stopped for a while and has not taken its matches again: nothing may be judged before `beat` has. */
  get isBehind(): boolean {
    return !this.#hasStopped && (this.#beginsAgain || (this.#kept.size > 0 && !this.#counts));
  }

  /** A match that is about to be stored as this process's. */
  async add(match: string): Promise<void> {
    if (this.#parts.isAlone && this.#kept.size === 0 && !this.#hasStopped) await this.#enrol();
    this.#kept.add(match);
  }

  /** The match has ended. */
  drop(match: string): void {
    this.#kept.delete(match);
    this.#noted.delete(match);
    this.#marked.delete(match);
  }

  /** The record of a match marks the gap before this process got it. */
  marked(match: string): void {
    if (this.#noted.has(match)) this.#marked.add(match);
  }

  /** Enters this process among the keepers and takes what nobody keeps; alone, whoever kept it. */
  async start(): Promise<void> {
    const { store, bus, alarms, world, isAlone } = this.#parts;
    if (isAlone) await store.giveUpAll();
    await this.#enrol();
    if (!isAlone) this.#stopListening = bus.subscribe(KEEPERS_TOPIC, () => alarms.set(KEEPING_ALARM, world.now()));
    await this.#claim();
  }

  /** The alarm has gone off. Alone and without matches there is nobody to tell anything. */
  async beat(): Promise<void> {
    if (this.#hasStopped || (this.#parts.isAlone && this.#kept.size === 0 && !this.#beginsAgain)) return;
    this.#setAlarm();
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = null;
    });
    await this.#renewing;
    await this.#forgetGaps();
    if (!this.#parts.isAlone || this.#beginsAgain) await this.#claim();
  }

  /** Another process has declared this one dead: it enters itself again. */
  async enterAgain(): Promise<void> {
    if (this.#hasStopped) return;
    this.#begin();
    await this.beat();
  }

  /** Lets the others have everything, at once. */
  async stop(): Promise<void> {
    const { store, bus, alarms, world } = this.#parts;
    const until = this.#counts ? world.now() + KEPT_MS : this.#lastUntil;
    this.#hasStopped = true;
    this.#stopListening();
    alarms.clear(KEEPING_ALARM);
    this.#loseAll();
    await store.giveUp(this.id, until);
    bus.publish(KEEPERS_TOPIC, { type: 'given-up' });
  }

  /** True if this process may act as a keeper. */
  get #counts(): boolean {
    return !this.#hasStopped && !this.#mustEnrol && this.#parts.world.now() < this.#beatAt + TRUSTED_MS;
  }

  /** Stores that this process lives. If that comes too late, it begins again with nothing. */
  async #renew(): Promise<void> {
    const { store, world, log } = this.#parts;
    // A clock that was set back does not take back what receipts say: a heartbeat is never older than the one before.
    const now = Math.max(world.now(), this.#beatAt);
    if (this.#counts && (await store.keep(this.id, now + KEPT_MS))) {
      this.#beatAt = now;
      return;
    }
    log.warn(
      { matches: this.#kept.size, silentMs: now - this.#beatAt },
      'this process was stopped for a while, its clock was set forward, or the storage did not answer: the gap is charged to no player',
    );
    this.#begin();
    this.#loseAll();
    await store.giveUp(this.id, this.#lastUntil);
    await this.#enrol();
  }

  /** What the storage was told last; 0 before the first time. */
  get #lastUntil(): number {
    return Math.max(0, this.#beatAt + KEPT_MS);
  }

  #begin(): void {
    this.#beginsAgain = true;
    this.#mustEnrol = true;
  }

  async #enrol(): Promise<void> {
    const now = Math.max(this.#parts.world.now(), this.#beatAt);
    await this.#parts.store.enrol(this.id, now + KEPT_MS);
    this.#beatAt = now;
    this.#mustEnrol = false;
    this.#setAlarm();
  }

  #setAlarm(): void {
    this.#parts.alarms.set(KEEPING_ALARM, this.#parts.world.now() + BEAT_MS);
  }

  /** Takes what nobody keeps; resolves when each match taken goes on. */
  #claim(): Promise<void> {
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = null;
    });
    return this.#claiming;
  }

  async #claimAll(): Promise<void> {
    if (this.#hasStopped) return;
    for (let more = true; more && this.#counts; ) more = await this.#claimSome();
    if (this.#counts) this.#beginsAgain = false;
  }

  async #claimSome(): Promise<boolean> {
    const { store, world, taken } = this.#parts;
    const got = await store.claim(this.id, world.now(), AT_ONCE).catch((error) => {
      // The claim may have been stored all the same, and this process does not know for which matches.
      this.#begin();
      throw error;
    });
    if (got === null) {
      // Declared dead since the last heartbeat: the next one begins again.
      this.#begin();
      return false;
    }
    for (const one of got) this.#take(one);
    await Promise.all(got.map(({ match, keptUntil }) => taken(match, keptUntil && keptUntil - KEPT_MS)));
    await this.#forgetGaps();
    return got.length > 0;
  }

  #take({ match, keptUntil }: ClaimedMatch): void {
    this.#kept.add(match);
    if (keptUntil !== null) this.#noted.add(match);
  }

  /** The storage need not note gaps any more that the records mark. */
  async #forgetGaps(): Promise<void> {
    const marked = [...this.#marked];
    if (marked.length === 0) return;
    await this.#parts.store.resumed(this.id, marked);
    for (const match of marked) {
      this.#marked.delete(match);
      this.#noted.delete(match);
    }
  }

  #loseAll(): void {
    const lost = [...this.#kept];
    this.#kept.clear();
    this.#noted.clear();
    this.#marked.clear();
    for (const match of lost) this.#parts.lost(match);
  }
}
