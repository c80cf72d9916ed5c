import { eventText, type MatchEvent } from 'bg-record';
import type { EventRow, Verdict } from './event-rows.ts';

interface Waiting {
  readonly row: EventRow;
  readonly resolve: (verdict: Verdict) => void;
  readonly reject: (error: unknown) => void;
}

/** Events that one transaction takes at most; the others wait their turn. */
export const maxBatch = 256;

/**
 * Group commit: one transaction is under way at a time, and whatever arrives meanwhile shares the next, so that durability costs one
 * synchronisation for all of them. Within a match the order of arrival is kept. Callers wait for their verdict, which bounds the queue.
 */
export class Appender {
  readonly #insert: (rows: readonly EventRow[]) => Promise<Verdict>;
  #waiting: Waiting[] = [];
  #running: Promise<void> | null = null;

  /** `insert` stores all rows or none. */
  constructor(insert: (rows: readonly EventRow[]) => Promise<Verdict>) {
    this.#insert = insert;
  }

  /** Resolves once the event is durable or has lost its place; rejects when the database fails, and then nobody knows which. */
  append(match: string, event: MatchEvent): Promise<Verdict> {
    const row = { matchId: match, n: event.n, text: eventText(event) };
    return new Promise((resolve, reject) => {
      this.#waiting.push({ row, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      // sockets that are ready are read before the next turn of the loop, so that their events come along
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

  /** One of them does not fit and took all others down: each gets a verdict of its own. */
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

  /** What was sent after an event that is not stored rests on a history that is not the stored one. */
  #refuseFollowers(lost: ReadonlySet<string>): void {
    const followers = this.#waiting.filter(({ row }) => lost.has(row.matchId));
    this.#waiting = this.#waiting.filter(({ row }) => !lost.has(row.matchId));
    for (const { resolve } of followers) resolve('conflict');
  }
}
