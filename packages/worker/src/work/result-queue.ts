import { leaseCount } from '@anchor/wire';
import { Notifier } from './notifier.ts';
import type { Finished } from './types.ts';

/** Maximum size of one request. The server accepts a megabyte. */
const MAX_BATCH_CHARS = 500_000;

/**
 * Results waiting to be submitted. They are kept in memory only: a result is worthless after its lease, which
 * does not outlive a longer outage or a restart. The queue stays short, because nothing is leased while the
 * server is unreachable.
 */
export class ResultQueue {
  readonly #results: Finished[] = [];
  readonly #changed = new Notifier();
  #closed = false;

  get size(): number {
    return this.#results.length;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Time at which the oldest result was made. Null if there is none. */
  get oldestMs(): number | null {
    return this.#results[0]?.doneMs ?? null;
  }

  add(result: Finished): void {
    this.#results.push(result);
    this.#changed.notify();
  }

  close(): void {
    this.#closed = true;
    this.#changed.notify();
  }

  /** Resolves when the queue changes or `nudge` is called, or when the signal aborts. */
  change(signal: AbortSignal): Promise<void> {
    return this.#changed.next(signal);
  }

  /** Wakes waiting callers although no result was added, for example after a failed job. */
  nudge(): void {
    this.#changed.notify();
  }

  /** Returns the oldest results of one lease that fit in one request. Empty if there are none. */
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

  /** Drops results whose lease has expired. Returns their number. */
  dropLate(nowMs: number): number {
    const late = this.#results.filter(({ deadlineMs }) => deadlineMs <= nowMs);
    this.remove(late);
    return late.length;
  }
}
