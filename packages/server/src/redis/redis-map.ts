import type { ChangeListener, SharedMap } from '../domain/shared-map.ts';
import { type Connection, PREFIX } from './connection.ts';
import { PUT, PUT_AGAIN, PUT_FIRST, READ_ALL, TAKE, TAKE_ALL } from './map-scripts.ts';
import { Mirror } from './mirror.ts';
import { readChange } from './shared-row.ts';
import { readSnapshot } from './snapshot.ts';

/** After what could not be read or written is tried again. */
const RETRY_MS = 1_000;

export interface RedisMapParts<T> {
  readonly name: string;
  /** Of this process; no two have the same. */
  readonly processId: string;
  readonly connection: Connection;
  /** Null when the text is no such value. */
  readonly decode: (text: string) => T | null;
  /** When Redis has forgotten everything, others have this long to say again what they had put. */
  readonly graceMs: number;
  readonly now: () => number;
}

/** What could not be said to Redis at its time. */
type Unsaid =
  | { readonly kind: 'put'; readonly at: number; readonly text: string }
  | { readonly kind: 'take'; readonly text: string };

/** A shared map in Redis, mirrored in every process. While Redis is away each goes on with what it knows and has itself. */
export class RedisMap<T> implements SharedMap<T> {
  readonly #parts: RedisMapParts<T>;
  readonly #mirror: Mirror<T>;
  readonly #channel: string;
  readonly #keys: readonly string[];
  readonly #unsaid = new Map<string, Unsaid>();
  #timer: NodeJS.Timeout | null = null;
  #reading: Promise<void> | null = null;
  #isBehind = true;

  constructor(parts: RedisMapParts<T>) {
    this.#parts = parts;
    const base = `${PREFIX}${parts.name}`;
    this.#channel = `${base}:changes`;
    this.#keys = [base, `${base}:version`, `${base}:life`];
    this.#mirror = new Mirror(parts);
  }

  get entries(): ReadonlyMap<string, T> {
    return this.#mirror.entries;
  }

  /** Number of the last change that is known here. */
  get version(): number {
    return this.#mirror.version;
  }

  /** What was heard or read and is nothing that a process writes. */
  get ignored(): number {
    return this.#mirror.ignored;
  }

  /** Whether everything that is in Redis is known here. */
  get isCurrent(): boolean {
    return !this.#isBehind && !this.#reading && this.#parts.connection.ears.status === 'ready';
  }

  observe(listener: ChangeListener<T>): void {
    this.#mirror.observe(listener);
  }

  /** Mirrors from now on, as soon as and whenever there is a connection. */
  start(): void {
    const { ears } = this.#parts.connection;
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
    const at = this.#parts.now();
    const token = this.#mirror.write(key, { at, text }, value);
    this.#unsaid.delete(key);
    this.#run(PUT, key, token, String(at), text).catch(() => this.#notSaid(key, token, { kind: 'put', at, text }));
  }

  async putFirst(key: string, value: T): Promise<T | null> {
    const text = JSON.stringify(value);
    const token = this.#mirror.makeToken();
    try {
      const there = await this.#run(PUT_FIRST, key, token, String(this.#parts.now()), text);
      return typeof there === 'string' ? this.#parts.decode(there) : null;
    } catch {
      const there = this.entries.get(key) ?? null;
      if (there === null) this.put(key, value);
      return there;
    }
  }

  async take(key: string, value: T): Promise<boolean> {
    const text = JSON.stringify(value);
    if (!this.#mirror.has(key, text)) return false;
    // what others have put may be theirs again when Redis cannot be asked
    const isOwn = this.#mirror.isOwn(key);
    const token = isOwn ? this.#mirror.erase(key) : this.#mirror.makeToken();
    this.#unsaid.delete(key);
    try {
      const isTaken = (await this.#run(TAKE, key, token, text)) === 1;
      if (!isTaken) this.#fallBehind();
      return isTaken;
    } catch {
      if (isOwn) this.#notSaid(key, token, { kind: 'take', text });
      return isOwn;
    }
  }

  /** Removes what a process has put; `isLost`: because it has ended without a word. */
  async takeAllOf(processId: string, isLost: boolean): Promise<void> {
    await this.#run(TAKE_ALL, processId, this.#mirror.makeToken(), isLost ? 'lost' : '');
  }

  #run(script: string, ...args: string[]): Promise<unknown> {
    return this.#parts.connection.commands.eval(script, this.#keys.length, ...this.#keys, this.#channel, ...args);
  }

  #notSaid(key: string, token: string, unsaid: Unsaid): void {
    if (!this.#mirror.isPending(key, token)) return;
    this.#unsaid.set(key, unsaid);
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

  /** One reading after the other. */
  #read(): void {
    if (this.#reading || this.#parts.connection.commands.status !== 'ready') return;
    this.#reading = this.#catchUp().then(
      () => this.#readingEnded(this.#isBehind),
      () => this.#readingEnded(false),
    );
  }

  /** What fell behind while it was read is read again; what could not be read, later. */
  #readingEnded(isAgain: boolean): void {
    this.#reading = null;
    if (isAgain) this.#read();
  }

  async #catchUp(): Promise<void> {
    this.#isBehind = false;
    try {
      await this.#sayUnsaid();
      const begun = this.#mirror.beginReading();
      const snapshot = readSnapshot(await this.#run(READ_ALL, begun.token));
      if (!snapshot) throw new Error('what Redis holds under our names is not ours');
      const { forgotten, isBehind } = this.#mirror.replace(snapshot, begun);
      for (const [key, { at, text }] of forgotten) this.#unsaid.set(key, { kind: 'put', at, text });
      if (isBehind || forgotten.length > 0) this.#isBehind = true;
    } catch (err) {
      this.#mirror.giveUpReading();
      this.#isBehind = true;
      throw err;
    }
  }

  async #sayUnsaid(): Promise<void> {
    for (const [key, unsaid] of [...this.#unsaid]) {
      const token = this.#mirror.makeToken();
      if (unsaid.kind === 'take') await this.#run(TAKE, key, token, unsaid.text);
      else await this.#run(PUT_AGAIN, key, token, String(unsaid.at), unsaid.text);
      if (this.#unsaid.get(key) === unsaid) this.#unsaid.delete(key);
    }
  }
}
