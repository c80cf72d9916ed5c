import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Timers } from '../../src/schedule/timers.ts';

const DAY_MS = 24 * 3_600_000;
const world = { now: () => Date.now(), randomBytes: () => new Uint8Array() };

let rung: string[];
let timers: Timers;
beforeEach(() => {
  vi.useFakeTimers();
  rung = [];
  timers = new Timers(world, (name) => rung.push(name));
});
afterEach(() => {
  timers.stop();
  vi.useRealTimers();
});

describe('alarms on timers', () => {
  it('TM1 go off once, at their time, with their name', () => {
    timers.set('b', world.now() + 200);
    timers.set('a', world.now() + 100);
    vi.advanceTimersByTime(99);
    expect(rung).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(rung).toEqual(['a']);
    vi.advanceTimersByTime(1000);
    expect(rung).toEqual(['a', 'b']);
  });

  it('TM2 are moved when set again, and removed when cleared', () => {
    timers.set('a', world.now() + 100);
    timers.set('a', world.now() + 300);
    timers.set('b', world.now() + 100);
    timers.clear('b');
    vi.advanceTimersByTime(299);
    expect(rung).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(rung).toEqual(['a']);
  });

  it('TM3 never go off inside set, even when they are due', () => {
    timers.set('late', world.now() - 5000);
    expect(rung).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(rung).toEqual(['late']);
  });

  it('TM4 may be further away than the longest platform timer', () => {
    timers.set('far', world.now() + 60 * DAY_MS);
    vi.advanceTimersByTime(60 * DAY_MS - 1);
    expect(rung).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(rung).toEqual(['far']);
  });

  it('TM5 wait for the world’s clock when a platform timer is early', () => {
    const slow = { ...world, now: () => Date.now() - 50 };
    const early = new Timers(slow, (name) => rung.push(name));
    const at = slow.now() + 100;
    early.set('a', at);
    vi.setSystemTime(Date.now() - 50);
    vi.advanceTimersByTime(100);
    expect(rung).toEqual([]);
    vi.advanceTimersByTime(50);
    expect(rung).toEqual(['a']);
  });

  it('TM6 neither go off nor can be set after a stop', () => {
    timers.set('a', world.now() + 100);
    timers.stop();
    timers.set('b', world.now() + 100);
    vi.advanceTimersByTime(1000);
    expect(rung).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
