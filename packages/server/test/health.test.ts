import type { Health } from '@anchor/wire';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cached, HealthLook } from '../src/compose/health.ts';

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

/** A look at a store that a test breaks or stops. */
function setUp() {
  const outage: string[] = [];
  const store = { isBroken: false, isHanging: false, works: 0, jobs: 0, backup: null as Health['backup'] };
  let goOn: () => void = () => undefined;
  const work = async () => {
    store.works += 1;
    if (store.isHanging) await new Promise<void>((resolve) => (goOn = resolve));
    if (store.isBroken) throw new Error('cannot reach the database');
  };
  const look = new HealthLook({
    probe: work,
    count: async () => {
      if (store.isBroken) throw new Error('cannot reach the database');
      return { depth: store.jobs, leased: 0 };
    },
    backup: () => {
      if (store.isBroken) throw new Error('cannot read the folder');
      return store.backup;
    },
    outage: { begins: () => void outage.push('begins'), ends: () => void outage.push('ends') },
  });
  return { store, look, outage, goOn: () => goOn() };
}

describe('what the health report says of the store', () => {
  afterEach(() => void vi.useRealTimers());

  it('is what the last look saw: a request causes no work', async () => {
    const { store, look, outage } = setUp();
    await look.look();
    store.isBroken = true;
    for (let n = 0; n < 100; n++) expect(look.seen.ok).toBe(true);
    expect(store.works).toBe(1);
    await look.look();
    expect(look.seen.ok).toBe(false);
    store.isBroken = false;
    await look.look();
    expect(look.seen.ok).toBe(true);
    expect(outage).toEqual(['ends', 'begins', 'ends']);
  });

  it('has the last known queue and backup while they cannot be read', async () => {
    const { store, look } = setUp();
    store.jobs = 3;
    store.backup = { at: 1, bytes: 2, ok: true };
    await look.look();
    store.isBroken = true;
    store.jobs = 4;
    await look.look();
    expect(look.seen).toEqual({ ok: false, queue: { depth: 3, leased: 0 }, backup: { at: 1, bytes: 2, ok: true } });
  });

  it('is a failure while a write hangs, and there is no second write until the first ends', async () => {
    vi.useFakeTimers();
    const { store, look, goOn } = setUp();
    store.isHanging = true;
    const [first, second] = [look.look(), look.look()];
    await vi.advanceTimersByTimeAsync(2_000);
    await Promise.all([first, second]);
    expect([look.seen.ok, store.works]).toEqual([false, 1]);
    store.isHanging = false;
    goOn();
    await vi.advanceTimersByTimeAsync(0);
    await look.look();
    expect([look.seen.ok, store.works]).toEqual([true, 2]);
  });
});
