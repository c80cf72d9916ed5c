import type { ChangeListener, SharedMap } from '../shared/shared-map.ts';
import { type Connection, PREFIX } from './connection.ts';
import { ADOPT, PUT, PUT_AGAIN, PUT_FIRST, READ_ALL, TAKE, TAKE_ALL } from './map-scripts.ts';
import { Mirror } from './mirror.ts';
import { readChange } from './shared-row.ts';
import { readSnapshot } from './snapshot.ts';

/** Interval at which failed reads and writes are retried. */
const RETRY_MS = 1_000;

interface RedisMapParts<T> {
  readonly name: string;
  /** Unique per run of a process. */
  readonly processId: string;
  readonly connection: Connection;
  /** Returns null when the text is not a valid value. */
  readonly decode: (text: string) => T | null;
  /** After Redis has lost its data, the time that other processes have to restore their entries. */
  readonly graceMs: number;
  readonly now: () => number;
}

/** A write that could not be sent to Redis. */
type Unsent =
  | { readonly kind: 'put'; readonly at: number; readonly text: string }
  | { readonly kind: 'take'; readonly text: string };

/** A shared map in Redis with a local copy in each process. While Redis is unreachable, each process continues with its copy. */
export class RedisMap<T> implements SharedMap<T> {
  readonly #connection: Connection;
  readonly #decode: (text: string) => T | null;
  readonly #now: () => number;
  readonly #mirror: Mirror<T>;
  readonly #channel: string;
  readonly #keys: readonly string[];
  readonly #unsent = new Map<string, Unsent>();
  #timer: NodeJS.Timeout | null = null;
  #reading: Promise<void> | null = null;
  #isBehind = true;

  constructor(parts: RedisMapParts<T>) {
    this.#connection = parts.connection;
    this.#decode = parts.decode;
    this.#now = parts.now;
    const base = `${PREFIX}${parts.name}`;
    this.#channel = `${base}:changes`;
    this.#keys = [base, `${base}:version`, `${base}:life`];
    this.#mirror = new Mirror(parts);
  }

  get entries(): ReadonlyMap<string, T> {
    return this.#mirror.entries;
  }

  /** Number of the last applied change. */
  get version(): number {
    return this.#mirror.version;
  }

  /** Number of invalid rows and changes. */
  get ignored(): number {
    return this.#mirror.ignored;
  }

  /** True if the local copy has everything that is in Redis. */
  get isCurrent(): boolean {
    return !this.#isBehind && !this.#reading && this.#connection.ears.status === 'ready';
  }

  observe(listener: ChangeListener<T>): void {
    this.#mirror.observe(listener);
  }

  /** Starts mirroring, now and after every reconnect. */
  start(): void {
    const { ears } = this.#connection;
    ears.on('message', (channel, text) => {
      if (channel === this.#channel) this.#hear(text);
    });
    const listen = () =>
      void ears.subscribe(this.#channel).then(
        () => this.#fallBehind(),
        () => undefined,
      );
    ears.on('ready', listen);
    ears.on('close', () => {
      this.#isBehind = true;
    });
    if (ears.status === 'ready') listen();
    this.#timer = setInterval(() => this.#retry(), RETRY_MS).unref();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  put(key: string, value: T): void {
    const text = JSON.stringify(value);
    const at = this.#now();
    const token = this.#mirror.write(key, { at, text }, value);
    this.#unsent.delete(key);
    this.#run(PUT, key, token, String(at), text).catch(() => this.#keepUnsent(key, token, { kind: 'put', at, text }));
  }

  async putFirst(key: string, value: T): Promise<T | null> {
    const text = JSON.stringify(value);
    const at = this.#now();
    const token = this.#mirror.makeToken();
    try {
      const there = await this.#run(PUT_FIRST, key, token, String(at), text);
      if (typeof there === 'string') return this.#decode(there);
      this.#unsent.delete(key);
      this.#mirror.confirm(key, { version: Number(there), token, at, text }, value);
      return null;
    } catch {
      const there = this.entries.get(key) ?? null;
      if (there === null) this.put(key, value);
      return there;
    }
  }

  async take(key: string, value: T): Promise<boolean> {
    const text = JSON.stringify(value);
    if (!this.#mirror.has(key, text)) return false;
    // Without Redis only the writer of a value may remove it.
    const isOwn = this.#mirror.isOwn(key);
    const token = isOwn ? this.#mirror.erase(key) : this.#mirror.makeToken();
    this.#unsent.delete(key);
    try {
      const isTaken = (await this.#run(TAKE, key, token, text)) === 1;
      if (!isTaken) this.#fallBehind();
      return isTaken;
    } catch {
      if (isOwn) this.#keepUnsent(key, token, { kind: 'take', text });
      return isOwn;
    }
  }

  async adopt(key: string, value: T): Promise<void> {
    const text = JSON.stringify(value);
    if (this.#mirror.isOwn(key) || !this.#mirror.has(key, text)) return;
    // If Redis is unreachable, the entry stays with its writer.
    await this.#run(ADOPT, key, this.#mirror.makeToken(), String(this.#now()), text).catch(() => undefined);
  }

  /** Removes all entries of a process. `isLost`: because it died. */
  async takeAllOf(processId: string, isLost: boolean): Promise<void> {
    await this.#run(TAKE_ALL, processId, this.#mirror.makeToken(), isLost ? 'lost' : '');
  }

  #run(script: string, ...args: string[]): Promise<unknown> {
    return this.#connection.commands.eval(script, this.#keys.length, ...this.#keys, this.#channel, ...args);
  }

  #keepUnsent(key: string, token: string, unsent: Unsent): void {
    if (!this.#mirror.isPending(key, token)) return;
    this.#unsent.set(key, unsent);
    this.#isBehind = true;
  }

  #hear(text: string): void {
    const change = readChange(text);
    if (!change) this.#mirror.ignore();
    else if (!this.#mirror.hear(change)) this.#fallBehind();
  }

  #fallBehind(): void {
    this.#isBehind = true;
    this.#read();
  }

  #retry(): void {
    if (this.#isBehind || this.#mirror.isGraceOver()) this.#read();
  }

  /** Reads a snapshot. Only one read runs at a time. */
  #read(): void {
    if (this.#reading || this.#connection.commands.status !== 'ready') return;
    this.#reading = this.#catchUp().then(
      () => this.#readingEnded(this.#isBehind),
      () => this.#readingEnded(false),
    );
  }

  /** Reads again if changes were missed meanwhile. After a failure the timer retries. */
  #readingEnded(isAgain: boolean): void {
    this.#reading = null;
    if (isAgain) this.#read();
  }

  async #catchUp(): Promise<void> {
    this.#isBehind = false;
    try {
      await this.#sendUnsent();
      const begun = this.#mirror.beginReading();
      const snapshot = readSnapshot(await this.#run(READ_ALL, begun.token));
      if (!snapshot) throw new Error('unexpected data in Redis under the names of Anchor');
      const { forgotten, isBehind } = this.#mirror.replace(snapshot, begun);
      for (const [key, { at, text }] of forgotten) this.#unsent.set(key, { kind: 'put', at, text });
      if (isBehind || forgotten.length > 0) this.#isBehind = true;
    } catch (err) {
      this.#mirror.giveUpReading();
      this.#isBehind = true;
      throw err;
    }
  }

  async #sendUnsent(): Promise<void> {
    for (const [key, unsent] of [...this.#unsent]) {
      const token = this.#mirror.makeToken();
      if (unsent.kind === 'take') await this.#run(TAKE, key, token, unsent.text);
      else await this.#run(PUT_AGAIN, key, token, String(unsent.at), unsent.text);
      if (this.#unsent.get(key) === unsent) this.#unsent.delete(key);
    }
  }
}
