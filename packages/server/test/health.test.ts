import { describe, expect, it } from 'vitest';
import { lately } from '../src/health.ts';

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
