import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeepQueueStore, JobsWanted } from '../../src/domain/ports/analysis.ts';
import type { OpenStore } from '../../src/storage/open-store.ts';
import { nextId } from './fixtures.ts';

const DAY = 24 * 3_600_000;
const now = 1_790_000_200_000;

/** The contract of the queue of deep analysis. `open` opens the same data each time. */
export function queueContract(name: string, open: () => Promise<OpenStore>): void {
  describe(`the queue of deep analysis on ${name}`, () => {
    let stores: OpenStore[] = [];
    beforeAll(async () => {
      stores = [await open()];
    });
    afterAll(async () => {
      for (const store of stores) await store.close();
    });
    const queue = (): DeepQueueStore => stores[0]!.deepQueue;
    const reopen = async () => {
      await stores[0]!.close();
      stores = [await open()];
    };
    /** Jobs of an engine of their own, so that tests do not disturb each other. */
    const some = (count: number) => {
      const engineId = `engine-${nextId()}`;
      return Array.from({ length: count }, (_, turn) => ({ key: nextId(), engineId, job: `{"n":${turn}}`, turn }));
    };
    const wanted = (engineId: string, worker: string, changes: Partial<JobsWanted> = {}): JobsWanted => ({
      token: nextId(),
      engineId,
      worker,
      mark: ` ${worker}`,
      count: 100,
      until: now + 60_000,
      now,
      isMarked: false,
      ...changes,
    });

    it('leases jobs in the order of their turns, until they are answered or the lease ends, over a restart', async () => {
      const jobs = some(4);
      const [{ engineId }] = jobs as [(typeof jobs)[number]];
      expect(await queue().ask(jobs.toReversed(), now + DAY)).toBe(4);
      expect(await queue().ask(jobs, now + DAY)).toBe(0);
      const first = wanted(engineId, 'w1', { count: 3 });
      expect(await queue().take(first)).toEqual(jobs.slice(0, 3).map(({ job }) => job));
      await reopen();
      expect((await queue().held(first.token, 'w1', now)).map(({ key }) => key).toSorted()).toEqual(
        jobs
          .slice(0, 3)
          .map(({ key }) => key)
          .toSorted(),
      );
      expect(await queue().held(first.token, 'w2', now)).toEqual([]);
      expect(await queue().countHeld('w1', now)).toBe(3);
      const answered = jobs.slice(0, 1).map(({ key }) => ({ key, text: '[]', judges: '["w1"]' }));
      const conclusion = { token: first.token, at: now, answered, done: [jobs[0]!.key, jobs[3]!.key], noted: [] };
      expect([...(await queue().conclude(conclusion))]).toEqual([jobs[0]!.key]);
      expect([...(await queue().conclude(conclusion))]).toEqual([]);
      expect(await stores[0]!.evaluations.readJudged([jobs[0]!.key])).toEqual(answered);
      expect(await queue().ask(jobs.slice(0, 1), now + DAY)).toBe(0);
      expect(await queue().take(wanted(engineId, 'w2', { now: now + 59_999 }))).toEqual([jobs[3]!.job]);
      expect(await queue().take(wanted(engineId, 'w2', { now: now + 60_000 }))).toEqual([
        jobs[1]!.job,
        jobs[2]!.job,
        jobs[3]!.job,
      ]);
      await queue().revoke('w2', now);
    });

    it('JR1 never leases a job twice at the same time', async () => {
      const jobs = some(60);
      const [{ engineId }] = jobs as [(typeof jobs)[number]];
      await queue().ask(jobs, now + DAY);
      const takes = Array.from({ length: 24 }, (_, n) => queue().take(wanted(engineId, `p${n}`, { count: 5 })));
      const taken = (await Promise.all(takes)).flat();
      expect(new Set(taken).size).toBe(taken.length);
      const rest = await queue().take(wanted(engineId, 'last'));
      expect(taken.length + rest.length).toBe(60);
      expect(await queue().hasWork({ engineId, mark: ' x', now })).toBe(false);
    });

    it('keeps opinions, and gives a marked job to no worker twice', async () => {
      const jobs = some(1);
      const [{ key, engineId }] = jobs as [(typeof jobs)[number]];
      await queue().ask(jobs, now + DAY);
      const one = wanted(engineId, 'm1', { isMarked: true });
      await queue().take(one);
      const [held] = await queue().held(one.token, 'm1', now);
      const noted = [{ key, opinions: '["no"]', hadBy: held?.hadBy ?? '' }];
      const conclusion = { token: one.token, at: now, answered: [], done: [], noted };
      expect([...(await queue().conclude(conclusion))]).toEqual([key]);
      expect(await queue().take(wanted(engineId, 'm1', { now: now + DAY - 1 }))).toEqual([]);
      const two = wanted(engineId, 'm2');
      expect(await queue().take(two)).toHaveLength(1);
      expect(await queue().held(two.token, 'm2', now)).toMatchObject([{ key, opinions: '["no"]', hadBy: ' m1 m2' }]);
      await queue().revoke('m2', now);
    });

    /** A job that the worker holds. */
    const held = async (worker: string, changes: Partial<JobsWanted> = {}) => {
      const [job] = some(1);
      await queue().ask([job!], now + DAY);
      const lease = wanted(job!.engineId, worker, { isMarked: true, ...changes });
      expect(await queue().take(lease)).toHaveLength(1);
      return { job: job!, key: job!.key, lease };
    };
    const stored = async (key: string) => (await stores[0]!.evaluations.readJudged([key]))[0] ?? null;
    const answer = (key: string, text = '["a"]') => ({ key, text, judges: `[{"id":"${key}"}]` });

    it('JR18 changes nothing for a lease whose job another worker has now', async () => {
      const { key, job, lease } = await held('s1');
      const later = wanted(job.engineId, 's2', { now: now + 60_000, until: now + 120_000, isMarked: true });
      expect(await queue().take(later)).toEqual([job.job]);
      const noted = [{ key, opinions: '["late"]', hadBy: '' }];
      const late = { token: lease.token, at: now, answered: [answer(key)] };
      expect(await queue().conclude({ ...late, done: [key], noted: [] })).toEqual(new Set());
      expect(await queue().conclude({ ...late, done: [], noted })).toEqual(new Set());
      expect(await stored(key)).toBeNull();
      expect(await queue().held(later.token, 's2', now + 60_000)).toEqual([
        { key, job: job.job, opinions: '[]', hadBy: ' s1 s2', known: null },
      ]);
      await queue().revoke('s2', now);
    });

    it('JR19 stores a submission as a whole or not at all', async () => {
      const [one, two] = [await held('t1'), await held('t1', { token: 'the-second' })];
      const token = one.lease.token;
      const broken = [{ key: one.key, opinions: null as unknown as string, hadBy: '' }];
      const conclusion = { token, at: now, answered: [answer(one.key)], done: [], noted: broken };
      await expect(queue().conclude(conclusion)).rejects.toThrow();
      expect(await stored(one.key)).toBeNull();
      const worse = { token, at: now, answered: [{ ...answer(one.key), text: null as unknown as string }] };
      await expect(queue().conclude({ ...worse, done: [one.key], noted: [] })).rejects.toThrow();
      expect((await queue().held(token, 't1', now)).map(({ key, opinions }) => [key, opinions])).toEqual([
        [one.key, '[]'],
      ]);
      expect(await queue().conclude({ ...conclusion, done: [one.key], noted: [] })).toEqual(new Set([one.key]));
      expect(await stored(one.key)).toEqual(answer(one.key));
      expect(await queue().held(two.lease.token, 't1', now)).toHaveLength(1);
      await queue().revoke('t1', now);
    });

    it('JR20 counts a result once, however often it is submitted at the same time', async () => {
      const { key, lease } = await held('u1');
      const conclusion = { token: lease.token, at: now, answered: [answer(key)], done: [key], noted: [] };
      const settled = await Promise.all(Array.from({ length: 6 }, () => queue().conclude(conclusion)));
      expect(settled.flatMap((keys) => [...keys])).toEqual([key]);
      expect(await queue().countHeld('u1', now)).toBe(0);
    });

    it('stores the answer of a job that stays for another worker, and keeps the first answer', async () => {
      const [job, later] = some(2) as [ReturnType<typeof some>[number], ReturnType<typeof some>[number]];
      const { key, engineId } = job;
      await queue().ask([job, later], now + DAY);
      const lease = wanted(engineId, 'v1', { count: 1 });
      expect(await queue().take(lease)).toEqual([job.job]);
      const noted = [{ key, opinions: '["first"]', hadBy: ' v1' }];
      const first = { token: lease.token, at: now, answered: [answer(key, '["first"]')], done: [], noted };
      expect(await queue().conclude(first)).toEqual(new Set([key]));
      expect(await stored(key)).toEqual(answer(key, '["first"]'));
      // The lease is over: it settles nothing more.
      expect(await queue().conclude(first)).toEqual(new Set());
      // Free at once, in its old place, and known as one that a worker has had: a new request starts behind it.
      expect(await queue().held(lease.token, 'v1', now)).toEqual([]);
      expect(await queue().countHeld('v1', now)).toBe(0);
      expect(await queue().frontier(engineId)).toBe(later.turn);
      expect(await queue().take(wanted(engineId, 'v1'))).toEqual([later.job]);
      const second = wanted(engineId, 'v2');
      expect(await queue().take(second)).toEqual([job.job]);
      expect(await queue().held(second.token, 'v2', now)).toMatchObject([{ opinions: '["first"]', hadBy: ' v1 v2' }]);
      const again = { token: second.token, at: now + 1, answered: [answer(key, '["second"]')], done: [key], noted: [] };
      expect(await queue().conclude(again)).toEqual(new Set([key]));
      expect(await stored(key)).toEqual(answer(key, '["first"]'));
      expect(await queue().take(wanted(engineId, 'v3'))).toEqual([]);
      await queue().revoke('v1', now);
    });

    it('drops jobs that no request wants any more, but not those that a worker holds', async () => {
      const jobs = some(3);
      const [{ engineId }] = jobs as [(typeof jobs)[number]];
      await queue().ask(jobs, now + 1000);
      await queue().ask(jobs.slice(2), now + DAY);
      await queue().take(wanted(engineId, 'h', { count: 1 }));
      const before = await queue().count(now + 1000);
      expect(await queue().expire(now + 1000, 0)).toBe(1);
      expect((await queue().count(now + 1000)).depth).toBe(before.depth);
      expect(await queue().take(wanted(engineId, 'x', { now: now + 1000 }))).toEqual([jobs[2]!.job]);
      await queue().revoke('x', now);
    });

    it('starts a new request at the turn that is served now', async () => {
      const jobs = some(5);
      const [{ engineId }] = jobs as [(typeof jobs)[number]];
      expect(await queue().frontier(engineId)).toBe(0);
      await queue().ask(jobs, now + DAY);
      await queue().take(wanted(engineId, 'f', { count: 2 }));
      expect(await queue().frontier(engineId)).toBe(2);
      await queue().take(wanted(engineId, 'f'));
      expect(await queue().frontier(engineId)).toBe(4);
      const [late] = jobs.slice(4);
      await queue().ask([{ ...late!, turn: 1.5 }], now + DAY);
      await queue().revoke('f', now);
      const order = await queue().take(wanted(engineId, 'g'));
      expect(order.map((job) => JSON.parse(job).n)).toEqual([0, 1, 4, 2, 3]);
      await queue().revoke('g', now);
    });

    it('remembers requests within limits, and hands them to one process at a time', async () => {
      const asker = nextId();
      const request = (matchId = nextId(), by = asker) => ({
        matchId,
        engineId: 'e',
        ply: 2,
        asker: by,
        until: now + DAY,
      });
      const limits = { perAsker: 2, ample: 1_000, most: 1_000 };
      const [p1, p2] = [nextId(), nextId()];
      const by = { owner: p1, ownedUntil: now + 60_000 };
      const [one, two] = [request(), request()];
      expect(await queue().remember(one, by, limits, now)).toBe(true);
      expect(await queue().remember(two, by, limits, now)).toBe(true);
      expect(await queue().remember(request(), by, limits, now)).toBe(false);
      expect(await queue().remember({ ...one, until: now + DAY + 1 }, by, limits, now)).toBe(true);
      expect(await queue().remember(request(nextId(), nextId()), by, { ...limits, most: 2 }, now)).toBe(false);
      expect(await queue().requestsOf(asker, now)).toBe(2);
      await reopen();
      const mine = (all: readonly { readonly matchId: string }[]) =>
        all
          .map(({ matchId }) => matchId)
          .filter((id) => id === one.matchId || id === two.matchId)
          .toSorted();
      const other = { owner: p2, ownedUntil: now + 120_000 };
      expect(mine(await queue().claim(other, now + 59_999, 1_000))).toEqual([]);
      await queue().renew({ owner: p1, ownedUntil: now + 70_000 });
      expect(mine(await queue().claim(other, now + 60_000, 1_000))).toEqual([]);
      const claims = await Promise.all([1, 2, 3].map(() => queue().claim(other, now + 70_000, 1_000)));
      expect(mine(claims.flat())).toEqual([one.matchId, two.matchId].toSorted());
      await queue().release(p2);
      await queue().forget(two);
      expect(mine(await queue().claim(by, now, 1_000))).toEqual([one.matchId]);
      await queue().expire(now + DAY + 1, 0);
      expect(await queue().requestsOf(asker, now)).toBe(0);
    });

    it('adds canaries to a lease, and removes a question that as many workers doubt as believe', async () => {
      const jobs = some(1);
      const [{ engineId }] = jobs as [(typeof jobs)[number]];
      const [key, lot] = [nextId(), 0.5];
      const answer = { key, job: '{"n":9}', text: '[1]', hadBy: ' a b' };
      await queue().addKnown([{ ...answer, right: 2, lot }], 1_000);
      const mine = async (mark: string) => (await queue().drawKnown(0.4, mark, 1_000)).filter((row) => row.key === key);
      expect(await mine(' c')).toEqual([answer]);
      expect(await mine(' a')).toEqual([]);
      const lease = wanted(engineId, 'c');
      expect(await queue().addCanaries([answer], lease)).toEqual([key]);
      expect(await queue().addCanaries([answer], wanted(engineId, 'd'))).toEqual([]);
      expect(await queue().held(lease.token, 'c', now)).toMatchObject([{ key, known: '[1]' }]);
      await queue().markKnown([key], ' c', 4);
      expect(await mine(' c')).toEqual([]);
      for (const worker of ['c', 'd']) {
        await queue().see(worker, now);
        expect((await queue().workers(now - 1, now)).trusted).toBe(1);
        await queue().distrust(worker, key, now + DAY, now);
      }
      expect(await queue().distrustedUntil('c')).toBe(now + DAY);
      expect(await queue().workers(now - 1, now)).toEqual({ present: 2, trusted: 0, distrusted: 2 });
      await queue().judgeKnown(key, false);
      expect(await queue().distrustedUntil('c')).toBe(now + DAY);
      await queue().judgeKnown(key, false);
      expect(await mine(' x')).toEqual([]);
      expect(await queue().distrustedUntil('c')).toBe(0);
      await queue().expire(now + 60_000, now + 1);
      expect(await queue().workers(now - 1, now)).toEqual({ present: 0, trusted: 0, distrusted: 0 });
    });

    it('JR23 draws known answers in a circle, doubted ones first', async () => {
      const mark = ` ${nextId().slice(-6)}`;
      const lots = [0.1, 0.3, 0.7, 0.9];
      const answers = lots.map((lot) => ({ key: nextId(), job: '{}', text: '[1]', hadBy: ' a b', right: 2, lot }));
      const keys = answers.map(({ key }) => key);
      await queue().addKnown(answers, 1_000);
      const draw = async (lot: number, count: number) =>
        (await queue().drawKnown(lot, mark, count)).map(({ key }) => lots[keys.indexOf(key)]);
      const mine = async (lot: number) => (await draw(lot, 1_000)).filter((one) => one !== undefined);
      expect(await mine(0.5)).toEqual([0.7, 0.9, 0.1, 0.3]);
      expect(await mine(0.95)).toEqual([0.1, 0.3, 0.7, 0.9]);
      expect(await draw(0.95, 4)).toHaveLength(4);
      await queue().judgeKnown(keys[1] ?? '', false);
      expect(await mine(0.5)).toEqual([0.3, 0.7, 0.9, 0.1]);
    });

    it('JR17 removes a canary that many workers have had', async () => {
      const [key, other] = [nextId(), nextId()];
      const answers = [key, other].map((one) => ({
        key: one,
        job: '{}',
        text: '[1]',
        hadBy: ' a b',
        right: 2,
        lot: 0.6,
      }));
      await queue().addKnown(answers, 1_000);
      const kept = async () => (await queue().drawKnown(0.5, ' x', 1_000)).map((row) => row.key);
      await queue().markKnown([key], ' c', 4);
      expect(await kept()).toEqual(expect.arrayContaining([key, other]));
      await queue().markKnown([key], ' d', 4);
      expect(await kept()).not.toContain(key);
      expect(await kept()).toContain(other);
    });
  });
}
