import type { Bucket } from '@anchor/wire';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Requests per address and minute, by bucket. */
type RequestLimits = Readonly<Record<Bucket, number>>;

/** Counts `points` per window of `duration` seconds. */
export interface CounterOptions {
  readonly keyPrefix: string;
  readonly points: number;
  readonly duration: number;
}

/** A rate counter, in this process or shared by several. */
export interface Counter {
  readonly windows: RateLimiterAbstract;
  /** Number of addresses in memory. */
  size(): number;
}

const WINDOW_SECONDS = 60;

export function countInMemory(options: CounterOptions): Counter {
  const windows = new RateLimiterMemory(options);
  return { windows, size: () => windows.dump().storage.length };
}

/** Rate limits by address and bucket. */
export class RequestLimiter {
  readonly #counters: Readonly<Record<Bucket, Counter>>;

  constructor(limits: RequestLimits, make: (options: CounterOptions) => Counter = countInMemory) {
    const counter = (bucket: Bucket) =>
      make({ keyPrefix: `http-${bucket}`, points: limits[bucket], duration: WINDOW_SECONDS });
    this.#counters = {
      read: counter('read'),
      write: counter('write'),
      analysis: counter('analysis'),
    };
  }

  /** Counts a request. Resolves to null when it is allowed, else to the seconds until the next one is. */
  take(bucket: Bucket, address: string): Promise<number | null> {
    return this.#counters[bucket].windows.consume(address).then(() => null, secondsLeft);
  }

  /** Number of addresses in memory, counted once per bucket. */
  get keys(): number {
    return Object.values(this.#counters).reduce((sum, { size }) => sum + size(), 0);
  }
}

function secondsLeft(refusal: unknown): number {
  if (!(refusal instanceof RateLimiterRes)) throw refusal;
  return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
}
