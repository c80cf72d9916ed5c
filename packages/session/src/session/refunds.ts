import type { MatchEvent } from 'bg-record';

/** The page warns the player when the server has given back more time than this while the page was connected. */
export const REFUNDS_MS = 60_000;

/** A gap in the service, in milliseconds since the epoch by the server's clock. */
interface Gap {
  readonly since: number;
  readonly at: number;
}

/**
 * Sums the gaps in the service during which this page's own connection stayed open. A process that has failed cuts its connections, so a
 * server with such gaps may have invented them. It proves nothing: another process may have failed behind an open connection.
 */
export class RefundWatch {
  #sumMs = 0;
  /** The date of the first receipt on this connection since the page was last asleep. Null before it. */
  #openSince: number | null = null;
  /** Gaps after which no receipt has come on the same connection yet. */
  #waiting: readonly Gap[] = [];
  #newestMs: number | null = null;

  get sumMs(): number {
    return this.#sumMs;
  }

  /** Continues from the sum that an earlier page stored. */
  restore(sumMs: number): void {
    this.#sumMs = sumMs;
  }

  /** Call this when the connection was lost or the page slept. */
  lost(): void {
    this.#openSince = null;
    this.#waiting = [];
  }

  /** Call this when a receipt has arrived. @param now its date */
  receipt(now: number): void {
    this.#openSince ??= now;
    const open = this.#openSince;
    const over = this.#waiting.filter(({ at }) => at <= now);
    this.#waiting = this.#waiting.filter(({ at }) => at > now);
    for (const { since, at } of over) this.#sumMs += Math.max(0, at - Math.max(since, open));
  }

  /** Takes an event of the history as soon as it is known. */
  take(event: MatchEvent): void {
    if (event.type !== 'resume') return;
    this.#newestMs = event.at - event.since;
    this.#waiting = [...this.#waiting, event];
  }

  /** Returns the length of the newest gap once, in milliseconds. Null if there is no new one. */
  newest(): number | null {
    const ms = this.#newestMs;
    this.#newestMs = null;
    return ms;
  }
}
