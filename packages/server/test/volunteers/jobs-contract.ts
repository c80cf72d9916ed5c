import { beforeEach, describe, expect, it } from 'vitest';
import { ask, type Hold, release, settle, take, takeBack, withdraw } from '../../src/domain/analysis/queue/job-life.ts';
import type { JobStore } from '../../src/domain/analysis/queue/job-store.ts';
import { ENGINE, jobsFor } from './engine.ts';

/** The contract of every job store, in one process or shared. */
export function describeJobStore(name: string, open: () => JobStore | Promise<JobStore>): void {
  describe(`jobs ${name}`, () => {
    const jobs = jobsFor(9);
    let store: JobStore;
    beforeEach(async () => {
      store = await open();
    });

    const asked = async (match: string, ...indices: readonly number[]) => {
      for (const job of indices.flatMap((index) => jobs[index] ?? []))
        await store.update(job.key, (state) => [ask(state, job, match), null]);
    };
    const hold = (workerId = 'w'): Hold => ({ token: `token of ${workerId}`, workerId, until: 60_000 });
    const taken = async (index: number, by = hold()) =>
      store.update(jobs[index]?.key ?? '', (state) => {
        const next = take(state, by, false);
        return [next, next !== state];
      });
    const waiting = async (engineId = ENGINE.engineId) => {
      const keys: string[] = [];
      for await (const key of store.waiting(engineId)) keys.push(key);
      return keys.map((key) => jobs.findIndex((job) => job.key === key));
    };

    it('are yielded one per match in turn, in the order in which they were queued', async () => {
      await asked('long', 0, 1, 2, 3);
      await asked('short', 4, 5);
      await asked('late', 6);
      expect(await waiting()).toEqual([0, 4, 6, 1, 5, 2, 3]);
      expect(await waiting('other-1.0')).toEqual([]);
    });

    it('continue with the match served longest ago', async () => {
      await asked('a', 0, 1, 2);
      await asked('b', 3, 4, 5);
      for await (const key of store.waiting(ENGINE.engineId)) {
        expect(key).toBe(jobs[0]?.key);
        break;
      }
      await taken(0);
      expect(await waiting()).toEqual([3, 1, 4, 2, 5]);
    });

    it('are not yielded while held, and return to their places when released', async () => {
      await asked('a', 0, 1, 2);
      expect(await taken(0)).toBe(true);
      expect(await waiting()).toEqual([1, 2]);
      expect(await store.count()).toEqual({ depth: 3, leased: 1 });
      await store.update(jobs[0]?.key ?? '', (state) => [release(state, hold().token), null]);
      expect(await waiting()).toEqual([0, 1, 2]);
      expect(await store.count()).toEqual({ depth: 3, leased: 0 });
    });

    it('of two matches wait once, until both have withdrawn', async () => {
      await asked('a', 0);
      await asked('b', 0);
      expect(new Set(await waiting())).toEqual(new Set([0]));
      expect(await store.count()).toEqual({ depth: 1, leased: 0 });
      for (const [match, left] of [
        ['a', [0]],
        ['b', []],
      ] as const) {
        await store.update(jobs[0]?.key ?? '', (state) => [withdraw(state, match), null]);
        expect(await waiting()).toEqual(left);
      }
      expect(await store.read(jobs[0]?.key ?? '')).toBeNull();
    });

    it('are taken by exactly one of several callers', async () => {
      await asked('a', 0);
      const got = await Promise.all(Array.from({ length: 20 }, (_, n) => taken(0, hold(`w${n}`))));
      expect(got.filter(Boolean)).toHaveLength(1);
      const state = await store.read(jobs[0]?.key ?? '');
      expect(state?.hold?.workerId).toBe(`w${got.indexOf(true)}`);
    });

    it('are requested by all of several callers', async () => {
      const matches = Array.from({ length: 20 }, (_, n) => `match ${n}`);
      await Promise.all(matches.map((match) => asked(match, 0)));
      expect((await store.read(jobs[0]?.key ?? ''))?.matches.toSorted()).toEqual(matches.toSorted());
    });

    it('that are put back after a result belong to the same worker until it releases them', async () => {
      const key = jobs[0]?.key ?? '';
      const { token, workerId } = hold();
      await asked('a', 0, 1);
      await taken(0);
      await store.openLease(token, { workerId, until: 60_000, keys: [key] });
      const settled = await store.update(key, (state) =>
        settle(state, token, { workerId, result: { plays: [] } }, false),
      );
      expect(await store.read(key)).toBeNull();
      expect(await store.count()).toEqual({ depth: 1, leased: 0 });
      if (settled.outcome !== 'answered') throw new Error(settled.outcome);
      await store.update(key, (state) => [takeBack(state, settled.before), null]);
      expect(await store.count()).toEqual({ depth: 2, leased: 1 });
      expect(await waiting()).toEqual([1]);
      expect((await store.lease(token))?.keys).toEqual([key]);
      await store.update(key, (state) => [release(state, token), null]);
      expect((await waiting()).toSorted()).toEqual([0, 1]);
      expect(await store.count()).toEqual({ depth: 2, leased: 0 });
    });

    it('are leased, and a lease ends with its last job', async () => {
      const lease = { workerId: 'w', until: 60_000, keys: ['a', 'b', 'c'] };
      await store.openLease('one', lease);
      expect(await store.lease('one')).toEqual(lease);
      expect(await store.lease('two')).toBeNull();
      await store.closeJobs('one', ['b', 'x']);
      expect(await store.lease('one')).toEqual({ ...lease, keys: ['a', 'c'] });
      await store.closeJobs('one', ['a', 'c']);
      expect(await store.lease('one')).toBeNull();
      await store.closeJobs('one', ['a']);
    });

    it('are leased until a time, and to a worker', async () => {
      await store.openLease('old', { workerId: 'w1', until: 1_000, keys: ['a'] });
      await store.openLease('older', { workerId: 'w2', until: 1_000, keys: ['b'] });
      await store.openLease('new', { workerId: 'w1', until: 2_000, keys: ['c'] });
      expect(await store.leasesOver(999)).toEqual([]);
      expect((await store.leasesOver(1_000)).toSorted()).toEqual(['old', 'older']);
      expect(await store.leasesOver(2_000)).toHaveLength(3);
      expect((await store.leasesOf('w1')).toSorted()).toEqual(['new', 'old']);
      expect(await store.leasesOf('nobody')).toEqual([]);
    });
  });
}
