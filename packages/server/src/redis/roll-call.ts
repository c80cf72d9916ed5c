import type { Envelope } from './envelope.ts';

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

/** The result for a frame: if it is a new message, and if messages before it are missing. */
interface Heard {
  readonly isNew: boolean;
  readonly isGap: boolean;
}

/**
 * Tracks the other processes and the last message number of each. Messages are numbered, and heartbeats repeat the last number, so a loss is
 * detected. The process also receives its own messages, which shows that the channel works.
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

  hear({ from, number, kind }: Envelope, now: number): Heard {
    if (from === this.#own) {
      this.#ownHeardAt = now;
      return { isNew: false, isGap: false };
    }
    const last = this.#known.get(from)?.number ?? 0;
    const isMessage = kind === 'message';
    const heard = { isNew: isMessage && number > last, isGap: number > last + Number(isMessage) };
    if (kind === 'goodbye') this.#known.delete(from);
    else this.#known.set(from, { number: Math.max(last, number), heardAt: now });
    return heard;
  }

  /** Number of known other processes. */
  get others(): number {
    return this.#known.size;
  }

  /** Milliseconds since this process last received its own message. Infinite before the first. */
  silenceMs(now: number): number {
    return now - this.#ownHeardAt;
  }

  /** True if this process recently received its own messages. */
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
