import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ByteRate } from '../../src/shared/byte-rate.ts';

let passed: string[];
beforeEach(() => {
  vi.useFakeTimers();
  passed = [];
});
afterEach(() => vi.useRealTimers());

/** Asks for the bytes and notes the name when they pass. */
function ask(rate: ByteRate, name: string, bytes: number): void {
  void rate.pass(name.slice(0, 1), bytes).then(() => passed.push(name));
}
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a rate of bytes', () => {
  it('SR23 lets a burst pass at once, and then so many bytes a second', async () => {
    const rate = new ByteRate({ bytesPerSecond: 1000, burstBytes: 100 });
    for (let n = 0; n < 8; n++) ask(rate, `a${n}`, 50);
    await after(0);
    expect(passed).toHaveLength(2);
    await after(200);
    expect(passed).toHaveLength(6);
    await after(10_000);
    expect(passed).toHaveLength(8);
  });

  it('SR24 gives networks that wait turns, whatever one of them asks for', async () => {
    const rate = new ByteRate({ bytesPerSecond: 1000, burstBytes: 10 });
    for (let n = 0; n < 50; n++) ask(rate, `a${n}`, 20);
    ask(rate, 'b0', 20);
    ask(rate, 'c0', 20);
    await after(100);
    expect(passed).toContain('b0');
    expect(passed).toContain('c0');
    expect(passed.length).toBeLessThan(10);
  });

  it('SR25 lets a task pass that is larger than the burst, and has the next one wait for it', async () => {
    const rate = new ByteRate({ bytesPerSecond: 1000, burstBytes: 10 });
    ask(rate, 'a0', 500);
    ask(rate, 'b0', 1);
    await after(480);
    expect(passed).toEqual(['a0']);
    await after(40);
    expect(passed).toEqual(['a0', 'b0']);
  });

  it('has no timer while nothing is to be waited for', async () => {
    const rate = new ByteRate({ bytesPerSecond: 1000, burstBytes: 100 });
    ask(rate, 'a0', 100);
    await after(200);
    expect(vi.getTimerCount()).toBe(0);
  });
});
