/** A timer that should fire this often… */
export const TICK_MS = 5_000;
/**
 * …and was not heard of for this long: the page was frozen, the machine asleep, or its clock was changed. Browsers let the timers of
 * a hidden page run once a minute, which is no sleep.
 */
const SLEPT_MS = 75_000;

/**
 * The server's time, by this device's clock and the difference seen when the connection was greeted. It is only shown: what the server
 * charges is held to the device's own clocks (`ChargeWatch`).
 */
export class ServerTime {
  readonly #deviceNow: () => number;
  #offsetMs = 0;
  #lastTick: number;

  constructor(deviceNow: () => number) {
    this.#deviceNow = deviceNow;
    this.#lastTick = deviceNow();
  }

  /** Milliseconds since the epoch. */
  now(): number {
    return this.#deviceNow() + this.#offsetMs;
  }

  greeted(serverNow: number): void {
    this.#offsetMs = serverNow - this.#deviceNow();
    this.begin();
  }

  /** A new connection: nothing has waited on it yet. */
  begin(): void {
    this.tick();
  }

  tick(): void {
    this.#lastTick = this.#deviceNow();
  }

  /** Whether the offset can no longer be relied on: what arrives now may have waited, or the clock jumped. */
  slept(): boolean {
    const sinceMs = this.#deviceNow() - this.#lastTick;
    return sinceMs > SLEPT_MS || sinceMs < -TICK_MS;
  }
}
