interface RollCallTimes {
  /** After this long without a message, assume that a peer's messages are being lost. */
  readonly silenceMs: number;
  /** After this long without a message, forget the peer. */
  readonly forgetMs: number;
}

/** A message or heartbeat of a process. */
interface Call {
  readonly from: string;
  /** A count that grows by one with each message, or with each loss that the process announces. */
  readonly number: number;
  readonly kind: 'message' | 'beat' | 'goodbye';
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
 * Tracks the other processes and the last number of each. A message has the next number, and a heartbeat repeats the last one; any other
 * step is a loss. The process also receives its own heartbeats, which shows that its subscriptions work.
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

  hear({ from, number, kind }: Call, now: number): Heard {
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
