/** The interval of a timer by which the page detects sleep. */
export const TICK_MS = 5_000;
/**
 * After this long without a timer tick the page was frozen, the machine was asleep, or its clock was changed. Browsers
 * run the timers of a hidden page only once a minute, which is not sleep.
 */
const SLEPT_MS = 75_000;

/**
 * The server's time: this device's clock plus the difference measured at the greeting. It is only displayed.
 * `ChargeWatch` compares the server's charges with the device's own clocks.
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

  /** Starts a new connection, on which no message has been delayed yet. */
  begin(): void {
    this.tick();
  }

  tick(): void {
    this.#lastTick = this.#deviceNow();
  }

  /** True if the offset is no longer reliable: messages may have been delayed, or the clock jumped. */
  slept(): boolean {
    const sinceMs = this.#deviceNow() - this.#lastTick;
    return sinceMs > SLEPT_MS || sinceMs < -TICK_MS;
  }
}
