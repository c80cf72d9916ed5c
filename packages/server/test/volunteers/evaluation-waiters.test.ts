import { describe, expect, it } from 'vitest';
import { unpackResult } from '../../src/domain/analysis/packing.ts';
import { LOOK_MS } from '../../src/domain/analysis/queue/evaluation-waiters.ts';
import { LEASE_MS } from '../../src/domain/analysis/queue/job-life.ts';
import type { DeepQueueStore, EvaluationStore } from '../../src/domain/ports/analysis.ts';
import { honestResult, jobsFor } from './engine.ts';
import { DOOR, openTestQueue, openTestStore, type TestQueue } from './kit.ts';
import { honestResults } from './server.ts';

const JOBS = jobsFor(10);
const KEYS = JOBS.map(({ key }) => key).toSorted();
const sorted = (keys: Iterable<string>) => [...keys].toSorted();

async function work(queue: TestQueue, workerId = 'w', count = 64): Promise<readonly string[]> {
  const lease = await queue.lease(workerId, count);
  if (lease.token === '') return [];
  const results = honestResults(lease.jobs);
  const { answer } = await queue.workerApi.submit({ token: lease.token, workerId, results }, DOOR);
  expect(answer).toEqual({ ok: true, accepted: results.length });
  return results.map(({ key }) => key);
}

describe('an evaluation', () => {
  it('says of each result once that it has arrived, and ends with the last', async () => {
    const queue = await openTestQueue();
    const told: string[] = [];
    const asking = { asker: 'a', until: queue.world.now() + 1000 };
    const { done } = queue.queue.evaluator.evaluate(asking, [...JOBS, JOBS[0]!], (key) => told.push(key));
    await queue.settled();
    const first = await work(queue, 'w', 4);
    expect(sorted(told)).toEqual(sorted(first));
    await work(queue);
    await done;
    expect(sorted(told)).toEqual(KEYS);
    const results = await queue.queue.evaluator.results(KEYS);
    for (const job of JOBS)
      expect(unpackResult(results.get(job.key)?.text ?? '')?.plays).toEqual(honestResult(job).plays);
  });

  it('of no jobs ends at once', async () => {
    await (await openTestQueue()).ask('a', []).done;
  });

  it('of known jobs needs no worker', async () => {
    const queue = await openTestQueue();
    queue.ask('a', JOBS);
    await queue.settled();
    await work(queue);
    const again = queue.ask('b', JOBS);
    await again.done;
    expect(again.arrived.size).toBe(JOBS.length);
    expect(await queue.acquire('w')).toEqual({ jobs: [] });
    const { cache, queued } = await queue.status();
    expect({ cache, queued }).toEqual({ cache: { hits: 10, misses: 10, hitRate: 0.5 }, queued: 10 });
  });

  it('shares its jobs with others: one worker, one job, all get the result', async () => {
    const queue = await openTestQueue();
    const asked = ['a', 'b', 'b', 'c'].map((asker) => queue.ask(asker, JOBS));
    await queue.settled();
    expect((await queue.status()).queued).toBe(JOBS.length);
    expect(await work(queue)).toHaveLength(JOBS.length);
    await Promise.all(asked.map(({ done }) => done));
    for (const { arrived } of asked) expect(arrived.size).toBe(JOBS.length);
    expect(await queue.queue.count()).toEqual({ depth: 0, leased: 0 });
  });

  it('that is cancelled leaves its jobs in the queue', async () => {
    const queue = await openTestQueue();
    const asked = queue.ask('a', JOBS);
    await queue.settled();
    asked.cancel();
    expect(sorted(await work(queue))).toEqual(KEYS);
    expect(asked.arrived.size).toBe(0);
    expect(await queue.status()).toMatchObject({ queued: 10, served: 10, dropped: 0, depth: 0 });
  });

  it('fails when the storage does, without queueing jobs', async () => {
    const { evaluations, deepQueue: store } = await openTestStore();
    const broken: EvaluationStore = { ...evaluations, read: async () => Promise.reject(new Error('disk on fire')) };
    const queue = await openTestQueue({ store, evaluations: broken });
    await expect(queue.ask('a', JOBS).done).rejects.toThrow('disk on fire');
    expect(await queue.acquire('w')).toEqual({ jobs: [] });
  });

  it('that starts while the same job is being stored gets the result, and queues nothing', async () => {
    const { evaluations, deepQueue } = await openTestStore();
    let late: ReturnType<TestQueue['ask']> | undefined;
    const store: DeepQueueStore = {
      ...deepQueue,
      async conclude(conclusion) {
        const settled = await deepQueue.conclude(conclusion);
        late = queue.ask('b', JOBS);
        await queue.settled();
        return settled;
      },
    };
    const queue = await openTestQueue({ store, evaluations });
    const first = queue.ask('a', JOBS);
    await queue.settled();
    await work(queue);
    await Promise.all([first.done, late?.done]);
    expect(late?.arrived.size).toBe(JOBS.length);
    expect(await queue.queue.count()).toEqual({ depth: 0, leased: 0 });
  });

  it('queues the jobs again that were dropped', async () => {
    const queue = await openTestQueue();
    const asked = queue.ask('a', JOBS, 1000);
    await queue.settled();
    queue.pass(61_000);
    expect(await queue.lease('w')).toEqual({ token: '', jobs: [] });
    expect((await queue.status()).dropped).toBe(10);
    const again = queue.ask('a', JOBS.slice(0, 2));
    await queue.settled();
    expect(await work(queue)).toHaveLength(2);
    await again.done;
    expect(asked.arrived.size).toBe(2);
  });
});

describe.each([false, true])('a result that cannot be stored (strict: %s)', (isStrict) => {
  /** A storage that is full until told otherwise, and a lease whose results it does not accept. */
  async function failing() {
    const { evaluations, deepQueue } = await openTestStore();
    const disk = { isFull: false };
    const conclude: DeepQueueStore['conclude'] = async (conclusion) => {
      if (disk.isFull) throw new Error('disk full');
      return deepQueue.conclude(conclusion);
    };
    const queue = await openTestQueue({ store: { ...deepQueue, conclude }, evaluations, isStrict });
    const asked = queue.ask('a', JOBS);
    await queue.settled();
    if (isStrict) expect(await work(queue, 'first')).toHaveLength(JOBS.length);
    disk.isFull = true;
    const lease = await queue.lease('w', 4);
    const submission = { token: lease.token, workerId: 'w', results: honestResults(lease.jobs) };
    await expect(queue.workerApi.submit(submission, DOOR)).rejects.toThrow('disk full');
    return { queue, asked, disk, submit: () => queue.workerApi.submit(submission, DOOR), lease };
  }

  it('stays with its worker, who may send it again', async () => {
    const { queue, asked, disk, submit, lease } = await failing();
    expect(asked.arrived.size).toBe(0);
    expect(await queue.queue.count()).toEqual({ depth: JOBS.length, leased: lease.jobs.length });
    disk.isFull = false;
    expect((await submit()).answer).toEqual({ ok: true, accepted: lease.jobs.length });
    expect(sorted(asked.arrived)).toEqual(sorted(lease.jobs.map(({ key }) => key)));
    const [served, depth] = [lease.jobs.length, JOBS.length - lease.jobs.length];
    expect(await queue.status()).toMatchObject({ queued: JOBS.length, served, dropped: 0, depth, rejected: 0 });
  });

  it('is given to other workers after the lease', async () => {
    const { queue, asked, disk } = await failing();
    disk.isFull = false;
    queue.pass(LEASE_MS);
    expect(await work(queue, 'other')).toHaveLength(JOBS.length);
    await asked.done;
    expect(await queue.queue.count()).toEqual({ depth: 0, leased: 0 });
  });
});

describe('jobs', () => {
  it('JR8 of a short request are served beside a long one, also of the same asker', async () => {
    const queue = await openTestQueue();
    const all = jobsFor(340);
    queue.ask('a', all.slice(0, 300));
    await queue.settled();
    await work(queue, 'w', 20);
    const short = queue.ask('b', all.slice(300, 320));
    await queue.settled();
    await work(queue, 'w', 45);
    expect(short.arrived.size).toBeGreaterThan(18);
    const own = queue.ask('a', all.slice(320));
    await queue.settled();
    await work(queue, 'w', 60);
    expect(own.arrived.size).toBeGreaterThan(18);
  });

  it('JR9 of an asker with many requests take less than twice the share of one with a single request', async () => {
    const queue = await openTestQueue();
    const all = jobsFor(380);
    const limits = { perAsker: 20, ample: 100, most: 100 };
    for (let n = 0; n < 6; n++) {
      const by = { owner: 'p', ownedUntil: 0 };
      const request = { matchId: `m${n}`, engineId: 'e', ply: 2, asker: 'greedy', until: queue.world.now() + 1e6 };
      await queue.store.remember(request, by, limits, queue.world.now());
      queue.ask('greedy', all.slice(n * 50, n * 50 + 50));
      await queue.settled();
    }
    const modest = queue.ask('modest', all.slice(300));
    await queue.settled();
    let leased = 0;
    while (modest.arrived.size < 40) leased += (await work(queue, 'w', 4)).length;
    expect(leased).toBeLessThan(40 * 3 + 12);
  });

  it('JR10 of one match are given out in random order, and mixed with those of others', async () => {
    const queue = await openTestQueue();
    const all = jobsFor(80);
    queue.ask('a', all.slice(0, 40));
    queue.ask('b', all.slice(40));
    await queue.settled();
    const { jobs } = await queue.lease('w', 64);
    const places = jobs.map(({ key }) => all.findIndex((job) => job.key === key));
    const ofA = places.filter((place) => place < 40);
    expect(ofA).not.toEqual(ofA.toSorted((a, b) => a - b));
    expect(ofA.length).toBeGreaterThan(24);
    expect(ofA.length).toBeLessThan(40);
  });

  it('return to the same worker after its lease if one opinion is enough', async () => {
    const queue = await openTestQueue();
    queue.ask('a', JOBS);
    await queue.settled();
    const first = await queue.lease('w');
    queue.pass(LEASE_MS);
    expect((await queue.lease('w')).jobs).toEqual(first.jobs);
  });

  it('JR11 are never leased twice to the same worker in strict mode, also when they are asked for again', async () => {
    const queue = await openTestQueue({ isStrict: true });
    queue.ask('a', JOBS);
    await queue.settled();
    expect((await queue.lease('w')).jobs).toHaveLength(10);
    queue.pass(LEASE_MS);
    queue.ask('b', JOBS);
    await queue.settled();
    expect(await queue.lease('w')).toEqual({ token: '', jobs: [] });
    expect((await queue.lease('x')).jobs).toHaveLength(10);
  });

  it('are at most 64 per lease and 256 per worker', async () => {
    const queue = await openTestQueue();
    queue.ask('a', jobsFor(300));
    await queue.settled();
    for (const [count, given] of [
      [1, 1],
      [64, 64],
      [65, 64],
      [1e9, 64],
      [64, 63],
      [1, 0],
    ] as const)
      expect((await queue.lease('w', count)).jobs).toHaveLength(given);
    expect((await queue.lease('x', 64)).jobs).toHaveLength(44);
  });
});

describe('two processes with one queue', () => {
  const twoQueues = async () => {
    const { evaluations, deepQueue: store } = await openTestStore();
    return [await openTestQueue({ store, evaluations }), await openTestQueue({ store, evaluations })] as const;
  };

  it('an evaluation on one gets results submitted to the other', async () => {
    const [one, other] = await twoQueues();
    const [asked, given] = [one.ask('a', JOBS.slice(0, 3)), other.ask('a', JOBS.slice(0, 3))];
    await Promise.all([one.settled(), other.settled()]);
    given.cancel();
    expect(await work(other)).toHaveLength(3);
    expect(asked.arrived.size).toBe(0);
    await look(one);
    await asked.done;
    expect(sorted(asked.arrived)).toEqual(sorted(JOBS.slice(0, 3).map(({ key }) => key)));
    expect(one.alarms.next()).toBe(null);
  });

  it('an evaluation of many jobs is looked at in parts', async () => {
    const [one, other] = await twoQueues();
    const others = Array.from({ length: 1_500 }, (_, n) => ({ ...JOBS[0]!, key: n.toString(16).padStart(64, '0') }));
    one.ask('a', others);
    const asked = one.ask('b', JOBS.slice(0, 2));
    await one.settled();
    const { token, jobs } = await other.lease('w');
    const results = honestResults(jobs.filter(({ key }) => KEYS.includes(key)));
    expect(results).toHaveLength(2);
    await other.workerApi.submit({ token, workerId: 'w', results }, DOOR);
    await look(one);
    expect(asked.arrived.size).toBe(0);
    await look(one);
    expect(asked.arrived.size).toBe(2);
  });
});

/** The process looks for results that others have stored. */
async function look({ alarms, world }: TestQueue): Promise<void> {
  world.setNow(world.now() + LOOK_MS);
  await alarms.takeDue(world.now())?.onDue();
}
