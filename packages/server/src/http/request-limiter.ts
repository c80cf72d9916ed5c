import type { Bucket } from '@anchor/wire';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Requests per address and minute, by bucket. */
type RequestLimits = Readonly<Record<Bucket, number>>;

const WINDOW_SECONDS = 60;

/** Rate limits by address and bucket. Each process counts by itself. */
export class RequestLimiter {
  readonly #counters: Readonly<Record<Bucket, RateLimiterMemory>>;

  constructor(limits: RequestLimits) {
    const counter = (bucket: Bucket) => new RateLimiterMemory({ points: limits[bucket], duration: WINDOW_SECONDS });
    this.#counters = {
      read: counter('read'),
      write: counter('write'),
      analysis: counter('analysis'),
    };
  }

  /** Counts a request. Resolves to null when it is allowed, else to the seconds until the next one is. */
  take(bucket: Bucket, address: string): Promise<number | null> {
    return this.#counters[bucket].consume(address).then(() => null, secondsLeft);
  }

  /** Number of addresses in memory, counted once per bucket. */
  get keys(): number {
    return Object.values(this.#counters).reduce((sum, counter) => sum + counter.dump().storage.length, 0);
  }
}

function secondsLeft(refusal: unknown): number {
  if (!(refusal instanceof RateLimiterRes)) throw refusal;
  return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
}
