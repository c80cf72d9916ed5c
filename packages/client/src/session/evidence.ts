import type { Transcript } from 'bg-record';
import { answer, writing, written } from './database.ts';

/** Transcripts of a match in which something did not verify, kept on this device until the player deletes them. */
export interface Evidence {
  readonly key: IDBValidKey;
  readonly match: string;
  readonly transcripts: readonly Transcript[];
}

type Stored = Omit<Evidence, 'key'>;

/** The evidence of this device. */
export class KeptEvidence {
  readonly #database: Promise<IDBDatabase>;

  constructor(database: Promise<IDBDatabase>) {
    this.#database = database;
  }

  /** The newest first; nothing where the browser keeps nothing. */
  async list(): Promise<Evidence[]> {
    const database = await this.#database.catch(() => null);
    if (!database) return [];
    const store = database.transaction('evidence').objectStore('evidence');
    const keys = answer<IDBValidKey[]>(store.getAllKeys());
    const kept = await answer<Stored[]>(store.getAll());
    const named = await keys;
    return kept.map((stored, i) => ({ ...stored, key: named[i] ?? i })).reverse();
  }

  /** Keeps transcripts of a match; the same ones are kept once, since a fault is seen again whenever the page is loaded. */
  async keep(match: string, transcripts: readonly Transcript[]): Promise<void> {
    await keepEvidence(await this.#database, { match, transcripts });
  }

  async remove(key: IDBValidKey): Promise<void> {
    const transaction = writing(await this.#database, 'evidence');
    transaction.objectStore('evidence').delete(key);
    await written(transaction);
  }
}

export async function keepEvidence(database: IDBDatabase, { match, transcripts }: Stored): Promise<void> {
  const transaction = writing(database, 'evidence');
  const store = transaction.objectStore('evidence');
  const text = JSON.stringify({ match, transcripts });
  const kept = await answer<Stored[]>(store.getAll());
  if (kept.some((known) => JSON.stringify({ match: known.match, transcripts: known.transcripts }) === text)) return;
  store.add({ match, transcripts });
  await written(transaction);
}
