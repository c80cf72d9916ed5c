import type { ChangeListener } from '../domain/shared-map.ts';
import { type Change, type Row, writerOf } from './shared-row.ts';
import type { Snapshot } from './snapshot.ts';

export interface MirrorParts<T> {
  readonly processId: string;
  readonly decode: (text: string) => T | null;
  readonly graceMs: number;
  readonly now: () => number;
}

/** When a reading began: what had been written before is in it, or never will be. */
export interface Begun {
  readonly token: string;
  readonly write: number;
}

interface Replaced {
  readonly forgotten: readonly (readonly [string, Row])[];
  readonly isBehind: boolean;
}

/**
 * What this process knows of a shared map. Changes come in one order, one's own among them; from a write of one's own until it
 * comes back, what others did to that entry came before it and is passed over.
 */
export class Mirror<T> {
  readonly #parts: MirrorParts<T>;
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
    this.#parts = parts;
  }

  get entries(): ReadonlyMap<string, T> {
    return this.#values;
  }

  /** Number of the last change that is known. */
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

  /** Whether this process put what is there. */
  isOwn(key: string): boolean {
    const row = this.#rows.get(key);
    return row !== undefined && writerOf(row) === this.#parts.processId;
  }

  makeToken(): string {
    this.#writes += 1;
    return `${this.#parts.processId}:${this.#writes}`;
  }

  /** This process puts a value; returns the write's token. */
  write(key: string, { at, text }: Pick<Row, 'at' | 'text'>, value: T): string {
    const token = this.makeToken();
    this.#pending.set(key, this.#writes);
    this.#set(key, { version: 0, token, at, text }, value);
    return token;
  }

  /** This process removes what is there; returns the write's token. */
  erase(key: string): string {
    const token = this.makeToken();
    this.#pending.set(key, this.#writes);
    this.#remove(key, false);
    return token;
  }

  /** Whether this is the last write of the entry and has not come back yet. */
  isPending(key: string, token: string): boolean {
    return token === `${this.#parts.processId}:${this.#pending.get(key)}`;
  }

  /** False when changes are missing before this one. */
  hear(change: Change): boolean {
    if (this.#held) this.#held.push(change);
    else if (change.version > this.#version + 1) return false;
    else if (change.version > this.#version) this.#apply(change);
    return true;
  }

  /** From now on changes wait until what is being read has been taken over. */
  beginReading(): Begun {
    this.#held = [];
    return { token: this.makeToken(), write: this.#writes };
  }

  /** Nothing was read. */
  giveUpReading(): void {
    this.#held = null;
  }

  /** Takes over what was read. Returns entries of this process that Redis has forgotten, and whether changes are missing since. */
  replace({ life, version, rows, ignored }: Snapshot, { write }: Begun): Replaced {
    for (const [key, number] of this.#pending) if (number <= write) this.#pending.delete(key);
    const isForgotten = this.#life !== null && this.#life !== life;
    if (isForgotten) this.#graceUntil = this.#parts.now() + this.#parts.graceMs;
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

  /** Whether those who had time to say again what they had put have had it. */
  isGraceOver(): boolean {
    return this.#graceUntil !== null && this.#parts.now() >= this.#graceUntil;
  }

  #release(): boolean {
    const held = this.#held ?? [];
    this.#held = null;
    return held.every((change) => this.hear(change));
  }

  #takeOver(key: string, row: Row): void {
    if (this.#pending.has(key) || this.#rows.get(key)?.token === row.token) return;
    const value = this.#parts.decode(row.text);
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
