import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../domain/ports/world.ts';
import { type Beat, type Change, isAfter, readChange, timeOf } from './change.ts';
import { type Connection, PREFIX } from './connection.ts';
import { Peers } from './peers.ts';
import { StreamMap, type StreamMapParts, type Written } from './stream-map.ts';

const STREAM = `${PREFIX}changes`;
/** Id before the first change. */
const BEGIN = '0-0';
/** Interval of heartbeats, and of attempts to repeat reads and writes that failed. */
const BEAT_MS = 1_000;
/** After a heartbeat a process waits for this share of the interval, so that it reads those of the others at once. */
const GATHERED_SHARE = 1 / 100;
/** A process without a heartbeat for this many of them is dead. */
const BEATS_A_LIFE = 15;
/** Each process repeats its entries this often, so that the stream need not keep older changes. */
const REPEAT_MS = 300_000;
/** Redis removes changes older than this. A process reads the rest when it starts. */
const KEPT_MS = 3 * REPEAT_MS;
/** Redis keeps about this many changes, because players could make any number in that time. They take about 25 MB. */
const MOST_CHANGES = 50_000;
/** A process repeats its entries earlier when it has read this share of them since it did. Heartbeats count as well. */
const REPEATED_SHARE = 1 / 4;
/** How long a read waits for a change. Shorter than the timeout of a command. */
const BLOCK_MS = 1_000;
/** Number of changes in one read. */
const AT_ONCE = 1_000;

interface ChangeStreamParts {
  /** Unique per run of a process. */
  readonly processId: string;
  readonly connection: Connection;
  readonly log: Log;
  /** A value that must be equal on all processes. */
  readonly mark: string;
  /** Called once for each different mark of another process. */
  readonly differs: (mark: string) => void;
  readonly beatMs?: number;
  readonly lifeMs?: number;
  readonly mostChanges?: number;
  readonly now: () => number;
}

/**
 * The changes of all shared maps, in one Redis stream. Each process reads the same changes in the same order and computes the same maps from
 * them, and the order decides between processes that change one entry at once. After a lost connection a process continues where it stopped.
 * After each new connection, and now and then, it repeats its own entries: Redis may have lost its data.
 */
export class ChangeStream {
  /** The processes that have written changes. */
  readonly peers: Peers;
  readonly #parts: ChangeStreamParts;
  readonly #beatMs: number;
  readonly #lifeMs: number;
  readonly #mostChanges: number;
  readonly #maps = new Map<string, StreamMap<unknown>>();
  readonly #reported = new Set<string>();
  #beatTimer: NodeJS.Timeout | undefined;
  #repeatTimer: NodeJS.Timeout | undefined;
  /** Id of the last change that was read. */
  #last = BEGIN;
  #writes = 0;
  #isReading = false;
  #isStopped = false;
  #hasReported = false;
  #mustRepeat = true;
  /** Number of changes, other than repetitions, that were read since this process last repeated its entries. */
  #readSinceRepeat = 0;
  /** When this process had read all changes after its last reconnect. Null while it has not. */
  #currentSince: number | null = null;
  #ignored = 0;
  /** True if messages of this process were lost and no heartbeat has told that yet. */
  #hasLost = false;
  #wasCurrent = false;
  #gaps = 0;
  #watcher: () => void = () => undefined;

  constructor(parts: ChangeStreamParts) {
    this.#parts = parts;
    this.#beatMs = parts.beatMs ?? BEAT_MS;
    this.#lifeMs = parts.lifeMs ?? BEATS_A_LIFE * this.#beatMs;
    this.peers = new Peers({ processId: parts.processId, beatMs: this.#beatMs, lifeMs: this.#lifeMs });
    this.#mostChanges = parts.mostChanges ?? MOST_CHANGES;
  }

  /** True if this process has read all changes. */
  get isCurrent(): boolean {
    return this.#currentSince !== null;
  }

  /** Number of losses of messages that other processes announced. */
  get gaps(): number {
    return this.#gaps;
  }

  /** Id of the last change that was read. */
  get position(): string {
    return this.#last;
  }

  /** Number of invalid changes and values. */
  get ignored(): number {
    return [...this.#maps.values()].reduce((sum, map) => sum + map.ignored, this.#ignored);
  }

  /** Adds a map. All processes must have the same ones. */
  map<T>(parts: Pick<StreamMapParts<T>, 'name' | 'decode' | 'endsWithProcess'>): StreamMap<T> {
    const { processId, now } = this.#parts;
    const isGone = (process: string) => !this.peers.has(process);
    const map = new StreamMap<T>({ ...parts, processId, now, isGone, write: (change) => this.#write(change) });
    this.#maps.set(parts.name, map as StreamMap<unknown>);
    return map;
  }

  /** A message of this process to others was lost. The next heartbeat says so. */
  noteLost(): void {
    this.#hasLost = true;
  }

  /** Calls the watcher at each heartbeat, and when another process announces a loss of messages. */
  watch(watcher: () => void): void {
    this.#watcher = watcher;
  }

  /** Starts reading, now and after every reconnect. */
  start(): void {
    const { commands, reader } = this.#parts.connection;
    commands.on('ready', () => {
      this.#repeat();
      void this.#beat();
    });
    reader.on('ready', () => void this.#read());
    reader.on('close', () => {
      this.#currentSince = null;
    });
    this.#repeatTimer = setInterval(() => this.#repeat(), REPEAT_MS).unref();
    this.#setBeatTimer();
    this.#repeat();
    void this.#read();
  }

  /** Sets the timer of the next heartbeat, at a full interval of the clock: all processes send theirs together, and each wakes once for them. */
  #setBeatTimer(): void {
    const toNextMs = this.#beatMs - (this.#parts.now() % this.#beatMs);
    const delayMs = toNextMs < this.#beatMs / 2 ? toNextMs + this.#beatMs : toNextMs;
    this.#beatTimer = setTimeout(() => {
      this.#setBeatTimer();
      void this.#beat();
      void this.#read();
      if (this.#mustRepeat) this.#repeat();
      this.#watcher();
    }, delayMs).unref();
  }

  /** Stops, and tells the other processes that the entries of this one end with it. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#beatTimer);
    clearInterval(this.#repeatTimer);
    for (const map of this.#maps.values()) map.giveUp(Number.POSITIVE_INFINITY);
    await this.#add([
      this.#makeBeat(),
      { type: 'gone', ...this.#next(), process: this.#parts.processId, isLost: false },
    ]);
  }

  /** Tells all processes that one has died. */
  async bury(process: string): Promise<void> {
    await this.#add([{ type: 'gone', ...this.#next(), process, isLost: true }]);
  }

  #makeBeat(): Beat {
    return { type: 'beat', ...this.#next(), mark: this.#parts.mark, hasLost: this.#hasLost };
  }

  #next(): Pick<Change, 'by' | 'n'> {
    this.#writes += 1;
    return { by: this.#parts.processId, n: this.#writes };
  }

  /** Writes a change of a map. */
  #write(change: Written): { readonly n: number; readonly sent: Promise<boolean> } {
    const next = this.#next();
    return { n: next.n, sent: this.#add([{ ...change, ...next }]) };
  }

  /** Appends changes, all or none. Resolves to false if Redis did not confirm that. All entries are then repeated. */
  async #add(changes: readonly Change[]): Promise<boolean> {
    const { connection, now } = this.#parts;
    const batch = connection.commands.multi();
    // The clock of this process may be ahead of the clock of Redis, which the ids have. The last id may be of a Redis that has lost its data.
    const oldest = Math.max(0, Math.min(now(), timeOf(this.#last)) - KEPT_MS);
    for (const change of changes) batch.xadd(STREAM, 'MINID', '~', oldest, '*', 'change', JSON.stringify(change));
    const error = await batch.exec().then(
      (replies) => (replies ?? []).find(([fault]) => fault !== null)?.[0] ?? null,
      (err: Error) => err,
    );
    if (error === null) return true;
    this.#mustRepeat = true;
    this.#report(error);
    return false;
  }

  /** Reports the first change that Redis refused. A lost connection is reported elsewhere. */
  #report(err: Error): void {
    if (this.#hasReported || this.#parts.connection.commands.status !== 'ready') return;
    this.#hasReported = true;
    this.#parts.log.warn({ err }, 'Redis did not store a change of the lists that processes share; it is repeated');
  }

  /** Repeats all entries of this process and those of processes that are gone. */
  #repeat(): void {
    if (this.#isStopped || this.#parts.connection.commands.status !== 'ready') return;
    this.#mustRepeat = false;
    this.#readSinceRepeat = 0;
    const first = this.#writes + 1;
    const repetitions = [...this.#maps.values()].flatMap((map) => map.repeat(() => this.#next(), this.#last));
    void this.#add([...repetitions, { type: 'all', ...this.#next(), first }]);
  }

  /** Sends the heartbeat, bounds the stream, and looks for processes without a heartbeat. */
  async #beat(): Promise<void> {
    if (this.#isStopped) return;
    const beat = this.#makeBeat();
    this.#hasLost = false;
    if (!(await this.#add([beat]))) this.#hasLost ||= beat.hasLost;
    await this.#parts.connection.commands.xtrim(STREAM, 'MAXLEN', '~', this.#mostChanges).catch(() => undefined);
    // After an outage of Redis the other processes get a full lifetime to send a heartbeat.
    if (this.#currentSince === null || performance.now() - this.#currentSince < this.#lifeMs) return;
    for (const process of this.peers.dead) await this.bury(process);
  }

  /** Reads changes until that fails. */
  async #read(): Promise<void> {
    const { reader } = this.#parts.connection;
    if (this.#isReading || this.#isStopped || reader.status !== 'ready') return;
    this.#isReading = true;
    try {
      const newest = await this.#newest();
      // Redis has lost the changes that were read, so all that it has now is new.
      if (isAfter(this.#last, newest)) this.#last = BEGIN;
      while (!this.#isStopped) {
        if (!this.isCurrent && !isAfter(newest, this.#last)) this.#becomeCurrent();
        const hasBeats = await this.#readOnce();
        if (hasBeats && this.isCurrent) await sleep(GATHERED_SHARE * this.#beatMs);
      }
    } catch {
      this.#currentSince = null;
    } finally {
      this.#isReading = false;
    }
  }

  /** Id of the newest change. */
  async #newest(): Promise<string> {
    const [newest] = await this.#parts.connection.reader.xrevrange(STREAM, '+', '-', 'COUNT', 1);
    return newest?.[0] ?? BEGIN;
  }

  #becomeCurrent(): void {
    this.#currentSince = performance.now();
    this.#wasCurrent = true;
    for (const map of this.#maps.values()) map.show();
    void this.#beat();
  }

  /** Reads the next changes. Resolves to true if a heartbeat is among them. */
  async #readOnce(): Promise<boolean> {
    const { reader } = this.#parts.connection;
    const found = await reader.xread('COUNT', AT_ONCE, 'BLOCK', BLOCK_MS, 'STREAMS', STREAM, this.#last);
    let hasBeats = false;
    for (const [id, [, text = '']] of found?.[0]?.[1] ?? []) {
      this.#last = id;
      const change = readChange(text);
      if (change) this.#apply(change, id);
      else this.#ignored += 1;
      hasBeats ||= change?.type === 'beat';
    }
    if (this.#readSinceRepeat > REPEATED_SHARE * this.#mostChanges) this.#repeat();
    return hasBeats;
  }

  #apply(change: Change, id: string): void {
    this.peers.hear(change.by, !this.isCurrent);
    if (change.type === 'beat') this.#applyBeat(change);
    else if (change.type === 'gone') this.#bury(change);
    else if (change.type === 'all') for (const map of this.#maps.values()) map.applyAll(change);
    else if (change.type === 'again') this.#maps.get(change.map)?.applyAgain(change);
    else this.#maps.get(change.map)?.apply(change, id);
    if (change.type !== 'all' && change.type !== 'again') this.#readSinceRepeat += 1;
    if (this.isCurrent) for (const map of this.#maps.values()) map.show();
  }

  #applyBeat({ by, mark, hasLost }: Beat): void {
    // The losses that are read at the start were before it.
    if (hasLost && by !== this.#parts.processId && this.#wasCurrent) {
      this.#gaps += 1;
      this.#watcher();
    }
    // Compares with the mark of a process that runs now.
    if (!this.isCurrent || mark === this.#parts.mark || this.#reported.has(mark)) return;
    this.#reported.add(mark);
    this.#parts.differs(mark);
  }

  #bury({ process, isLost }: Extract<Change, { readonly type: 'gone' }>): void {
    this.peers.remove(process);
    for (const map of this.#maps.values()) map.bury(process, isLost && this.isCurrent);
    if (process === this.#parts.processId) this.#repeat();
  }
}
