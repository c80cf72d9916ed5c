import type { Log } from '../domain/ports/world.ts';
import { type Change, isAfter, readChange, timeOf } from './change.ts';
import { type Connection, PREFIX } from './connection.ts';
import { StreamMap, type StreamMapParts, type Written } from './stream-map.ts';

const STREAM = `${PREFIX}changes`;
/** Id before the first change. */
const BEGIN = '0-0';
/** A process without a heartbeat for this long is dead. */
const LIFE_MS = 15_000;
const BEATS_A_LIFE = 5;
/** Each process repeats its entries this often, so that the stream need not keep older changes. */
const REPEAT_MS = 300_000;
/** Redis removes changes older than this. A process reads the rest when it starts. */
const KEPT_MS = 3 * REPEAT_MS;
/** Redis keeps about this many changes, because players could make any number in that time. They take about 25 MB. */
const MOST_CHANGES = 50_000;
/** A process repeats its entries earlier when it has read this share of them since it did. */
const REPEATED_SHARE = 1 / 4;
/** Interval at which failed reads and writes are retried. */
const RETRY_MS = 1_000;
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
  readonly #parts: ChangeStreamParts;
  readonly #lifeMs: number;
  readonly #mostChanges: number;
  readonly #maps = new Map<string, StreamMap<unknown>>();
  /** Other processes and this one, with the time at which the last change of each was read. */
  readonly #heardAt = new Map<string, number>();
  readonly #reported = new Set<string>();
  readonly #timers: NodeJS.Timeout[] = [];
  /** Id of the last change that was read. */
  #last = BEGIN;
  #writes = 0;
  #isReading = false;
  #isStopped = false;
  #hasReported = false;
  #mustRepeat = true;
  /** Number of changes of entries that were read since this process last repeated its own. */
  #readSinceRepeat = 0;
  /** When this process had read all changes after its last reconnect. Null while it has not. */
  #currentSince: number | null = null;
  #ignored = 0;

  constructor(parts: ChangeStreamParts) {
    this.#parts = parts;
    this.#lifeMs = parts.lifeMs ?? LIFE_MS;
    this.#mostChanges = parts.mostChanges ?? MOST_CHANGES;
  }

  /** True if this process has read all changes. */
  get isCurrent(): boolean {
    return this.#currentSince !== null;
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
    const isGone = (process: string) => !this.#heardAt.has(process);
    const map = new StreamMap<T>({ ...parts, processId, now, isGone, write: (change) => this.#write(change) });
    this.#maps.set(parts.name, map as StreamMap<unknown>);
    return map;
  }

  /** Starts reading, now and after every reconnect. */
  start(): void {
    const { commands, reader } = this.#parts.connection;
    const every = (ms: number, task: () => void) => this.#timers.push(setInterval(task, ms).unref());
    commands.on('ready', () => this.#repeat());
    reader.on('ready', () => void this.#read());
    reader.on('close', () => {
      this.#currentSince = null;
    });
    every(this.#lifeMs / BEATS_A_LIFE, () => void this.#beat());
    every(REPEAT_MS, () => this.#repeat());
    every(RETRY_MS, () => {
      void this.#read();
      if (this.#mustRepeat) this.#repeat();
    });
    this.#repeat();
    void this.#read();
  }

  /** Stops, and tells the other processes that the entries of this one end with it. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const map of this.#maps.values()) map.giveUp(Number.POSITIVE_INFINITY);
    await this.#add([{ type: 'gone', ...this.#next(), process: this.#parts.processId, isLost: false }]);
  }

  /** Tells all processes that one has died. */
  async bury(process: string): Promise<void> {
    await this.#add([{ type: 'gone', ...this.#next(), process, isLost: true }]);
  }

  #next(): Pick<Change, 'by' | 'n'> {
    this.#writes += 1;
    return { by: this.#parts.processId, n: this.#writes };
  }

  /** Writes a change of a map. */
  #write(change: Written): { readonly n: number; readonly sent: Promise<boolean> } {
    const next = this.#next();
    const sent = this.#add([{ ...change, ...next } as Change]).then((isSent) => {
      if (!isSent) this.#mustRepeat = true;
      return isSent;
    });
    return { n: next.n, sent };
  }

  /** Appends changes, all or none. Resolves to false if Redis did not confirm that. */
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
    if (error) this.#report(error);
    return error === null;
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
    void this.#add([...repetitions, { type: 'all', ...this.#next(), first }]).then((isSent) => {
      if (!isSent) this.#mustRepeat = true;
    });
  }

  /** Sends the heartbeat, bounds the stream, and looks for processes without a heartbeat. */
  async #beat(): Promise<void> {
    const { processId, mark, connection } = this.#parts;
    await this.#add([{ type: 'beat', ...this.#next(), mark }]);
    await connection.commands.xtrim(STREAM, 'MAXLEN', '~', this.#mostChanges).catch(() => undefined);
    const now = performance.now();
    // After an outage of Redis the other processes get a full lifetime to send a heartbeat.
    if (this.#currentSince === null || now - this.#currentSince < this.#lifeMs) return;
    for (const [process, heardAt] of this.#heardAt)
      if (process !== processId && now - heardAt > this.#lifeMs) await this.bury(process);
  }

  /** Reads changes until that fails. */
  async #read(): Promise<void> {
    const { reader } = this.#parts.connection;
    if (this.#isReading || this.#isStopped || reader.status !== 'ready') return;
    this.#isReading = true;
    try {
      await this.#noticeLoss();
      while (!this.#isStopped) await this.#readOnce();
    } catch {
      this.#currentSince = null;
    } finally {
      this.#isReading = false;
    }
  }

  /** If Redis has lost the changes that were read, what it has now is all new. */
  async #noticeLoss(): Promise<void> {
    const [newest] = await this.#parts.connection.reader.xrevrange(STREAM, '+', '-', 'COUNT', 1);
    if (!newest || isAfter(this.#last, newest[0])) this.#last = BEGIN;
  }

  async #readOnce(): Promise<void> {
    const { reader } = this.#parts.connection;
    const found =
      this.#currentSince === null
        ? await reader.xread('COUNT', AT_ONCE, 'STREAMS', STREAM, this.#last)
        : await reader.xread('COUNT', AT_ONCE, 'BLOCK', BLOCK_MS, 'STREAMS', STREAM, this.#last);
    const [stream] = found ?? [];
    const entries = stream?.[1] ?? [];
    for (const [id, [, text = '']] of entries) {
      this.#last = id;
      const change = readChange(text);
      if (change) this.#apply(change, id);
      else this.#ignored += 1;
    }
    if (this.#readSinceRepeat > REPEATED_SHARE * this.#mostChanges) this.#repeat();
    if (this.#currentSince !== null || entries.length === AT_ONCE) return;
    this.#currentSince = performance.now();
    for (const map of this.#maps.values()) map.show();
  }

  #apply(change: Change, id: string): void {
    this.#heardAt.set(change.by, performance.now());
    if (change.type === 'beat') this.#compare(change);
    else if (change.type === 'gone') this.#bury(change);
    else if (change.type === 'all') for (const map of this.#maps.values()) map.applyAll(change);
    else if (change.type === 'again') this.#maps.get(change.map)?.applyAgain(change);
    else {
      this.#maps.get(change.map)?.apply(change, id);
      this.#readSinceRepeat += 1;
    }
    if (this.isCurrent) for (const map of this.#maps.values()) map.show();
  }

  #bury({ process, isLost }: Extract<Change, { readonly type: 'gone' }>): void {
    this.#heardAt.delete(process);
    for (const map of this.#maps.values()) map.bury(process, isLost && this.isCurrent);
    if (process === this.#parts.processId) this.#repeat();
  }

  /** Compares with the mark of a process that runs now. */
  #compare({ mark }: { readonly mark: string }): void {
    if (!this.isCurrent || mark === this.#parts.mark || this.#reported.has(mark)) return;
    this.#reported.add(mark);
    this.#parts.differs(mark);
  }
}
