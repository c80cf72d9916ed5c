import type { Log } from '../domain/ports/world.ts';

/** Logs an outage of the database in two lines, however many requests and alarms fail meanwhile. */
export class StoreOutage {
  readonly #log: Log;
  readonly #now: () => number;
  /** Null while the database works. */
  #since: number | null = null;

  /** `now` is a clock in milliseconds that is never set. */
  constructor(log: Log, now: () => number = () => performance.now()) {
    this.#log = log;
    this.#now = now;
  }

  /** Call it with the reason of each failure. */
  begins(reason: string): void {
    if (this.#since !== null) return;
    this.#since = this.#now();
    const message =
      'the database is unavailable: players stay connected, and matches go on when it is back. Failures that follow from it are not logged';
    this.#log.warn({ reason }, message);
  }

  /** Call it when a write has succeeded. */
  ends(): void {
    if (this.#since === null) return;
    const ms = Math.round(this.#now() - this.#since);
    this.#since = null;
    this.#log.info({ ms }, 'the database is available again');
  }
}
