import { eventText, type MatchEvent } from 'bg-record';
import type { EventRow, Verdict } from './rows.ts';

interface Waiting {
  readonly row: EventRow;
  readonly resolve: (verdict: Verdict) => void;
  readonly reject: (error: unknown) => void;
}

/** Largest number of events in one transaction. */
export const maxBatch = 256;

/**
 * Group commit: one transaction runs at a time, and events that arrive meanwhile share the next, so that they share the cost of one
 * synchronisation. Events of a match stay in order. Callers wait for their result, which bounds the queue.
 */
export class Appender {
  readonly #insert: (rows: readonly EventRow[]) => Promise<Verdict>;
  #waiting: Waiting[] = [];
  #running: Promise<void> | null = null;

  /** `insert` stores all rows or none. */
  constructor(insert: (rows: readonly EventRow[]) => Promise<Verdict>) {
    this.#insert = insert;
  }

  /**
   * Resolves when the event is durable or has lost its number. Rejects when the database fails; then the event may or may not be stored.
   */
  append(match: string, event: MatchEvent): Promise<Verdict> {
    const row = { matchId: match, n: event.n, text: eventText(event) };
    return new Promise((resolve, reject) => {
      this.#waiting.push({ row, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when no transaction is running. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Let the event loop read the sockets that are ready, so that their events join this batch.
      await new Promise(setImmediate);
      await this.#store(this.#waiting.splice(0, maxBatch));
    }
    this.#running = null;
  }

  async #store(batch: readonly Waiting[]): Promise<void> {
    try {
      const verdict = await this.#insert(batch.map(({ row }) => row));
      if (verdict === 'stored') for (const { resolve } of batch) resolve(verdict);
      else await this.#storeSingly(batch);
    } catch (error) {
      for (const { reject } of batch) reject(error);
      this.#refuseFollowers(new Set(batch.map(({ row }) => row.matchId)));
    }
  }

  /** Stores the events one by one after a conflict in the batch, so that each gets its own result. */
  async #storeSingly(batch: readonly Waiting[]): Promise<void> {
    const lost = new Set<string>();
    for (const { row, resolve, reject } of batch) {
      try {
        const verdict = lost.has(row.matchId) ? 'conflict' : await this.#insert([row]);
        if (verdict === 'conflict') lost.add(row.matchId);
        resolve(verdict);
      } catch (error) {
        lost.add(row.matchId);
        reject(error);
      }
    }
    this.#refuseFollowers(lost);
  }

  /** Refuses the queued events of a match after one that was not stored: they follow a history that does not exist. */
  #refuseFollowers(lost: ReadonlySet<string>): void {
    const followers = this.#waiting.filter(({ row }) => lost.has(row.matchId));
    this.#waiting = this.#waiting.filter(({ row }) => !lost.has(row.matchId));
    for (const { resolve } of followers) resolve('conflict');
  }
}
