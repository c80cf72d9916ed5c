interface Waiting {
  readonly bytes: number;
  readonly resolve: () => void;
}

/** The interval at which waiting tasks may pass, in milliseconds. */
const TICK_MS = 20;

/**
 * Lets so many bytes a second pass, all networks together. Networks that wait take turns. A task may be larger than the burst: the next one
 * then waits longer.
 */
export class ByteRate {
  readonly #bytesPerTick: number;
  readonly #mostBytes: number;
  /** Networks in the order of their turns, each with what waits. */
  readonly #waiting = new Map<string, Waiting[]>();
  #left: number;
  #timer: NodeJS.Timeout | null = null;

  /** `burstBytes`: how much passes at once after a quiet time. */
  constructor({ bytesPerSecond, burstBytes }: { readonly bytesPerSecond: number; readonly burstBytes: number }) {
    this.#bytesPerTick = (bytesPerSecond * TICK_MS) / 1000;
    this.#mostBytes = burstBytes;
    this.#left = burstBytes;
  }

  /** Resolves when so many bytes of this network may pass. */
  async pass(network: string, bytes: number): Promise<void> {
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref();
    if (this.#waiting.size === 0 && this.#left > 0) {
      this.#left -= bytes;
      return;
    }
    await new Promise<void>((resolve) => {
      const own = this.#waiting.get(network) ?? [];
      own.push({ bytes, resolve });
      this.#waiting.set(network, own);
    });
  }

  #tick(): void {
    this.#left = Math.min(this.#mostBytes, this.#left + this.#bytesPerTick);
    for (let next = this.#take(); next; next = this.#take()) {
      this.#left -= next.bytes;
      next.resolve();
    }
    if (this.#left < this.#mostBytes || this.#waiting.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Removes the next one that may pass now. Its network goes to the end. */
  #take(): Waiting | undefined {
    const [first] = this.#waiting;
    if (!first || this.#left <= 0) return;
    const [network, own] = first;
    const next = own.shift();
    this.#waiting.delete(network);
    if (own.length > 0) this.#waiting.set(network, own);
    return next;
  }
}
