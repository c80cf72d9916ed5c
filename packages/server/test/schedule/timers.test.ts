import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Timers } from '../../src/schedule/timers.ts';

const DAY_MS = 24 * 3_600_000;
/** An alarm asks the platform for so much more than its delay, because platform timers are early. */
const MORE_MS = 1;
const world = { now: () => Date.now(), elapsedMs: () => performance.now(), randomBytes: () => new Uint8Array() };

let rung: string[];
let failed: [unknown, string][];
let timers: Timers;
/** An action that records the name. */
const ring = (name: string) => () => void rung.push(name);
beforeEach(() => {
  vi.useFakeTimers();
  rung = [];
  failed = [];
  timers = new Timers(world, (error, name) => failed.push([error, name]));
});
afterEach(() => {
  timers.stop();
  vi.useRealTimers();
});

describe('alarms on timers', () => {
  it('TM1 go off once, at their time', () => {
    timers.set('b', world.now() + 200, ring('b'));
    timers.set('a', world.now() + 100, ring('a'));
    vi.advanceTimersByTime(99);
    expect(rung).toEqual([]);
    vi.advanceTimersByTime(1 + MORE_MS);
    expect(rung).toEqual(['a']);
    vi.advanceTimersByTime(1000);
    expect(rung).toEqual(['a', 'b']);
  });

  it('TM2 are moved when set again, and removed when cleared', () => {
    timers.set('a', world.now() + 100, ring('a'));
    timers.set('a', world.now() + 300, ring('a'));
    timers.set('b', world.now() + 100, ring('b'));
    timers.clear('b');
    vi.advanceTimersByTime(299);
    expect(rung).toEqual([]);
    vi.advanceTimersByTime(1 + MORE_MS);
    expect(rung).toEqual(['a']);
  });

  it('TM3 never go off inside set, even when they are due', () => {
    timers.set('late', world.now() - 5000, ring('late'));
    expect(rung).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(rung).toEqual(['late']);
  });

  it('TM4 may be further away than the longest platform timer', () => {
    timers.set('far', world.now() + 60 * DAY_MS, ring('far'));
    vi.advanceTimersByTime(60 * DAY_MS - 1);
    expect(rung).toEqual([]);
    vi.advanceTimersByTime(1 + MORE_MS);
    expect(rung).toEqual(['far']);
  });

  it('TM5 wait for the rest of their delay when a platform timer is early', () => {
    let slowMs = 0;
    const early = new Timers({ ...world, elapsedMs: () => Date.now() - slowMs }, () => undefined);
    early.set('a', world.now() + 100, ring('a'));
    slowMs = 50;
    vi.advanceTimersByTime(149);
    expect(rung).toEqual([]);
    vi.advanceTimersByTime(1 + MORE_MS);
    expect(rung).toEqual(['a']);
  });

  it('TM9 need one platform timer each, although those are a fraction of a millisecond early', () => {
    // The clock of alarms is ahead of that of the platform's timers when they are set.
    let aheadMs = 0.9;
    const early = new Timers({ ...world, elapsedMs: () => Date.now() + aheadMs }, () => undefined);
    early.set('a', world.now() + 100, ring('a'));
    aheadMs = 0;
    vi.advanceTimersToNextTimer();
    expect(rung).toEqual(['a']);
  });

  it.each([-3_600_000, 3_600_000])('TM8 keep their delay when the clock is set by %i ms', (ms) => {
    timers.set('a', world.now() + 500, ring('a'));
    vi.advanceTimersByTime(100);
    vi.setSystemTime(Date.now() + ms);
    vi.advanceTimersByTime(399);
    expect(rung).toEqual([]);
    vi.advanceTimersByTime(1 + MORE_MS);
    expect(rung).toEqual(['a']);
  });

  it('TM6 neither go off nor can be set after a stop', () => {
    timers.set('a', world.now() + 100, ring('a'));
    timers.stop();
    timers.set('b', world.now() + 100, ring('b'));
    vi.advanceTimersByTime(1000);
    expect(rung).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('TM7 report an action that throws or rejects, with the name of the alarm', async () => {
    timers.set('a', world.now() + 100, () => {
      throw new Error('thrown');
    });
    timers.set('b', world.now() + 100, () => Promise.reject(new Error('rejected')));
    await vi.advanceTimersByTimeAsync(100 + MORE_MS);
    expect(failed).toEqual([
      [new Error('thrown'), 'a'],
      [new Error('rejected'), 'b'],
    ]);
  });
});
