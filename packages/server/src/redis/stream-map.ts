import type { ChangeListener, SharedMap } from '../shared/shared-map.ts';
import { type Change, type EntryChange, isAfter, type Repetition } from './change.ts';

/** Number of entries in one repetition. */
const ROWS_AT_ONCE = 200;
/** Number of removals that are remembered, so that a repetition written before one does not undo it. */
const MOST_REMOVALS = 10_000;

/** A change of a map, before it has a writer and a number. */
export type Written = Omit<EntryChange, 'by' | 'n'>;

export interface StreamMapParts<T> {
  readonly name: string;
  readonly processId: string;
  /** Returns null when the text is not a valid value. */
  readonly decode: (text: string) => T | null;
  /** True if the entries of a process end with it. Else other processes go on with them. */
  readonly endsWithProcess: boolean;
  readonly now: () => number;
  readonly isGone: (process: string) => boolean;
  /** Writes a change. `sent` resolves to false if Redis did not confirm it. */
  readonly write: (change: Written) => { readonly n: number; readonly sent: Promise<boolean> };
}

interface Row {
  /** The process whose entry it is. */
  readonly owner: string;
  /** Number of the owner's write. */
  readonly n: number;
  readonly at: number;
  /** The value as JSON. */
  readonly text: string;
}

/** A local write that has not come back from the stream. */
interface Pending {
  readonly n: number;
  /** Null if it removes the entry. */
  readonly row: Pick<Row, 'at' | 'text'> | null;
}

/** The outcome of a local write. Null if the write was lost. */
type Outcome = { readonly isApplied: boolean; readonly row: Row | undefined } | null;

/**
 * A shared map, computed from the changes in a stream. `#rows` is the map by all changes that have been read, the same on all processes. The
 * view of callers is ahead of it by the local writes that have not come back.
 */
export class StreamMap<T> implements SharedMap<T> {
  readonly #parts: StreamMapParts<T>;
  readonly #rows = new Map<string, Row>();
  readonly #pending = new Map<string, Pending>();
  readonly #values = new Map<string, T>();
  /** The text of each value in `#values`. */
  readonly #texts = new Map<string, string>();
  /** The changed keys that are not shown yet. True if the entry ended with a process that died. */
  readonly #unshown = new Map<string, boolean>();
  /** The last removal of each key, oldest first. */
  readonly #removed = new Map<string, { readonly text: string; readonly id: string }>();
  readonly #waiting = new Map<number, (outcome: Outcome) => void>();
  readonly #listeners: ChangeListener<T>[] = [];
  #ignored = 0;

  constructor(parts: StreamMapParts<T>) {
    this.#parts = parts;
  }

  get entries(): ReadonlyMap<string, T> {
    return this.#values;
  }

  /** Number of invalid values. */
  get ignored(): number {
    return this.#ignored;
  }

  observe(listener: ChangeListener<T>): void {
    this.#listeners.push(listener);
  }

  put(key: string, value: T): void {
    const change = this.#change(key, JSON.stringify(value));
    this.#pending.set(key, { n: this.#parts.write(change).n, row: change });
    this.#set(key, change.text, value, false);
  }

  async putFirst(key: string, value: T): Promise<T | null> {
    const outcome = await this.#outcome({ ...this.#change(key, JSON.stringify(value)), expects: null });
    if (outcome?.isApplied) return null;
    // A value that this version cannot read is there all the same.
    if (outcome?.row) return this.#parts.decode(outcome.row.text) ?? value;
    const there = this.#values.get(key) ?? null;
    if (there === null) this.put(key, value);
    return there;
  }

  async take(key: string, value: T): Promise<boolean> {
    const expects = JSON.stringify(value);
    if (this.#texts.get(key) !== expects) return false;
    const isOwn = this.#isOwn(key);
    const outcome = this.#outcome({ ...this.#change(key, null), expects }, (n) => {
      if (!isOwn) return;
      this.#pending.set(key, { n, row: null });
      this.#set(key, null, null, false);
    });
    // Without Redis only the owner of an entry may remove it.
    return (await outcome)?.isApplied ?? isOwn;
  }

  async adopt(key: string, value: T): Promise<void> {
    const text = JSON.stringify(value);
    if (this.#isOwn(key) || this.#texts.get(key) !== text) return;
    await this.#outcome({ ...this.#change(key, text), expects: text });
  }

  /** Applies a change that has been read from the stream. `show` shows it. */
  apply(change: EntryChange, id: string): void {
    const { key, text, expects, at, by, n } = change;
    const row = this.#rows.get(key);
    const isApplied = expects === undefined || expects === (row?.text ?? null);
    // The clocks may differ. An older repetition must not replace what comes after it in the stream.
    if (isApplied && text !== null) this.#rows.set(key, { owner: by, n, text, at: Math.max(at, row?.at ?? 0) });
    else if (isApplied && row) this.#remove(key, row.text, id);
    this.#cameBack(change);
    if (by === this.#parts.processId) this.#waiting.get(n)?.({ isApplied, row });
  }

  /** Applies a repetition. It does not bring back what the process had not yet seen removed, nor replace what is newer or another one's. */
  applyAgain({ by, n, seen, rows }: Repetition): void {
    for (const { key, text, at } of rows) {
      const row = this.#rows.get(key);
      const isMine = row === undefined || row.owner === by || row.at < at || this.#parts.isGone(row.owner);
      if (isMine && !this.#isRemoved(key, text, seen)) this.#rows.set(key, { owner: by, n, text, at });
      this.#cameBack({ by, n, key });
    }
  }

  /** Removes the entries that a process did not repeat. */
  applyAll({ by, first }: Extract<Change, { readonly type: 'all' }>): void {
    for (const [key, row] of this.#rows) if (row.owner === by && row.n < first) this.#removeRow(key, false);
    if (by === this.#parts.processId) this.giveUp(first);
  }

  /** Removes the entries of a process that is gone. */
  bury(process: string, isLost: boolean): void {
    if (!this.#parts.endsWithProcess) return;
    const isMine = process === this.#parts.processId;
    for (const [key, row] of this.#rows) {
      if (row.owner !== process) continue;
      // Another process took this one for dead. The stream repeats the entry.
      if (isMine && !this.#pending.has(key)) this.#pending.set(key, { n: 0, row });
      this.#removeRow(key, isLost);
    }
  }

  /** Gives up the local writes before this number that have not come back: they are lost. */
  giveUp(first: number): void {
    for (const [n, done] of this.#waiting) if (n < first) done(null);
    for (const [key, { n }] of this.#pending) {
      if (n >= first) continue;
      this.#pending.delete(key);
      this.#unshown.set(key, false);
    }
  }

  /** The repetitions of this process's entries, and of those that no process has. `seen`: the id of the last change that was read. */
  repeat(next: () => Pick<Change, 'by' | 'n'>, seen: string): Repetition[] {
    const rows: Repetition['rows'] = [];
    for (const [key, { owner, at, text }] of this.#rows)
      if (!this.#pending.has(key) && (owner === this.#parts.processId || this.#parts.isGone(owner)))
        rows.push({ key, text, at });
    for (const [key, { row }] of this.#pending) if (row) rows.push({ key, text: row.text, at: row.at });
    const repetitions: Repetition[] = [];
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
      const some = rows.slice(start, start + ROWS_AT_ONCE);
      const written = next();
      for (const { key, text, at } of some) this.#pending.set(key, { n: written.n, row: { text, at } });
      repetitions.push({ type: 'again', ...written, map: this.#parts.name, seen, rows: some });
    }
    return repetitions;
  }

  /** Shows the changes that have been applied, and reports them. */
  show(): void {
    for (const [key, isLost] of this.#unshown) {
      this.#unshown.delete(key);
      const text = this.#rows.get(key)?.text ?? null;
      if (this.#pending.has(key) || text === (this.#texts.get(key) ?? null)) continue;
      const value = text === null ? null : this.#parts.decode(text);
      if (text !== null && value === null) this.#ignored += 1;
      this.#set(key, value === null ? null : text, value, isLost);
    }
  }

  #isOwn(key: string): boolean {
    return this.#pending.has(key) || this.#rows.get(key)?.owner === this.#parts.processId;
  }

  #change<Text extends string | null>(key: string, text: Text): Written & { readonly text: Text } {
    return { type: 'set', map: this.#parts.name, key, text, at: this.#parts.now() };
  }

  /** Writes a change and waits until it has come back. */
  async #outcome(change: Written, begun: (n: number) => void = () => undefined): Promise<Outcome> {
    const { n, sent } = this.#parts.write(change);
    begun(n);
    const back = new Promise<Outcome>((resolve) => this.#waiting.set(n, resolve));
    const outcome = (await sent) ? await back : null;
    this.#waiting.delete(n);
    return outcome;
  }

  /** A change of an entry has been read. While a later local write is on its way, the entry shows that one. */
  #cameBack({ by, n, key }: Pick<EntryChange, 'by' | 'n' | 'key'>): void {
    if (by === this.#parts.processId && this.#pending.get(key)?.n === n) this.#pending.delete(key);
    this.#unshown.set(key, false);
  }

  #remove(key: string, text: string, id: string): void {
    this.#rows.delete(key);
    this.#removed.delete(key);
    this.#removed.set(key, { text, id });
    const [oldest = key] = this.#removed.keys();
    if (this.#removed.size > MOST_REMOVALS) this.#removed.delete(oldest);
  }

  #removeRow(key: string, isLost: boolean): void {
    this.#rows.delete(key);
    this.#unshown.set(key, isLost);
  }

  #isRemoved(key: string, text: string, seen: string): boolean {
    const removed = this.#removed.get(key);
    return removed !== undefined && removed.text === text && isAfter(removed.id, seen);
  }

  #set(key: string, text: string | null, value: T | null, isLost: boolean): void {
    const before = this.#values.get(key) ?? null;
    this.#values.delete(key);
    this.#texts.delete(key);
    if (text !== null && value !== null) {
      this.#values.set(key, value);
      this.#texts.set(key, text);
    }
    if (before !== null || value !== null) for (const listener of this.#listeners) listener(key, value, before, isLost);
  }
}
