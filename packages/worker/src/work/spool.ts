import { leaseCount } from '@anchor/wire';
import { Bell } from './bell.ts';
import type { Finished } from './types.ts';

/** Text of one request at most; the server takes a megabyte. */
const MAX_BATCH_CHARS = 500_000;

/**
 * Results on their way to the server. They stay here while it is away, in memory only: a lease outlives neither a longer
 * absence nor a restart, and a result without a lease is worth nothing. As nothing is leased meanwhile, they stay few.
 */
export class Spool {
  readonly #results: Finished[] = [];
  readonly #bell = new Bell();
  #closed = false;

  get size(): number {
    return this.#results.length;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** When the oldest result was made; null when there is none. */
  get oldestMs(): number | null {
    return this.#results[0]?.doneMs ?? null;
  }

  add(result: Finished): void {
    this.#results.push(result);
    this.#bell.ring();
  }

  close(): void {
    this.#closed = true;
    this.#bell.ring();
  }

  /** Resolves when something came or was said, or the signal is given. */
  change(signal: AbortSignal): Promise<void> {
    return this.#bell.next(signal);
  }

  /** Wakes whoever waits for a change: no more results are coming for now. */
  nudge(): void {
    this.#bell.ring();
  }

  /** Oldest results of one lease, as many as one request carries; empty when there are none. */
  batch(): readonly Finished[] {
    const token = this.#results[0]?.token;
    const lease = this.#results.filter((result) => result.token === token).slice(0, leaseCount.most);
    let chars = 0;
    const fits = lease.findIndex((result) => {
      chars += JSON.stringify(result.result).length;
      return chars > MAX_BATCH_CHARS;
    });
    return lease.slice(0, fits === -1 ? lease.length : Math.max(1, fits));
  }

  remove(results: readonly Finished[]): void {
    for (const result of results) this.#results.splice(this.#results.indexOf(result), 1);
  }

  /** Forgets what nobody waits for any more; returns how many. */
  dropLate(nowMs: number): number {
    const late = this.#results.filter(({ deadlineMs }) => deadlineMs <= nowMs);
    this.remove(late);
    return late.length;
  }
}
