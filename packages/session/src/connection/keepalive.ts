import type { After } from '../platform/ports.ts';

const QUIET_MS = 20_000;
const ANSWER_MS = 10_000;
/** The timeout while the page is visible and the user is waiting. */
const PROBE_MS = 4_000;

/**
 * Detects a dead connection, which a socket alone may take minutes to notice. It pings after a silence and gives up
 * without an answer.
 */
export class Keepalive {
  readonly #after: After;
  readonly #ping: () => void;
  readonly #dead: () => void;
  #cancel: () => void = () => {};

  constructor(after: After, ping: () => void, dead: () => void) {
    this.#after = after;
    this.#ping = ping;
    this.#dead = dead;
  }

  /** Call this when a message has arrived. */
  heard(): void {
    this.stop();
    this.#cancel = this.#after(QUIET_MS, () => this.#expect(ANSWER_MS));
  }

  /** Sends a ping now. */
  probe(): void {
    this.stop();
    this.#expect(PROBE_MS);
  }

  stop(): void {
    this.#cancel();
  }

  #expect(withinMs: number): void {
    this.#ping();
    this.#cancel = this.#after(withinMs, this.#dead);
  }
}

const FIRST_MS = 500;
const LONGEST_MS = 30_000;
/** In a live match, where the service waits 15 seconds for a player whose process was lost. */
const LONGEST_PLAYING_MS = 3_000;

/**
 * Returns the delay before the next attempt, in milliseconds. It doubles up to 30 seconds, or to 3 during a live match, and its
 * upper half is random, so that a thousand pages do not reconnect in the same second.
 *
 * @param attempt 0 for the first attempt after a loss
 * @param random a number from 0 up to 1
 */
export function backoffMs(attempt: number, random: number, isPlaying = false): number {
  const longest = Math.min(isPlaying ? LONGEST_PLAYING_MS : LONGEST_MS, FIRST_MS * 2 ** attempt);
  return Math.round(longest * (0.5 + random / 2));
}
