import { type PlayerAnalysis, playerAnalyses } from '@anchor/wire';
import { requestResult, transactionDone } from 'bg-session';
import * as z from 'zod/mini';
import { OwnDatabase } from '../platform/own-database.ts';

const STORE = 'estimates';
const BY_TIME = 'time';

/** The number of estimates in this browser. Beyond it the oldest match goes. An estimate has about 500 bytes. */
const MOST_ESTIMATES = 1_000;

/** A row of the store: an estimate as the player with this key sees it. */
interface Row {
  readonly player: string;
  readonly estimate: PlayerAnalysis;
}

/** The estimates of a reader's own matches in this browser. Each method rejects if the browser stores nothing for this page. */
export class EstimateStore {
  readonly #most: number;
  readonly #database = new OwnDatabase('anchor-estimates', (database) =>
    database
      .createObjectStore(STORE, { keyPath: ['player', 'estimate.matchId'] })
      .createIndex(BY_TIME, 'estimate.created'),
  );

  constructor(most: number = MOST_ESTIMATES) {
    this.#most = most;
  }

  /** Returns the estimates of a player, the newest match first. Rows that are no estimates are left out. */
  async list(player: string): Promise<PlayerAnalysis[]> {
    const store = (await this.#database.open()).transaction(STORE).objectStore(STORE);
    const rows = await requestResult<unknown[]>(store.getAll(ofPlayer(player), this.#most));
    return rows.flatMap((row) => parseRow(row) ?? []).sort((one, other) => other.created - one.created);
  }

  /** Keeps an estimate in the place of an earlier one of the same match. */
  async add(player: string, estimate: PlayerAnalysis): Promise<void> {
    const transaction = await this.#write();
    const store = transaction.objectStore(STORE);
    const row: Row = { player, estimate };
    store.put(row);
    const surplus = (await requestResult(store.count())) - this.#most;
    if (surplus > 0) {
      const oldest = await requestResult<IDBValidKey[]>(store.index(BY_TIME).getAllKeys(undefined, surplus));
      for (const key of oldest) store.delete(key);
    }
    await transactionDone(transaction);
  }

  /** Deletes the estimates of a player. */
  async clear(player: string): Promise<void> {
    const transaction = await this.#write();
    transaction.objectStore(STORE).delete(ofPlayer(player));
    await transactionDone(transaction);
  }

  async #write(): Promise<IDBTransaction> {
    return (await this.#database.open()).transaction(STORE, 'readwrite');
  }
}

/** The keys of all rows of a player: an array follows every text. */
const ofPlayer = (player: string) => IDBKeyRange.bound([player], [player, []]);

function parseRow(row: unknown): PlayerAnalysis | null {
  const estimate = typeof row === 'object' && row !== null && 'estimate' in row ? row.estimate : null;
  const read = z.safeParse(playerAnalyses, { analyses: [estimate] });
  return read.success ? (read.data.analyses[0] ?? null) : null;
}
