/** How far an event's time may be from this device's idea of the server's time. */
export const MAX_SKEW_MS = 60_000;

/** A timer that should fire this often… */
export const TICK_MS = 5_000;
/**
 * …and was not heard of for this long: the page was frozen, the machine asleep, or its clock was changed. Browsers let the timers of
 * a hidden page run once a minute, which is no sleep.
 */
const SLEPT_MS = 75_000;

/** When something reached this device, by the server's clock: it was read at `untilMs`, and may have waited since `sinceMs`. */
export interface Arrival {
  readonly sinceMs: number;
  readonly untilMs: number;
}

/** The server's time, by this device's clock and the difference seen when the connection was greeted. */
export class ServerTime {
  readonly #deviceNow: () => number;
  #offsetMs = 0;
  #lastTick: number;
  /** What is read after a tick may have come before it, when both waited for the page to wake up. */
  #tickBefore: number;

  constructor(deviceNow: () => number) {
    this.#deviceNow = deviceNow;
    this.#lastTick = deviceNow();
    this.#tickBefore = this.#lastTick;
  }

  /** Milliseconds since the epoch. */
  now(): number {
    return this.#deviceNow() + this.#offsetMs;
  }

  greeted(serverNow: number): void {
    this.#offsetMs = serverNow - this.#deviceNow();
    this.begin();
  }

  /** When what is read now arrived. */
  arrival(): Arrival {
    return { sinceMs: this.#tickBefore + this.#offsetMs, untilMs: this.now() };
  }

  /** A new connection: nothing has waited on it yet. */
  begin(): void {
    this.tick();
    this.#tickBefore = this.#lastTick;
  }

  tick(): void {
    this.#tickBefore = this.#lastTick;
    this.#lastTick = this.#deviceNow();
  }

  /** Whether the offset can no longer be relied on: what arrives now may have waited, or the clock jumped. */
  slept(): boolean {
    const sinceMs = this.#deviceNow() - this.#lastTick;
    return sinceMs > SLEPT_MS || sinceMs < -TICK_MS;
  }
}
