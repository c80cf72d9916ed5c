import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { type Connection, PREFIX } from './connection.ts';

/** Counts in windows of `duration` seconds, up to `points` each. */
export interface WindowOptions {
  readonly keyPrefix: string;
  readonly points: number;
  readonly duration: number;
}

/** Whom this process has counted in this window and the last one. */
class Seen {
  readonly #lastsMs: number;
  #begun = performance.now();
  #now = new Set<string>();
  #before = new Set<string>();

  constructor(seconds: number) {
    this.#lastsMs = seconds * 1000;
  }

  note(address: string): void {
    this.#turn();
    this.#now.add(address);
  }

  get size(): number {
    this.#turn();
    return new Set([...this.#now, ...this.#before]).size;
  }

  #turn(): void {
    const windows = Math.floor((performance.now() - this.#begun) / this.#lastsMs);
    if (windows === 0) return;
    this.#before = windows === 1 ? this.#now : new Set();
    this.#now = new Set();
    this.#begun += windows * this.#lastsMs;
  }
}

/** Remembers whom it has counted. */
class NotingRedis extends RateLimiterRedis {
  readonly seen: Seen;

  constructor(options: ConstructorParameters<typeof RateLimiterRedis>[0], seen: Seen) {
    super(options);
    this.seen = seen;
  }

  override consume(address: string | number, points?: number, options?: Record<string, unknown>) {
    this.seen.note(String(address));
    return super.consume(address, points, options);
  }
}

/**
 * Counts for all processes together, in Redis. While Redis is away each counts for itself: no visitor is turned away for that.
 * Who has used up his window is refused from memory.
 */
export function countInRedis({ commands }: Pick<Connection, 'commands'>, options: WindowOptions) {
  const windows = new NotingRedis(
    {
      ...{ ...options, keyPrefix: `${PREFIX}${options.keyPrefix}`, storeClient: commands, rejectIfRedisNotReady: true },
      ...{ inMemoryBlockOnConsumed: options.points + 1, insuranceLimiter: new RateLimiterMemory(options) },
    },
    new Seen(options.duration),
  );
  return { windows, size: () => windows.seen.size };
}
