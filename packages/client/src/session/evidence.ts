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

  async remove(key: IDBValidKey): Promise<void> {
    const transaction = writing(await this.#database, 'evidence');
    transaction.objectStore('evidence').delete(key);
    await written(transaction);
  }
}
