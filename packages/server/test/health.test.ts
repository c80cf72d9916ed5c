import { afterEach, describe, expect, it, vi } from 'vitest';
import { lately, storeProbe } from '../src/health.ts';

describe('what the health report asks lately', () => {
  it('is asked once a second at most, however often somebody wants to know', () => {
    let [now, asked] = [5, 0];
    const count = lately(
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

describe('the health report on the store', () => {
  afterEach(() => void vi.useRealTimers());

  it('writes once in five seconds at most, and notices a store that cannot be written and one that can again', async () => {
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

  it('does not wait for a store that does not answer, and asks it nothing more until it does', async () => {
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
