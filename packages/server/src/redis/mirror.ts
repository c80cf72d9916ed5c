import type { ChangeListener } from '../shared/shared-map.ts';
import { type Change, numberOf, type Row, writerOf } from './shared-row.ts';
import type { Snapshot } from './snapshot.ts';

interface MirrorParts<T> {
  readonly processId: string;
  readonly decode: (text: string) => T | null;
  readonly graceMs: number;
  readonly now: () => number;
}

/** Marks the start of a snapshot read. Earlier local writes are either in the snapshot or lost. */
interface Begun {
  readonly token: string;
  readonly write: number;
}

interface Replaced {
  readonly forgotten: readonly (readonly [string, Row])[];
  readonly isBehind: boolean;
}

/**
 * The local copy of a shared map. All changes arrive in one order, including this process's own. Between a local write and its return, changes
 * of the same entry by other processes came before that write and are skipped.
 */
export class Mirror<T> {
  readonly #processId: string;
  readonly #decode: (text: string) => T | null;
  readonly #graceMs: number;
  readonly #now: () => number;
  readonly #rows = new Map<string, Row>();
  readonly #values = new Map<string, T>();
  readonly #pending = new Map<string, number>();
  readonly #listeners: ChangeListener<T>[] = [];
  #held: Change[] | null = null;
  #version = 0;
  #life: string | null = null;
  #writes = 0;
  #graceUntil: number | null = null;
  #ignored = 0;

  constructor(parts: MirrorParts<T>) {
    this.#processId = parts.processId;
    this.#decode = parts.decode;
    this.#graceMs = parts.graceMs;
    this.#now = parts.now;
  }

  get entries(): ReadonlyMap<string, T> {
    return this.#values;
  }

  /** Number of the last applied change. */
  get version(): number {
    return this.#version;
  }

  get ignored(): number {
    return this.#ignored;
  }

  ignore(): void {
    this.#ignored += 1;
  }

  observe(listener: ChangeListener<T>): void {
    this.#listeners.push(listener);
  }

  has(key: string, text: string): boolean {
    return this.#rows.get(key)?.text === text;
  }

  /** True if this process wrote the present value. */
  isOwn(key: string): boolean {
    const row = this.#rows.get(key);
    return row !== undefined && writerOf(row) === this.#processId;
  }

  makeToken(): string {
    this.#writes += 1;
    return `${this.#processId}:${this.#writes}`;
  }

  /** Applies a local put. Returns the token of the write. */
  write(key: string, { at, text }: Pick<Row, 'at' | 'text'>, value: T): string {
    const token = this.makeToken();
    this.#pending.set(key, this.#writes);
    this.#set(key, { version: 0, token, at, text }, value);
    return token;
  }

  /** Applies a local put that Redis has accepted, unless its change or a later local write has been applied already. */
  confirm(key: string, row: Row, value: T): void {
    const write = numberOf(row);
    if (row.version <= this.#version || write < (this.#pending.get(key) ?? 0)) return;
    this.#pending.set(key, write);
    this.#set(key, row, value);
  }

  /** Applies a local removal. Returns the token of the write. */
  erase(key: string): string {
    const token = this.makeToken();
    this.#pending.set(key, this.#writes);
    this.#remove(key, false);
    return token;
  }

  /** True if this is the latest local write of the entry and has not returned yet. */
  isPending(key: string, token: string): boolean {
    return token === `${this.#processId}:${this.#pending.get(key)}`;
  }

  /** Applies a published change. Returns false when changes before it are missing. */
  hear(change: Change): boolean {
    if (this.#held) this.#held.push(change);
    else if (change.version > this.#version + 1) return false;
    else if (change.version > this.#version) this.#apply(change);
    return true;
  }

  /** Holds changes back until the snapshot has been applied. */
  beginReading(): Begun {
    this.#held = [];
    return { token: this.makeToken(), write: this.#writes };
  }

  /** Discards the changes held back after a failed read. */
  giveUpReading(): void {
    this.#held = null;
  }

  /** Applies a snapshot. Returns the entries of this process that Redis has lost, and if changes are missing since the snapshot. */
  replace({ life, version, rows, ignored }: Snapshot, { write }: Begun): Replaced {
    for (const [key, number] of this.#pending) if (number <= write) this.#pending.delete(key);
    const isForgotten = this.#life !== null && this.#life !== life;
    if (isForgotten) this.#graceUntil = this.#now() + this.#graceMs;
    else if (this.isGraceOver()) this.#graceUntil = null;
    const isNew = (key: string) => !rows.has(key) && !this.#pending.has(key);
    const missing = [...this.#rows].filter(([key]) => isNew(key));
    const own = isForgotten ? missing.filter(([key]) => this.isOwn(key)) : [];
    this.#life = life;
    this.#version = version;
    this.#ignored += ignored;
    if (this.#graceUntil === null) for (const [key] of missing) this.#remove(key, false);
    for (const [key, row] of rows) this.#takeOver(key, row);
    return { forgotten: own, isBehind: !this.#release() };
  }

  /** True when the time for other processes to restore their lost entries is over. */
  isGraceOver(): boolean {
    return this.#graceUntil !== null && this.#now() >= this.#graceUntil;
  }

  #release(): boolean {
    const held = this.#held ?? [];
    this.#held = null;
    return held.every((change) => this.hear(change));
  }

  #takeOver(key: string, row: Row): void {
    if (this.#pending.has(key) || this.#rows.get(key)?.token === row.token) return;
    const value = this.#decode(row.text);
    if (value === null) this.ignore();
    else this.#set(key, row, value);
  }

  #apply({ key, isLost, ...row }: Change): void {
    this.#version = row.version;
    if (this.isPending(key, row.token)) this.#pending.delete(key);
    else if (this.#pending.has(key)) return;
    else if (row.text === '') this.#remove(key, isLost);
    else this.#takeOver(key, row);
  }

  #set(key: string, row: Row, value: T): void {
    const before = this.#values.get(key) ?? null;
    this.#rows.set(key, row);
    this.#values.delete(key);
    this.#values.set(key, value);
    for (const listener of this.#listeners) listener(key, value, before, false);
  }

  #remove(key: string, isLost: boolean): void {
    const before = this.#values.get(key) ?? null;
    this.#rows.delete(key);
    this.#values.delete(key);
    if (before !== null) for (const listener of this.#listeners) listener(key, null, before, isLost);
  }
}
