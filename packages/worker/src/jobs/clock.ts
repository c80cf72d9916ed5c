import { setTimeout as delay } from 'node:timers/promises';

/** An injectable clock, so that tests need not wait. */
export interface Clock {
  /** Milliseconds since the epoch. Wall time, so that leases expire while the machine sleeps. */
  nowMs(): number;
  /** Resolves after this time, or when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  // An aborted sleep is not an error; callers check the signal.
  sleep: (ms, signal) => delay(ms, undefined, signal ? { signal } : {}).catch(() => undefined),
};
