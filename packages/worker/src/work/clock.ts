import { setTimeout as delay } from 'node:timers/promises';

/** Time as an argument, so that tests need not wait. */
export interface Clock {
  /** Milliseconds since the epoch: a machine that slept must see that its leases are over. */
  nowMs(): number;
  /** Resolves after that time, or at once when the signal is given. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  // an abandoned sleep is no failure: whoever sleeps looks at the signal anyway
  sleep: (ms, signal) => delay(ms, undefined, signal ? { signal } : {}).catch(() => undefined),
};
