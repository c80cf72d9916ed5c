import type { Aborted, Header, MatchEvent, Transcript } from 'bg-record';
import { requestResult, transactionDone, writeTransaction } from '../platform/database.ts';
import { type EvidenceFile, storeEvidence } from '../stores/evidence.ts';
import type { StoredCharges } from './charges.ts';
import type { StoredReceipts } from './receipts.ts';
import type { SignedRow } from './signed-row.ts';

/** The data that a page has received from the server in one match, so that a reloaded page continues from it. */
export interface Seen {
  readonly match: string;
  readonly receipts: StoredReceipts;
  readonly charges: StoredCharges;
  /** The time given back while this page was connected, in milliseconds. */
  readonly refundedMs: number;
  /** The server's signed statement that it called the match off. */
  readonly aborted: Aborted | null;
}

/** The store of this device for the matches of its key. */
export interface MatchStore {
  /** Returns what this device has signed in a match. */
  signed(match: string): Promise<SignedRow>;
  /**
   * Durably replaces the row with the result of `next`, unless that is null. Resolves to the row stored afterwards.
   * Reading and writing are one transaction, because another tab may hold the same key.
   */
  place(match: string, next: (stored: SignedRow) => SignedRow | null): Promise<SignedRow>;
  seen(match: string): Promise<Seen | null>;
  saveSeen(seen: Seen): Promise<void>;
  transcript(match: string): Promise<Transcript | null>;
  /** Adds verified events to the known ones of a match. */
  addEvents(header: Header, events: readonly MatchEvent[]): Promise<void>;
  /** Stores evidence of a fault permanently. */
  addEvidence(file: EvidenceFile): Promise<void>;
}

/** Stores matches in the browser's database. */
export class DatabaseMatchStore implements MatchStore {
  readonly #database: Promise<IDBDatabase>;

  constructor(database: Promise<IDBDatabase>) {
    this.#database = database;
  }

  async signed(match: string): Promise<SignedRow> {
    const store = (await this.#database).transaction('marks').objectStore('marks');
    return (await requestResult<SignedRow | undefined>(store.get(match))) ?? nothingSigned(match);
  }

  async place(match: string, next: (stored: SignedRow) => SignedRow | null): Promise<SignedRow> {
    const transaction = writeTransaction(await this.#database, 'marks');
    const store = transaction.objectStore('marks');
    const stored = (await requestResult<SignedRow | undefined>(store.get(match))) ?? nothingSigned(match);
    const row = next(stored);
    if (!row) return stored;
    store.put(row);
    await transactionDone(transaction);
    return row;
  }

  async seen(match: string): Promise<Seen | null> {
    const store = (await this.#database).transaction('receipts').objectStore('receipts');
    return (await requestResult<Seen | undefined>(store.get(match))) ?? null;
  }

  async saveSeen(seen: Seen): Promise<void> {
    // This is written every few seconds, so it does not wait for the disk.
    const transaction = (await this.#database).transaction('receipts', 'readwrite');
    transaction.objectStore('receipts').put(seen);
    await transactionDone(transaction);
  }

  async transcript(match: string): Promise<Transcript | null> {
    const transaction = (await this.#database).transaction(['headers', 'events']);
    const header = requestResult<Header | undefined>(transaction.objectStore('headers').get(match));
    const events = requestResult<MatchEvent[]>(transaction.objectStore('events').getAll(eventsOf(match)));
    const found = await header;
    return found ? { header: found, events: await events } : null;
  }

  async addEvents(header: Header, events: readonly MatchEvent[]): Promise<void> {
    const transaction = writeTransaction(await this.#database, ['headers', 'events']);
    transaction.objectStore('headers').put(header);
    for (const event of events) transaction.objectStore('events').put(event, [header.id, event.n]);
    await transactionDone(transaction);
  }

  /**
   * Deletes the events of all but the newest matches, whose records the server keeps. Marks, receipts and evidence
   * stay, because they are small and never outdated.
   */
  async prune(kept: number): Promise<void> {
    const transaction = writeTransaction(await this.#database, ['headers', 'events']);
    const headers = transaction.objectStore('headers');
    const all = await requestResult<Header[]>(headers.getAll());
    for (const { id } of all.sort((a, b) => b.created - a.created).slice(kept)) {
      headers.delete(id);
      transaction.objectStore('events').delete(eventsOf(id));
    }
    await transactionDone(transaction);
  }

  async addEvidence(file: EvidenceFile): Promise<void> {
    await storeEvidence(await this.#database, file);
  }
}

export function nothingSigned(match: string): SignedRow {
  return { match, mark: null, strays: [], nonces: [], rolledAt: null };
}

function eventsOf(match: string): IDBKeyRange {
  return IDBKeyRange.bound([match, 0], [match, Number.MAX_SAFE_INTEGER]);
}
