import type { Envelope } from './envelope.ts';

export interface RollCallTimes {
  /** Who is not heard for so long may be saying what does not arrive. */
  readonly silenceMs: number;
  /** Who is not heard for so long is no more. */
  readonly forgetMs: number;
}

interface Known {
  number: number;
  heardAt: number;
}

/** What to do with something heard: pass it on, and whether something before it is missing. */
export interface Heard {
  readonly isNew: boolean;
  readonly isGap: boolean;
}

/**
 * Which processes are there, and the number of what was heard last from each. Every message has a number and every beat tells the
 * last one, so that a loss is noticed; also that of one’s own messages, which come back.
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

  /** Other processes that were heard. */
  get others(): number {
    return this.#known.size;
  }

  /** Milliseconds since what this process says came back last; infinite before the first time. */
  silenceMs(now: number): number {
    return now - this.#ownHeardAt;
  }

  /** Whether what this process says came back lately. */
  isHeard(now: number): boolean {
    return this.silenceMs(now) <= this.#times.silenceMs;
  }

  /** Whether oneself and all who are known were heard lately. Who is silent too long is forgotten. */
  isWhole(now: number): boolean {
    for (const [from, { heardAt }] of this.#known) if (now - heardAt > this.#times.forgetMs) this.#known.delete(from);
    const others = [...this.#known.values()];
    return this.isHeard(now) && others.every(({ heardAt }) => now - heardAt <= this.#times.silenceMs);
  }
}
