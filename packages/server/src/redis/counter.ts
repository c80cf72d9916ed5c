import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { type Connection, PREFIX } from './connection.ts';

/** Counts `points` per window of `duration` seconds. */
interface WindowOptions {
  readonly keyPrefix: string;
  readonly points: number;
  readonly duration: number;
}

/** The addresses that this process has counted in the present and the previous window. */
class Seen {
  readonly #lastsMs: number;
  #startedAt = performance.now();
  #now = new Set<string>();
  #before = new Set<string>();

  constructor(seconds: number) {
    this.#lastsMs = seconds * 1000;
  }

  note(address: string): void {
    this.#rotate();
    this.#now.add(address);
  }

  get size(): number {
    this.#rotate();
    return new Set([...this.#now, ...this.#before]).size;
  }

  #rotate(): void {
    const windows = Math.floor((performance.now() - this.#startedAt) / this.#lastsMs);
    if (windows === 0) return;
    this.#before = windows === 1 ? this.#now : new Set();
    this.#now = new Set();
    this.#startedAt += windows * this.#lastsMs;
  }
}

/** A rate limiter that records the addresses it counts. */
class RecordingLimiter extends RateLimiterRedis {
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
 * Counts for all processes together in Redis. While Redis is unreachable, each process counts alone, so no request is refused because of
 * that. Addresses over their limit are refused from memory.
 */
export function countInRedis({ commands }: Pick<Connection, 'commands'>, options: WindowOptions) {
  const windows = new RecordingLimiter(
    {
      ...options,
      keyPrefix: `${PREFIX}${options.keyPrefix}`,
      storeClient: commands,
      rejectIfRedisNotReady: true,
      inMemoryBlockOnConsumed: options.points + 1,
      insuranceLimiter: new RateLimiterMemory(options),
    },
    new Seen(options.duration),
  );
  return { windows, size: () => windows.seen.size };
}
