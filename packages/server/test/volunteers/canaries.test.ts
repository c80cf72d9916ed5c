import { randomInt } from 'node:crypto';
import type { Job } from '@anchor/wire';
import { describe, expect, it } from 'vitest';
import { FakeWorld } from '../support/fake-world.ts';
import { honestResult, jobsFor } from './engine.ts';
import { DOOR, openTestQueue, type TestQueue } from './kit.ts';
import { honestResults } from './server.ts';

const seed = process.env.SEED ?? String(randomInt(2 ** 31));
const ALL = jobsFor(400);
const LEARNT = ALL.slice(0, 60);
const REAL = ALL.slice(60);
const learnt = new Set(LEARNT.map(({ key }) => key));
const canariesOf = (jobs: readonly Job[]) => jobs.filter(({ key }) => learnt.has(key));

async function work(queue: TestQueue, workerId: string): Promise<void> {
  for (let lease = await queue.lease(workerId); lease.token !== ''; lease = await queue.lease(workerId))
    await queue.workerApi.submit({ token: lease.token, workerId, results: honestResults(lease.jobs) }, DOOR);
}

/** A queue whose known answers two workers have made, and which has other work. */
async function open(canaryPercent: number, isStrict = false) {
  const queue = await openTestQueue({ canaryPercent, isStrict, world: new FakeWorld(seed) });
  await queue.lease('second');
  queue.ask('a', LEARNT);
  await queue.settled();
  await work(queue, 'first');
  await work(queue, 'second');
  queue.ask('b', REAL);
  await queue.settled();
  return queue;
}

describe(`canaries (seed ${seed})`, () => {
  it('are not made by default', async () => {
    const queue = await open(0);
    for (const worker of ['x', 'y', 'z']) expect(canariesOf((await queue.lease(worker)).jobs)).toEqual([]);
  });

  it.each([false, true])(
    'JR12 are earlier jobs on which two workers agreed, and look like the others (strict: %s)',
    async (isStrict) => {
      const queue = await open(50, isStrict);
      let seen = 0;
      for (let n = 0; n < 4; n++) {
        const { jobs } = await queue.lease(`w${n}`);
        seen += canariesOf(jobs).length;
        expect(jobs.length).toBeGreaterThan(canariesOf(jobs).length);
        for (const job of jobs) {
          expect(Object.keys(job).toSorted()).toEqual(['engineId', 'key', 'ply', 'req']);
          expect(ALL).toContainEqual(job);
        }
      }
      expect(seen).toBeGreaterThan(0);
      expect(await queue.queue.count()).toMatchObject({ depth: REAL.length });
    },
  );

  it('JR13 are given to no worker that has had the question before', async () => {
    const queue = await open(50);
    for (const worker of ['first', 'second']) expect(canariesOf((await queue.lease(worker)).jobs)).toEqual([]);
    const had = new Set<string>();
    for (let n = 0; n < 4; n++)
      for (const { key } of canariesOf((await queue.lease('w')).jobs)) {
        expect(had.has(key)).toBe(false);
        had.add(key);
      }
    expect(had.size).toBeGreaterThan(0);
  });

  it('are never given alone when there is no other work', async () => {
    const queue = await open(50);
    await work(queue, 'w');
    await work(queue, 'x');
    expect(await queue.lease('y')).toEqual({ token: '', jobs: [] });
  });

  it('with right answers let all results through, and store none themselves', async () => {
    const queue = await open(50);
    const { token, jobs } = await queue.lease('honest');
    const canaries = canariesOf(jobs);
    expect(canaries.length).toBeGreaterThan(0);
    const receipt = await queue.workerApi.submit({ token, workerId: 'honest', results: honestResults(jobs) }, DOOR);
    expect(receipt.answer).toEqual({ ok: true, accepted: jobs.length });
    const status = await queue.status();
    expect(status.canaries).toEqual({ checked: canaries.length, missed: 0, ignoredWorkers: 0 });
    expect((await queue.evaluations.read(REAL.map(({ key }) => key))).size).toBe(jobs.length - canaries.length);
  });

  it('JR14 with a wrong answer end the trust in a worker for a day, also after a restart, and others continue', async () => {
    const queue = await open(50);
    const { token, jobs } = await queue.lease('liar');
    const canaries = canariesOf(jobs);
    expect(canaries.length).toBeGreaterThan(0);
    const another = await queue.lease('liar', 8);
    const results = jobs.map((job) => ({ key: job.key, result: { plays: honestResult(job).plays.toReversed() } }));
    const said = await queue.workerApi.submit({ token, workerId: 'liar', results }, DOOR);
    expect(said.answer).toMatchObject({ ok: false, error: expect.stringContaining('known') });
    const restarted = await openTestQueue({ store: queue.store, evaluations: queue.evaluations, world: queue.world });
    const later = { token: another.token, workerId: 'liar', results: honestResults(another.jobs) };
    expect((await restarted.workerApi.submit(later, DOOR)).answer).toMatchObject({ ok: false });
    expect(await restarted.lease('liar')).toEqual({ token: '', jobs: [] });
    expect(await queue.queue.count()).toEqual({ depth: REAL.length, leased: 0 });
    expect((await queue.status()).canaries).toMatchObject({ missed: canaries.length, ignoredWorkers: 1 });
    expect((await queue.lease('honest')).jobs).toHaveLength(64);
    queue.pass(24 * 3_600_000);
    queue.ask('b', REAL);
    await queue.settled();
    expect((await queue.lease('liar')).jobs.length).toBeGreaterThan(0);
  });

  it('JR15 that two liars have made do not shut honest workers out for long', async () => {
    const queue = await openTestQueue({ canaryPercent: 50, world: new FakeWorld(seed) });
    await queue.lease('liar 2');
    queue.ask('a', LEARNT);
    await queue.settled();
    for (const workerId of ['liar 1', 'liar 2'])
      for (let lease = await queue.lease(workerId); lease.token !== ''; lease = await queue.lease(workerId)) {
        const results = lease.jobs.map((job) => ({
          key: job.key,
          result: { plays: honestResult(job).plays.toReversed() },
        }));
        await queue.workerApi.submit({ token: lease.token, workerId, results }, DOOR);
      }
    queue.ask('b', REAL);
    await queue.settled();
    for (let n = 0; n < 20; n++) {
      const workerId = `honest ${n}`;
      const lease = await queue.lease(workerId);
      await queue.workerApi.submit({ token: lease.token, workerId, results: honestResults(lease.jobs) }, DOOR);
    }
    // Each question that two honest workers answered otherwise is gone, and those workers are trusted again.
    expect((await queue.status()).canaries.ignoredWorkers).toBeLessThan(8);
  });
});
