import type { Beat } from './envelope.ts';

interface RollCallTimes {
  /** After this long without a message, assume that a peer's messages are being lost. */
  readonly silenceMs: number;
  /** After this long without a message, forget the peer. */
  readonly forgetMs: number;
}

interface Known {
  number: number;
  heardAt: number;
}

/**
 * Tracks the other processes and the number of losses that each has announced. The process also receives its own heartbeats, which shows that
 * its subscriptions work.
 */
export class RollCall {
  readonly #own: string;
  readonly #times: RollCallTimes;
  readonly #known = new Map<string, Known>();
  #ownHeardAt = Number.NEGATIVE_INFINITY;

  constructor(own: string, times: RollCallTimes) {
    this.#own = own;
    this.#times = times;
  }

  /** Returns true if the sender announces losses that are not known yet. */
  hear({ from, number, kind }: Beat, now: number): boolean {
    if (from === this.#own) {
      this.#ownHeardAt = now;
      return false;
    }
    const last = this.#known.get(from)?.number ?? 0;
    if (kind === 'goodbye') this.#known.delete(from);
    else this.#known.set(from, { number: Math.max(last, number), heardAt: now });
    return number > last;
  }

  /** Number of known other processes. */
  get others(): number {
    return this.#known.size;
  }

  /** Milliseconds since this process last received its own heartbeat. Infinite before the first. */
  silenceMs(now: number): number {
    return now - this.#ownHeardAt;
  }

  /** True if this process recently received its own heartbeat. */
  isHeard(now: number): boolean {
    return this.silenceMs(now) <= this.#times.silenceMs;
  }

  /** True if this process and all known ones were heard recently. Forgets processes that are silent for too long. */
  isWhole(now: number): boolean {
    for (const [from, { heardAt }] of this.#known) if (now - heardAt > this.#times.forgetMs) this.#known.delete(from);
    const others = [...this.#known.values()];
    return this.isHeard(now) && others.every(({ heardAt }) => now - heardAt <= this.#times.silenceMs);
  }
}
