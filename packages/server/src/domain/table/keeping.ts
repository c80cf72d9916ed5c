import type { Alarms, Bus, KeeperStore, Log, World } from '../ports.ts';
import { KEEPERS_TOPIC } from '../topics.ts';

/** The alarm at which a process says that it is alive and looks for matches that nobody keeps. */
export const KEEPING_ALARM = 'keeping';
const BEAT_MS = 2_000;
/** A process that is not heard of for so long has died as far as its matches are concerned. */
export const KEPT_MS = 6_000;
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
  /** No other process works on this data: nobody has to be told who keeps what. */
  readonly isAlone: boolean;
  /** The match is this process's from now on; nobody kept it for a while. */
  readonly taken: (match: string) => Promise<void>;
  /** The match is, or may soon be, another process's. */
  readonly lost: (match: string) => void;
}

/**
 * Which live matches this process keeps: of all that work on the same data one runs the deadlines, bots and retries of a match. What the
 * storage says of it counts for as long as the storage was told that this process lives, by this process's own clock.
 */
export class Keeping {
  readonly id: string;
  readonly #parts: KeepingParts;
  readonly #kept = new Set<string>();
  #until = Number.NEGATIVE_INFINITY;
  #isClaiming = false;
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

  /** Whether everything was left to the others. */
  get hasStopped(): boolean {
    return this.#hasStopped;
  }

  /** Number of matches that it runs. */
  get count(): number {
    return this.#counts ? this.#kept.size : 0;
  }

  /** Alone: whether this process was stopped, or its clock set forward, for longer than it may go without a beat. Nobody has to pay for that. */
  get isLate(): boolean {
    return this.#parts.isAlone && this.#kept.size > 0 && !this.#counts;
  }

  /** A match that was stored as this process's. */
  add(match: string): void {
    if (this.#parts.isAlone && this.#kept.size === 0) this.#live();
    this.#kept.add(match);
  }

  /** The match has ended. */
  drop(match: string): void {
    this.#kept.delete(match);
  }

  /** Enters this process among the keepers and takes what nobody keeps; alone, whoever kept it. */
  async start(): Promise<void> {
    const { store, bus, alarms, world, isAlone } = this.#parts;
    if (isAlone) await store.giveUpAll();
    await this.#enrol();
    if (!isAlone) this.#stopListening = bus.subscribe(KEEPERS_TOPIC, () => alarms.set(KEEPING_ALARM, world.now()));
    alarms.set(KEEPING_ALARM, world.now() + BEAT_MS);
    await this.#claim();
  }

  /** The alarm has gone off. */
  async beat(): Promise<void> {
    const { alarms, world, isAlone } = this.#parts;
    if (this.#hasStopped) return;
    if (isAlone) return this.#beatAlone();
    alarms.set(KEEPING_ALARM, world.now() + BEAT_MS);
    await this.#renew();
    await this.#claim();
  }

  /** Another process has declared this one dead: it enters itself again. */
  async enterAgain(): Promise<void> {
    if (!this.#parts.isAlone) await this.beat();
    else if (!this.#hasStopped) await this.#enrol();
  }

  /** There is nobody to tell; but a beat that comes too late tells that this process was stopped. */
  async #beatAlone(): Promise<void> {
    const wasLate = this.isLate;
    if (this.#kept.size === 0) return;
    this.#live();
    if (!wasLate) return;
    this.#parts.log.warn(
      { matches: this.#kept.size },
      'this process was stopped for a while, or its clock was set: nobody is charged',
    );
    await Promise.all([...this.#kept].map(this.#parts.taken));
  }

  #live(): void {
    const { alarms, world } = this.#parts;
    this.#until = world.now() + KEPT_MS;
    alarms.set(KEEPING_ALARM, world.now() + BEAT_MS);
  }

  /** Says that this process lives. If that comes too late, it begins again with nothing. */
  async #renew(): Promise<void> {
    const { store, world, log } = this.#parts;
    const until = world.now() + KEPT_MS;
    if (this.#counts && (await store.keep(this.id, until))) {
      this.#until = Math.max(this.#until, until);
      return;
    }
    log.warn({ matches: this.#kept.size }, 'this process counted as dead: its matches are up for whoever comes first');
    this.#loseAll();
    await store.giveUp(this.id);
    await this.#enrol();
  }

  /** Takes what nobody keeps; resolves when each match taken goes on. */
  async #claim(): Promise<void> {
    if (this.#isClaiming || this.#hasStopped) return;
    this.#isClaiming = true;
    try {
      for (let more = true; more && this.#counts; ) more = await this.#claimSome();
    } finally {
      this.#isClaiming = false;
    }
  }

  /** Lets the others have everything, at once. */
  async stop(): Promise<void> {
    const { store, bus, alarms } = this.#parts;
    this.#hasStopped = true;
    this.#stopListening();
    alarms.clear(KEEPING_ALARM);
    this.#loseAll();
    await store.giveUp(this.id);
    bus.publish(KEEPERS_TOPIC, { type: 'given-up' });
  }

  /** Whether others believe that this process lives; alone: whether it was there all the time. */
  get #counts(): boolean {
    return this.#parts.world.now() < this.#until;
  }

  async #enrol(): Promise<void> {
    const until = this.#parts.world.now() + KEPT_MS;
    await this.#parts.store.enrol(this.id, until);
    this.#until = until;
  }

  async #claimSome(): Promise<boolean> {
    const { store, world, taken } = this.#parts;
    const matches = await store.claim(this.id, world.now(), AT_ONCE).catch((error) => {
      // it may have worked all the same, without our knowing of what: better to begin again
      this.#until = Number.NEGATIVE_INFINITY;
      throw error;
    });
    if (matches === null) {
      // declared dead since the last beat: the next one begins again
      this.#until = Number.NEGATIVE_INFINITY;
      return false;
    }
    for (const match of matches) this.#kept.add(match);
    await Promise.all(matches.map(taken));
    return matches.length > 0;
  }

  #loseAll(): void {
    const lost = [...this.#kept];
    this.#kept.clear();
    for (const match of lost) this.#parts.lost(match);
  }
}
