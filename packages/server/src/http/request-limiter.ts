import type { Bucket } from '@anchor/wire';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Requests of one address a minute. */
export type RequestLimits = Readonly<Record<Bucket, number>>;

/** What has no limit of its own, files and records for instance, shares this one. */
export const GENERAL_LIMIT = 6_000;

/** Counts in windows of `duration` seconds, up to `points` each. */
export interface CounterOptions {
  readonly keyPrefix: string;
  readonly points: number;
  readonly duration: number;
}

/** Where requests are counted: in this process, or in a place that several share. */
export interface Counter {
  readonly windows: RateLimiterAbstract;
  /** Addresses that are remembered here. */
  size(): number;
}

const WINDOW_SECONDS = 60;

export function countInMemory(options: CounterOptions): Counter {
  const windows = new RateLimiterMemory(options);
  return { windows, size: () => windows.dump().storage.length };
}

/** How often each address may ask for what. */
export class RequestLimiter {
  readonly #counters: Readonly<Record<Bucket, Counter>>;

  constructor(limits: RequestLimits, make: (options: CounterOptions) => Counter = countInMemory) {
    const counter = (bucket: Bucket) =>
      make({ keyPrefix: `http-${bucket}`, points: limits[bucket], duration: WINDOW_SECONDS });
    this.#counters = {
      read: counter('read'),
      write: counter('write'),
      analysis: counter('analysis'),
      general: counter('general'),
    };
  }

  /** Counts a request; null when it may go on, else the seconds after which the next one may. */
  take(bucket: Bucket, address: string): Promise<number | null> {
    return this.#counters[bucket].windows.consume(address).then(() => null, secondsLeft);
  }

  /** Addresses that are remembered, once for each bucket. */
  get keys(): number {
    return Object.values(this.#counters).reduce((sum, { size }) => sum + size(), 0);
  }
}

function secondsLeft(refusal: unknown): number {
  if (!(refusal instanceof RateLimiterRes)) throw refusal;
  return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
}
