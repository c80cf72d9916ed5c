import type { Clocks } from '../platform/ports.ts';
import { ALIVE_MS } from './charges.ts';

/** The page warns the player after this much time in which it ran, was connected and got no answer. */
const SILENT_MS = 20_000;
/** It allows each new connection this much. */
const TRIAL_MS = 10_000;
/** The number of new connections that it tries. */
export const TRIALS = 3;

/** The number of new connections that were tried, and of those that showed the match. None had an answer. */
export interface Trials {
  readonly tried: number;
  readonly shown: number;
}

/** The state of the connection, as the watch needs it. */
interface Line {
  /** True if the page is connected. */
  readonly isOnline: boolean;
  /** True if the server has shown the match on this connection. */
  readonly isShown: boolean;
}

/**
 * Notices that the server answers nothing about an event, or about a seat that this device has taken. That cannot be proved: a bad network
 * does the same.
 */
export class SilenceWatch {
  readonly #clocks: Clocks;
  #wall: number;
  #steady: number;
  /** A name for the answer that the page waits for. Null if it waits for none. */
  #question: string | null = null;
  #waitedMs = 0;
  #trials: Trials | null = null;
  /** How long the present new connection has been open, and if it has shown the match. */
  #openMs = 0;
  #hasShown = false;

  constructor(clocks: Clocks) {
    this.#clocks = clocks;
    this.#wall = clocks.wall();
    this.#steady = clocks.steady();
  }

  /** Null as long as the server is not silent. */
  get trials(): Trials | null {
    return this.#trials;
  }

  /** Call this when the server has answered the question. */
  answered(): void {
    this.#waitedMs = 0;
    this.#trials = null;
  }

  /**
   * Call this whenever the page runs. Returns true if it must open a new connection.
   *
   * @param question names what the page asks for in each of its pings. Null if it asks for nothing.
   */
  look(question: string | null, { isOnline, isShown }: Line): boolean {
    const passedMs = this.#passed();
    if (question !== this.#question) {
      this.#question = question;
      this.answered();
      return false;
    }
    if (question === null || !isOnline) return false;
    if (this.#trials === null) {
      if (isShown) this.#waitedMs += passedMs;
      return this.#waitedMs >= SILENT_MS && this.#begin({ tried: 0, shown: 0 });
    }
    const { tried, shown } = this.#trials;
    if (tried === TRIALS) return false;
    this.#openMs += passedMs;
    this.#hasShown ||= isShown;
    if (this.#openMs < TRIAL_MS) return false;
    return this.#begin({ tried: tried + 1, shown: shown + (this.#hasShown ? 1 : 0) });
  }

  /** Returns true if there is another connection to try. */
  #begin(trials: Trials): boolean {
    this.#trials = trials;
    this.#openMs = 0;
    this.#hasShown = false;
    return trials.tried < TRIALS;
  }

  /** Returns the time since the last call in milliseconds. 0 if the page may have been frozen meanwhile. */
  #passed(): number {
    const [wall, steady] = [this.#clocks.wall(), this.#clocks.steady()];
    const ms = Math.max(0, wall - this.#wall, steady - this.#steady);
    this.#wall = wall;
    this.#steady = steady;
    return ms <= ALIVE_MS ? ms : 0;
  }
}
