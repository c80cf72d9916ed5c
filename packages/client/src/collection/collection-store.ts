import { requestResult, transactionDone } from 'bg-session';
import type { ImportSource, ReadMatch } from '../engine/read-import.ts';
import { OwnDatabase } from '../platform/own-database.ts';
import { hashOf, type KeptMatch, type KeptReview, keptMatchOf, parseKeptMatch } from './kept-match.ts';

/** The matches, and the content of their files, of which one may have several. The sum of the lengths is counted in `sums`. */
const STORES = ['matches', 'files', 'sums'] as const;
const BY_FILE = 'file';
const LENGTH = 'length';

/** The bounds of a collection. A match has some 20 kB, and its list is in memory while it is shown. */
export const MOST_MATCHES = 5_000;
const MOST_CHARACTERS = 200_000_000;

interface Bounds {
  readonly matches: number;
  readonly characters: number;
}

function createStores(database: IDBDatabase): void {
  database.createObjectStore('matches', { keyPath: 'id' }).createIndex(BY_FILE, 'file');
  database.createObjectStore('files');
  database.createObjectStore('sums');
}

const BOUNDS: Bounds = { matches: MOST_MATCHES, characters: MOST_CHARACTERS };

/** The outcome for matches that were to be kept. */
export interface Kept {
  readonly added: number;
  /** These were in the collection already. */
  readonly known: number;
  /** There was no room for these. */
  readonly refused: number;
}

/** The collections of all pages of this site hear of a change. A channel does not hear itself. */
const CHANNEL = 'anchor-collection';

/** Calls `changed` after each change of the collection, in this tab or another one. Returns the function that ends it. */
export function onCollectionChange(changed: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = changed;
  return () => channel.close();
}

/** The imported matches in this browser. Each method rejects if the browser stores nothing for this page. */
export class CollectionStore {
  readonly #bounds: Bounds;
  readonly #database = new OwnDatabase('anchor-collection', createStores);

  constructor(bounds: Bounds = BOUNDS) {
    this.#bounds = bounds;
  }

  /** Returns the matches, in no order. Rows that are no matches are left out. */
  async list(): Promise<KeptMatch[]> {
    const store = (await this.#database.open()).transaction('matches').objectStore('matches');
    const rows = await requestResult<unknown[]>(store.getAll(undefined, MOST_MATCHES));
    return rows.flatMap((row) => parseKeptMatch(row) ?? []);
  }

  /**
   * Keeps the matches of one file. A match that is kept already stays as it is. If the browser has no space left, nothing of
   * the file is kept, and the promise rejects.
   */
  async add(reads: readonly ReadMatch[]): Promise<Kept> {
    const [first] = reads;
    if (!first) return { added: 0, known: 0, refused: 0 };
    const { text } = first.source;
    const file = hashOf(text);
    const now = Date.now();
    const rows = reads.map((read) => keptMatchOf(read, file, now));
    return this.#write(async ({ matches, files, sums }) => {
      const told = { added: 0, known: 0, refused: 0 };
      let room = this.#bounds.matches - (await requestResult(matches.count()));
      let length = await lengthIn(sums);
      let isHere = (await requestResult(files.getKey(file))) !== undefined;
      for (const row of rows) {
        const isKnown = (await requestResult(matches.getKey(row.id))) !== undefined;
        const needed = isHere ? 0 : text.length;
        if (isKnown) told.known++;
        else if (room <= 0 || length + needed > this.#bounds.characters) told.refused++;
        else {
          if (!isHere) files.add(text, file);
          matches.add(row);
          isHere = true;
          length += needed;
          room--;
          told.added++;
        }
      }
      sums.put(length, LENGTH);
      return told;
    });
  }

  /** Returns what was kept of the file of a match. Null if the match is no longer in the collection. */
  async source({ file, index }: Pick<KeptMatch, 'file' | 'index'>): Promise<ImportSource | null> {
    const store = (await this.#database.open()).transaction('files').objectStore('files');
    const text = await requestResult<unknown>(store.get(file));
    return typeof text === 'string' ? { text, index } : null;
  }

  /** Stores the review of a match, or forgets it. Does nothing if the match is not in the collection. */
  async setReview(id: string, review: KeptReview | null): Promise<void> {
    await this.#write(async ({ matches }) => {
      const row = parseKeptMatch(await requestResult<unknown>(matches.get(id)));
      if (row) matches.put({ ...row, review });
    });
  }

  /** Deletes matches, and the files of which no match is left. */
  async remove(ids: readonly string[]): Promise<void> {
    await this.#write(async ({ matches, files, sums }) => {
      let length = await lengthIn(sums);
      for (const id of ids) {
        const row = parseKeptMatch(await requestResult<unknown>(matches.get(id)));
        matches.delete(id);
        if (!row || (await requestResult(matches.index(BY_FILE).count(row.file))) > 0) continue;
        files.delete(row.file);
        length -= row.fileLength;
      }
      sums.put(length, LENGTH);
    });
  }

  async clear(): Promise<void> {
    await this.#write(async (stores) => {
      for (const name of STORES) stores[name].clear();
    });
  }

  /** Makes a change as a whole, or not at all. */
  async #write<Value>(change: (stores: Stores) => Promise<Value>): Promise<Value> {
    const transaction = (await this.#database.open()).transaction(STORES, 'readwrite');
    const [matches, files, sums] = STORES.map((name) => transaction.objectStore(name)) as [Store, Store, Store];
    const done = transactionDone(transaction);
    done.catch(() => undefined);
    let value: Value;
    try {
      value = await change({ matches, files, sums });
    } catch (error) {
      abort(transaction);
      throw error;
    }
    await done;
    announce();
    return value;
  }
}

type Store = IDBObjectStore;
type Stores = Readonly<Record<(typeof STORES)[number], Store>>;

/** A request that failed may have ended the transaction already. */
function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // it has ended
  }
}

async function lengthIn(sums: Store): Promise<number> {
  const length = await requestResult<unknown>(sums.get(LENGTH));
  return typeof length === 'number' ? length : 0;
}

function announce(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}
