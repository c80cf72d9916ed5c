import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Repeat } from '../../src/schedule/repeat.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs at once and then at the interval, one run at a time, until it is stopped', async () => {
  let runs = 0;
  let end: () => void = () => undefined;
  const repeat = new Repeat(() => {
    runs += 1;
    return new Promise((resolve) => {
      end = resolve;
    });
  }, 1_000);
  const started = repeat.start();
  await vi.advanceTimersByTimeAsync(3_500);
  expect(runs).toBe(1);
  end();
  await started;
  await vi.advanceTimersByTimeAsync(500);
  expect(runs).toBe(2);
  const order: string[] = [];
  const stopped = repeat.stop().then(() => order.push('stopped'));
  await vi.advanceTimersByTimeAsync(5_000);
  order.push('ended');
  end();
  await stopped;
  expect([runs, order]).toEqual([2, ['ended', 'stopped']]);
});
