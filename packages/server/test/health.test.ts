import { afterEach, describe, expect, it, vi } from 'vitest';
import { cached, lastKnown, storeProbe } from '../src/compose/health.ts';

describe('a cached figure of the health report', () => {
  it('is read once a second at most, for any number of requests', () => {
    let [now, asked] = [5, 0];
    const count = cached(
      () => ++asked,
      () => now,
    );
    expect([count(), count()]).toEqual([1, 1]);
    now += 999;
    expect(count()).toBe(1);
    now += 1;
    expect([count(), count()]).toEqual([2, 2]);
  });
});

describe('the store in the health report', () => {
  afterEach(() => void vi.useRealTimers());

  it('is probed every five seconds at most, and failure and recovery are noticed', async () => {
    let [now, probes, broken] = [0, 0, false];
    const works = storeProbe(
      async () => {
        probes += 1;
        if (broken) throw new Error('disk full');
      },
      () => now,
    );
    expect(await Promise.all([works(), works(), works()])).toEqual([true, true, true]);
    broken = true;
    now = 4_999;
    expect([await works(), probes]).toEqual([true, 1]);
    now = 5_000;
    expect([await works(), probes]).toEqual([false, 2]);
    broken = false;
    now = 10_000;
    expect([await works(), probes]).toEqual([true, 3]);
  });

  it('counts as failed while a probe hangs, and is not probed again until it ends', async () => {
    vi.useFakeTimers();
    let probes = 0;
    let answer: () => void = () => undefined;
    const works = storeProbe(
      () => {
        probes += 1;
        return new Promise<void>((resolve) => {
          answer = resolve;
        });
      },
      () => 0,
    );
    const first = works();
    const second = works();
    await vi.advanceTimersByTimeAsync(2_000);
    expect([await first, await second, probes]).toEqual([false, false, 1]);
    answer();
    await vi.advanceTimersByTimeAsync(0);
    expect([await works(), probes]).toEqual([true, 1]);
  });
});

describe('the queue in the health report', () => {
  it('has the last known counts while the store fails, and is read once a second at most', async () => {
    let [now, reads, broken] = [0, 0, false];
    const jobs = lastKnown(
      async () => {
        reads += 1;
        if (broken) throw new Error('cannot reach the database');
        return { depth: reads };
      },
      { depth: 0 },
      () => now,
    );
    expect(await Promise.all([jobs(), jobs()])).toEqual([{ depth: 1 }, { depth: 1 }]);
    broken = true;
    now = 1_000;
    expect([await jobs(), reads]).toEqual([{ depth: 1 }, 2]);
    now = 1_999;
    expect([await jobs(), reads]).toEqual([{ depth: 1 }, 2]);
    broken = false;
    now = 2_000;
    expect([await jobs(), reads]).toEqual([{ depth: 3 }, 3]);
  });
});
