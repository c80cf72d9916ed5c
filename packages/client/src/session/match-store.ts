import type { Header, MatchEvent, Transcript } from 'bg-record';
import { answer, writing, written } from './database.ts';
import { keepEvidence } from './evidence.ts';
import type { Mark } from './marks.ts';

/** What this device keeps about the matches of its key. */
export interface MatchStore {
  mark(match: string): Promise<Mark | null>;
  /**
   * Stores a mark durably, if `allowed` says so about the one stored until now. Reading and writing are one transaction:
   * another tab may hold the same key.
   */
  place(mark: Mark, allowed: (stored: Mark | null) => boolean): Promise<boolean>;
  transcript(match: string): Promise<Transcript | null>;
  /** Adds verified events to what is known of a match. */
  remember(header: Header, events: readonly MatchEvent[]): Promise<void>;
  /** Keeps transcripts that show a fault, for good. */
  addEvidence(match: string, transcripts: readonly Transcript[]): Promise<void>;
}

/** The browser's database as the store of matches. */
export class DatabaseMatchStore implements MatchStore {
  readonly #database: Promise<IDBDatabase>;

  constructor(database: Promise<IDBDatabase>) {
    this.#database = database;
  }

  async mark(match: string): Promise<Mark | null> {
    const store = (await this.#database).transaction('marks').objectStore('marks');
    return (await answer<Mark | undefined>(store.get(match))) ?? null;
  }

  async place(mark: Mark, allowed: (stored: Mark | null) => boolean): Promise<boolean> {
    const transaction = writing(await this.#database, 'marks');
    const store = transaction.objectStore('marks');
    const stored = await answer<Mark | undefined>(store.get(mark.match));
    if (!allowed(stored ?? null)) return false;
    store.put(mark);
    await written(transaction);
    return true;
  }

  async transcript(match: string): Promise<Transcript | null> {
    const transaction = (await this.#database).transaction(['headers', 'events']);
    const header = answer<Header | undefined>(transaction.objectStore('headers').get(match));
    const events = answer<MatchEvent[]>(transaction.objectStore('events').getAll(eventsOf(match)));
    const found = await header;
    return found ? { header: found, events: await events } : null;
  }

  async remember(header: Header, events: readonly MatchEvent[]): Promise<void> {
    const transaction = writing(await this.#database, ['headers', 'events']);
    transaction.objectStore('headers').put(header);
    for (const event of events) transaction.objectStore('events').put(event, [header.id, event.n]);
    await written(transaction);
  }

  /**
   * Forgets the events of all but the newest matches, whose records the server keeps anyway. Marks and evidence stay:
   * they are small, and never out of date.
   */
  async prune(kept: number): Promise<void> {
    const transaction = writing(await this.#database, ['headers', 'events']);
    const headers = transaction.objectStore('headers');
    const all = await answer<Header[]>(headers.getAll());
    for (const { id } of all.sort((a, b) => b.created - a.created).slice(kept)) {
      headers.delete(id);
      transaction.objectStore('events').delete(eventsOf(id));
    }
    await written(transaction);
  }

  async addEvidence(match: string, transcripts: readonly Transcript[]): Promise<void> {
    await keepEvidence(await this.#database, { match, transcripts });
  }
}

function eventsOf(match: string): IDBKeyRange {
  return IDBKeyRange.bound([match, 0], [match, Number.MAX_SAFE_INTEGER]);
}
