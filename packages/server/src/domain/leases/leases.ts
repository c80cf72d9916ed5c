import type { AcquiredMatch, Beat, LeaseName, LeaseStore, OwnRow, ProcessRow } from '../ports/leases.ts';
import type { Log, World } from '../ports/world.ts';

/**
 * A process acts as an owner, and signs receipts, only `trustedMs` after it has sent its last stored heartbeat. The next owner counts a gap from
 * that heartbeat, and pages tolerate a receipt 5 s inside a gap.
 */
interface LeaseTimes {
  readonly heartbeatMs: number;
  readonly trustedMs: number;
}
/** A process that is alone on its data writes as little as possible: no other one waits for its matches. */
export const ALONE: LeaseTimes = { heartbeatMs: 2_000, trustedMs: 4_000 };
export const SHARED: LeaseTimes = { heartbeatMs: 1_000, trustedMs: 2_000 };
/** A process whose last heartbeat is this old is expired. Longer than it trusts itself. */
export const EXPIRE_MS = 2_500;
/** The same for a process whose address refuses connections, so that it has ended. */
export const EXPIRE_REFUSED_MS = SHARED.trustedMs;
/** A match that was lost or is new waits this long for the process of a member before any other one acquires it. */
export const FREE_MS = 2_000;
/** Heartbeats in a row after which a process judges others. After an outage of the storage all of them are silent. */
const BEATS_TO_JUDGE = 2;
/** Largest number of free matches that a process acquires with one heartbeat, so that the remaining processes share those of a dead one. */
const AT_ONCE = 100;

interface LeasesParts {
  /** Unique per run of a process. */
  readonly id: string;
  /** The address of this process's links, as `host:port`. Null if other processes cannot reach them. */
  readonly address: () => string | null;
  readonly store: LeaseStore;
  readonly world: World;
  readonly log: Log;
}

/** The changes that a heartbeat found. */
interface BeatNews {
  /** Matches that this process does not own any more. */
  readonly lost: readonly string[];
  /** Matches without an owner that this process should acquire. */
  readonly free: readonly string[];
  /** True if the heartbeat came too late: others may take this process for dead. */
  readonly isLate: boolean;
}

/**
 * The leases of this process: which live matches it owns, and who declares a process dead. A lease is acquired, renewed with all others by one
 * heartbeat, released, or expires.
 *
 * One rule covers a crash, a suspended machine, a stalled event loop, a slow storage and a clock that is set: a process whose last stored
 * heartbeat is older than `trustedMs`, by its wall clock or by the monotonic clock, owns nothing. The next owner (possibly the same
 * process) marks the gap in each record from that heartbeat on. So a gap never contains a receipt by more than `trustedMs`.
 */
export class Leases {
  readonly id: string;
  readonly times: LeaseTimes;
  readonly #parts: LeasesParts;
  readonly #owned = new Set<string>();
  readonly #named = new Set<LeaseName>();
  /** Owned matches for which the storage still notes a gap. `#marked`: those of them whose records mark the gap by now. */
  readonly #withGap = new Set<string>();
  readonly #marked = new Set<string>();
  /** Matches that the storage may or may not list as this process's: a statement about them failed. */
  readonly #uncertain = new Set<string>();
  #others: ReadonlyMap<string, ProcessRow> = new Map();
  /** When the statement of the last stored heartbeat was sent, by the two clocks. */
  #beatAt = Number.NEGATIVE_INFINITY;
  #sentAtMs = Number.NEGATIVE_INFINITY;
  #beatsInARow = 0;
  #isRegistered = false;
  /** Increases each time that this process gives up all of its matches. */
  #generation = 0;
  /** The storage may list matches as this process's that it has given up. */
  #mustLeave = false;
  #hasStopped = false;
  #beating: Promise<BeatNews> | null = null;
  /** The statement that removes gap notes now. */
  #forgetting: Promise<void> | null = null;

  constructor(parts: LeasesParts) {
    this.id = parts.id;
    this.times = parts.store.isExclusive ? ALONE : SHARED;
    this.#parts = parts;
  }

  /** True if this process owns the match and may act for it now. Asked before everything that is stored or signed. */
  owns(match: string): boolean {
    return this.#owned.has(match) && this.isTrusted;
  }

  /** True if this process may sign receipts of the match now. */
  maySign(match: string): boolean {
    return this.owns(match) && !this.#withGap.has(match);
  }

  /** Both clocks must say that the last heartbeat is young: one may be set back, and the other stands still while the machine is suspended. */
  get isTrusted(): boolean {
    const { world } = this.#parts;
    const { trustedMs } = this.times;
    const isYoung = world.now() < this.#beatAt + trustedMs && world.elapsedMs() < this.#sentAtMs + trustedMs;
    return isYoung && this.#isRegistered && !this.#hasStopped;
  }

  /** True if this process missed heartbeats: call `beat` before anything else. */
  get isBehind(): boolean {
    return this.isActive && !this.isTrusted;
  }

  /** Number of matches that this process owns. */
  get count(): number {
    return this.isTrusted ? this.#owned.size : 0;
  }

  /** The other processes, as the last heartbeat read them. */
  get others(): ReadonlyMap<string, ProcessRow> {
    return this.#others;
  }

  /** False until a heartbeat has read the others, after the start and after a pause. */
  get knowsOthers(): boolean {
    return this.#beatsInARow > 0;
  }

  get hasStopped(): boolean {
    return this.#hasStopped;
  }

  /** Registers this process. One that is alone frees the matches of the runs before it. */
  async start(): Promise<void> {
    const { store } = this.#parts;
    if (store.isExclusive) await store.reset();
    await this.#register();
  }

  /** Stores a heartbeat and expires silent processes. If it comes too late, gives up all matches and registers again. */
  beat(): Promise<BeatNews> {
    this.#beating ??= this.#beat().finally(() => {
      this.#beating = null;
    });
    return this.#beating;
  }

  /** True if this process has to store heartbeats. One that is alone and owns nothing has not. */
  get isActive(): boolean {
    const isIdle = this.#owned.size === 0 && this.#uncertain.size === 0 && !this.#mustLeave;
    return !this.#hasStopped && !(this.#isExclusive && isIdle);
  }

  /** Matches without an owner that this process should acquire. For a process that is alone, and may have stored no heartbeat. */
  async findFree(): Promise<readonly string[]> {
    if (!this.isActive) await this.#register();
    if (!this.isTrusted) return [];
    return (await this.#renew())?.free ?? [];
  }

  /** Acquires a match. Null if another process owns it, if it is not live, or if this process may not own any now. */
  async acquire(match: string): Promise<AcquiredMatch | null> {
    const { store } = this.#parts;
    if (this.#hasStopped) return null;
    // A process that is alone and owns nothing stores no heartbeats.
    if (this.#isExclusive && this.#owned.size === 0) await this.#register();
    if (!this.isTrusted) return null;
    const generation = this.#generation;
    const got = await store.acquire(this.id, match).catch((error) => {
      // The statement may have been executed nevertheless.
      this.#uncertain.add(match);
      throw error;
    });
    this.#uncertain.delete(match);
    // This process has given up everything meanwhile, before or after the statement.
    if (generation !== this.#generation) {
      if (got !== 'expired' && got !== null) this.#uncertain.add(match);
      return null;
    }
    // Another process has expired this one: the next heartbeat starts over.
    if (got === 'expired') this.#isRegistered = false;
    if (got === 'expired' || got === null) return null;
    this.#owned.add(match);
    if (got.lostAt !== null) this.#withGap.add(match);
    return got;
  }

  /**
   * Gives a match up in order: call it when nothing else happens in the match. Returns false if this process has to keep it.
   *
   * @param length number of events of the match
   * @param until when any process may acquire it
   * @param datedUntil the newest date of an event or receipt
   * @param lostAt since when no player shall be charged. Null for a match that goes on at once, or waits for its deadline
   */
  async release(
    match: string,
    length: number,
    {
      until,
      datedUntil,
      lostAt,
    }: { readonly until: number; readonly datedUntil: number; readonly lostAt: number | null },
  ): Promise<boolean> {
    if (!this.#owned.has(match)) return true;
    await this.forgetGaps();
    if (this.#withGap.has(match)) return false;
    const release = { length, freeFrom: until, datedUntil, lostAt };
    const isFree = await this.#parts.store.release(this.id, match, release).catch((error) => {
      // The statement may have been executed nevertheless.
      this.#uncertain.add(match);
      this.drop(match);
      throw error;
    });
    if (isFree) this.drop(match);
    return isFree;
  }

  /** Removes a match that is not live any more. */
  drop(match: string): void {
    this.#owned.delete(match);
    this.#withGap.delete(match);
    this.#marked.delete(match);
  }

  /** Notes that the record of the match marks the gap. */
  marked(match: string): void {
    if (this.#withGap.has(match)) this.#marked.add(match);
  }

  /** Removes the stored gap notes of matches whose records mark the gap. Before that none of their receipts may be signed. */
  async forgetGaps(): Promise<void> {
    // One statement at a time: two that write the same rows could deadlock.
    while (this.#marked.size > 0) {
      this.#forgetting ??= this.#forgetMarked().finally(() => {
        this.#forgetting = null;
      });
      await this.#forgetting;
    }
  }

  /** Expires another process if it is silent. `isRefused`: its address refuses connections. Returns true if its matches are free now. */
  async expire(id: string, isRefused: boolean): Promise<boolean> {
    const { store, world, log } = this.#parts;
    if (this.#beatsInARow < BEATS_TO_JUDGE || !this.isTrusted) return false;
    const silentMs = isRefused ? EXPIRE_REFUSED_MS : EXPIRE_MS;
    const isExpired = await store.expire(id, silentMs, world.now() + FREE_MS);
    if (isExpired) log.warn({ process: id, isRefused }, 'another process has been silent; its matches are free');
    return isExpired;
  }

  /** Gives up everything for good. */
  async stop(): Promise<void> {
    const { store, world } = this.#parts;
    const lostAt = this.isTrusted ? Math.max(world.now(), this.#beatAt) : this.#beatAt;
    this.#loseAll();
    this.#hasStopped = true;
    if (this.#mustLeave) await store.leave(this.id, lostAt, world.now() + FREE_MS);
  }

  /** True if this process owns this thing and may act for it now. */
  holds(name: LeaseName): boolean {
    return this.#named.has(name) && !this.#hasStopped && (this.#isExclusive || this.isTrusted);
  }

  /** Acquires a thing of which there is one in the service. Returns its owner, or null while this process may own nothing. */
  async acquireNamed(name: LeaseName): Promise<ProcessRow | null> {
    const { store } = this.#parts;
    if (this.#hasStopped || !(this.#isExclusive || this.isTrusted)) return null;
    const generation = this.#generation;
    const owner = await store.acquireNamed(this.id, name);
    // The next heartbeat starts over.
    if (owner === 'expired') this.#isRegistered = false;
    if (owner === 'expired' || generation !== this.#generation) return null;
    if (owner.id === this.id) this.#named.add(name);
    return owner;
  }

  async releaseNamed(name: LeaseName): Promise<void> {
    if (this.#named.delete(name)) await this.#parts.store.releaseNamed(this.id, name);
  }

  get #isExclusive(): boolean {
    return this.#parts.store.isExclusive;
  }

  async #forgetMarked(): Promise<void> {
    const marked = [...this.#marked];
    await this.#parts.store.resumed(this.id, marked);
    for (const match of marked) {
      this.#marked.delete(match);
      this.#withGap.delete(match);
    }
  }

  async #beat(): Promise<BeatNews> {
    if (!this.isActive) return nothing;
    try {
      const beat = this.isTrusted ? await this.#renew() : null;
      if (beat === null) return await this.#startOver();
      await this.forgetGaps();
      for (const { id, silentMs } of beat.others) if (silentMs >= EXPIRE_MS) await this.expire(id, false);
      return { lost: [], free: [...(await this.#foundOwn()), ...beat.free], isLate: false };
    } catch (err) {
      this.#beatsInARow = 0;
      this.#parts.log.error({ err }, 'could not store the heartbeat of this process');
      return nothing;
    }
  }

  /** The matches that the storage lists as this process's although a statement about them failed. */
  async #foundOwn(): Promise<readonly string[]> {
    const asked = [...this.#uncertain];
    const holdings = await this.#parts.store.holdings(asked);
    const own = asked.filter((match) => holdings.get(match)?.owner?.id === this.id);
    for (const match of asked) if (!own.includes(match)) this.#uncertain.delete(match);
    return own;
  }

  /** Null if another process has expired this one. */
  async #renew(): Promise<Beat | null> {
    const { store, world } = this.#parts;
    const sentAtMs = world.elapsedMs();
    const own = this.#ownRow();
    const beat = await store.renew(own, world.now(), AT_ONCE);
    if (beat === null) return null;
    this.#beatAt = own.beatAt;
    this.#sentAtMs = sentAtMs;
    this.#beatsInARow += 1;
    this.#others = new Map(beat.others.map((other) => [other.id, other]));
    return beat;
  }

  /** Gives up all matches, because the next owner of each may have been allowed to acquire it already, and registers again. */
  async #startOver(): Promise<BeatNews> {
    const { world, log } = this.#parts;
    const lost = this.#loseAll();
    const silentMs = world.now() - this.#beatAt;
    // Without a match it is nothing that an operator could act on.
    log[lost.length > 0 ? 'warn' : 'info'](
      { matches: lost.length, silentMs },
      'the heartbeat of this process was late (process suspended, clock set or storage stalled); its matches are acquired again and no player is charged for the gap',
    );
    try {
      await this.#register();
    } catch (err) {
      log.error({ err }, 'could not register this process again; it is tried with the next heartbeat');
    }
    return { lost, free: [], isLate: true };
  }

  async #register(): Promise<void> {
    const { store, world } = this.#parts;
    // First, so that no match that this process has lost looks as if it still owned it.
    if (this.#mustLeave) await store.leave(this.id, this.#beatAt, world.now() + FREE_MS);
    this.#mustLeave = false;
    const sentAtMs = world.elapsedMs();
    const own = this.#ownRow();
    await store.register(own, EXPIRE_REFUSED_MS);
    this.#beatAt = own.beatAt;
    this.#sentAtMs = sentAtMs;
    this.#beatsInARow = 0;
    this.#isRegistered = true;
  }

  /** A clock that was set back does not take back what receipts say: a heartbeat is never older than the one before. */
  #ownRow(): OwnRow {
    const { world, address } = this.#parts;
    return { id: this.id, address: address(), beatAt: Math.max(world.now(), this.#beatAt) };
  }

  #loseAll(): readonly string[] {
    const lost = [...this.#owned];
    if (!this.#isExclusive) this.#named.clear();
    this.#generation += 1;
    this.#mustLeave ||= this.#isRegistered;
    this.#isRegistered = false;
    for (const match of lost) this.drop(match);
    this.#uncertain.clear();
    return lost;
  }
}

const nothing: BeatNews = { lost: [], free: [], isLate: false };
