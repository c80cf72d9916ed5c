import { describe, expect, it } from 'vitest';
import { unpackResult } from '../../src/domain/analysis/packing.ts';
import { LEASE_MS } from '../../src/domain/analysis/queue/job-life.ts';
import type { Bus } from '../../src/domain/ports/bus.ts';
import { InProcessBus } from '../../src/memory/in-process-bus.ts';
import { MemoryJobs } from '../../src/memory/memory-jobs.ts';
import { FakeLog } from '../support/fake-world.ts';
import { honestResult, jobsFor } from './engine.ts';
import { MemoryEvaluations, openTestQueue, type TestQueue } from './kit.ts';
import { honestResults } from './server.ts';

const JOBS = jobsFor(10);

async function work(queue: TestQueue, workerId = 'w', count = 64): Promise<readonly string[]> {
  const lease = await queue.acquire(workerId, count);
  if (!('token' in lease)) return [];
  const results = honestResults(lease.jobs);
  const { answer } = await queue.workerApi.submit({ token: lease.token, workerId, results });
  expect(answer).toEqual({ ok: true, accepted: results.length });
  return results.map(({ key }) => key);
}

describe('an evaluation', () => {
  it('delivers each result once as it arrives, and ends with the last', async () => {
    const queue = openTestQueue();
    const told: string[] = [];
    const { done } = queue.queue.evaluator.evaluate('m', [...JOBS, JOBS[0]!], (key, text) => {
      expect(unpackResult(text)?.plays).toEqual(honestResult(JOBS.find((job) => job.key === key) ?? JOBS[0]!).plays);
      told.push(key);
    });
    await queue.settled();
    const first = await work(queue, 'w', 4);
    expect(told).toEqual(first);
    await work(queue);
    await done;
    expect(told.toSorted()).toEqual(JOBS.map(({ key }) => key).toSorted());
  });

  it('of no jobs ends at once', async () => {
    await openTestQueue().ask('m', []).done;
  });

  it('of known jobs needs no worker', async () => {
    const queue = openTestQueue();
    queue.ask('m1', JOBS);
    await queue.settled();
    await work(queue);
    const again = queue.ask('m2', JOBS);
    await again.done;
    expect(again.arrived.size).toBe(JOBS.length);
    expect(await queue.acquire('w')).toEqual({ jobs: [] });
    const { cache, queued } = await queue.status();
    expect({ cache, queued }).toEqual({ cache: { hits: 10, misses: 10, hitRate: 0.5 }, queued: 10 });
  });

  it('shares its jobs with others: one worker, one job, all get the result', async () => {
    const queue = openTestQueue();
    const asked = ['m1', 'm2', 'm2', 'm3'].map((match) => queue.ask(match, JOBS));
    await queue.settled();
    expect((await queue.status()).queued).toBe(JOBS.length);
    expect(await work(queue)).toHaveLength(JOBS.length);
    await Promise.all(asked.map(({ done }) => done));
    for (const { arrived } of asked) expect(arrived.size).toBe(JOBS.length);
    expect(await queue.queue.count()).toEqual({ depth: 0, leased: 0 });
  });

  it('that is cancelled withdraws only jobs that no other wants', async () => {
    const queue = openTestQueue();
    const [one, , other] = [
      queue.ask('m1', JOBS),
      queue.ask('m1', JOBS.slice(0, 2)),
      queue.ask('m2', JOBS.slice(1, 4)),
    ];
    await queue.settled();
    one?.cancel();
    await queue.settled();
    expect((await work(queue)).toSorted()).toEqual(
      JOBS.slice(0, 4)
        .map(({ key }) => key)
        .toSorted(),
    );
    await other?.done;
    expect(one?.arrived.size).toBe(0);
    expect(await queue.status()).toMatchObject({ queued: 10, served: 4, dropped: 6, depth: 0 });
  });

  it('that is cancelled at once leaves nothing behind', async () => {
    const queue = openTestQueue();
    queue.ask('m', JOBS).cancel();
    await queue.settled();
    expect(await queue.acquire('w')).toEqual({ jobs: [] });
    expect(await queue.status()).toMatchObject({ depth: 0, queued: 0 });
  });

  it('that is cancelled while a worker has its job still gets the result stored', async () => {
    const queue = openTestQueue();
    const asked = queue.ask('m', JOBS);
    await queue.settled();
    const lease = await queue.acquire('w', 2);
    if (!('token' in lease)) throw new Error('no work');
    asked.cancel();
    await queue.settled();
    expect(await queue.queue.count()).toEqual({ depth: 2, leased: 2 });
    await queue.workerApi.submit({ token: lease.token, workerId: 'w', results: honestResults(lease.jobs) });
    expect([...queue.evaluations.rows.keys()]).toEqual(lease.jobs.map(({ key }) => key));
    expect(asked.arrived.size).toBe(0);
    expect(await queue.status()).toMatchObject({ queued: 10, served: 2, dropped: 8, depth: 0 });
  });

  it('fails when the storage does, without queueing jobs', async () => {
    const evaluations = new MemoryEvaluations();
    evaluations.read = async () => Promise.reject(new Error('disk on fire'));
    const queue = openTestQueue({ evaluations });
    await expect(queue.ask('m', JOBS).done).rejects.toThrow('disk on fire');
    expect(await queue.acquire('w')).toEqual({ jobs: [] });
  });

  it('that starts while the same job is being stored gets the result, and queues nothing', async () => {
    const evaluations = new MemoryEvaluations();
    const queue = openTestQueue({ evaluations });
    const first = queue.ask('m1', JOBS);
    await queue.settled();
    const keep = evaluations.keep.bind(evaluations);
    let late: ReturnType<TestQueue['ask']> | undefined;
    evaluations.keep = async (rows) => {
      late = queue.ask('m2', JOBS);
      await queue.settled();
      await keep(rows);
    };
    await work(queue);
    await Promise.all([first.done, late?.done]);
    expect(late?.arrived.size).toBe(JOBS.length);
    await queue.settled();
    expect(await queue.queue.count()).toEqual({ depth: 0, leased: 0 });
  });
});

describe.each([false, true])('a result that cannot be stored (strict: %s)', (isStrict) => {
  /** A storage that is full until told otherwise, and a lease whose results it does not accept. */
  async function failing() {
    const evaluations = new MemoryEvaluations();
    const keep = evaluations.keep.bind(evaluations);
    const disk = { isFull: true };
    evaluations.keep = async (rows) => {
      if (disk.isFull && rows.length > 0) throw new Error('disk full');
      return keep(rows);
    };
    const queue = openTestQueue({ evaluations, isStrict });
    const asked = queue.ask('m', JOBS);
    await queue.settled();
    if (isStrict) expect(await work(queue, 'first')).toHaveLength(JOBS.length);
    const lease = await queue.acquire('w', 4);
    if (!('token' in lease)) throw new Error('no work');
    const submission = { token: lease.token, workerId: 'w', results: honestResults(lease.jobs) };
    await expect(queue.workerApi.submit(submission)).rejects.toThrow('disk full');
    const submit = () => queue.workerApi.submit(submission);
    return { queue, asked, disk, submit, lease, evaluations };
  }

  it('stays with its worker, who may send it again', async () => {
    const { queue, asked, disk, submit, lease, evaluations } = await failing();
    expect(asked.arrived.size).toBe(0);
    expect(await queue.queue.count()).toEqual({ depth: JOBS.length, leased: lease.jobs.length });
    await expect(submit()).rejects.toThrow('disk full');
    disk.isFull = false;
    expect((await submit()).answer).toEqual({ ok: true, accepted: lease.jobs.length });
    expect([...asked.arrived.keys()]).toEqual(lease.jobs.map(({ key }) => key));
    expect(evaluations.rows.size).toBe(lease.jobs.length);
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

  it('is given to other workers at once if the lease ended meanwhile', async () => {
    const evaluations = new MemoryEvaluations();
    const queue = openTestQueue({ evaluations, isStrict });
    const keep = evaluations.keep.bind(evaluations);
    const asked = queue.ask('m', JOBS);
    await queue.settled();
    if (isStrict) await work(queue, 'first');
    evaluations.keep = async () => {
      queue.pass(LEASE_MS);
      await queue.queue.count();
      throw new Error('disk full');
    };
    await expect(work(queue, 'w')).rejects.toThrow('disk full');
    evaluations.keep = keep;
    expect(await queue.queue.count()).toEqual({ depth: JOBS.length, leased: 0 });
    expect(await work(queue, 'other')).toHaveLength(JOBS.length);
    await asked.done;
  });

  it('does not disturb a caller that has requested it again meanwhile', async () => {
    const evaluations = new MemoryEvaluations();
    const queue = openTestQueue({ evaluations, isStrict });
    const keep = evaluations.keep.bind(evaluations);
    const first = queue.ask('m', JOBS);
    await queue.settled();
    if (isStrict) await work(queue, 'first');
    let second: ReturnType<TestQueue['ask']> | undefined;
    evaluations.keep = async () => {
      second = queue.ask('n', JOBS);
      await queue.settled();
      throw new Error('disk full');
    };
    const failed = await queue.acquire('w', 64);
    if (!('token' in failed)) throw new Error('no work');
    const submission = { token: failed.token, workerId: 'w', results: honestResults(failed.jobs) };
    await expect(queue.workerApi.submit(submission)).rejects.toThrow('disk full');
    evaluations.keep = keep;
    expect(await queue.queue.count()).toEqual({ depth: JOBS.length, leased: JOBS.length });
    expect((await queue.workerApi.submit(submission)).answer).toEqual({ ok: true, accepted: JOBS.length });
    await Promise.all([first.done, second?.done]);
    await queue.settled();
    expect(await queue.queue.count()).toEqual({ depth: 0, leased: 0 });
  });
});

describe('jobs of several matches', () => {
  it('come in turn, so that a long match does not delay a short one', async () => {
    const queue = openTestQueue();
    const [long, short] = [jobsFor(300), jobsFor(304).slice(300)];
    queue.ask('long', long);
    await queue.settled();
    const waits = queue.ask('short', short);
    await queue.settled();
    await work(queue, 'w', 8);
    await waits.done;
    expect(waits.arrived.size).toBe(4);
  });

  it('return to the same worker after its lease if one opinion is enough', async () => {
    const queue = openTestQueue();
    queue.ask('m', JOBS);
    await queue.settled();
    const first = await queue.acquire('w', 64);
    queue.pass(LEASE_MS);
    expect((await queue.acquire('w', 64)).jobs).toEqual(first.jobs);
  });

  it('are at most 64 per lease, and 1 if 1 is requested', async () => {
    const queue = openTestQueue();
    queue.ask('m', jobsFor(200));
    await queue.settled();
    for (const [count, given] of [
      [1, 1],
      [64, 64],
      [65, 64],
      [1e9, 64],
    ] as const)
      expect((await queue.acquire('w', count)).jobs).toHaveLength(given);
  });
});

describe('two processes with one queue', () => {
  it('an evaluation on one gets results submitted to the other, and continues when the other gives up', async () => {
    const shared = {
      jobs: new MemoryJobs(),
      bus: new InProcessBus(new FakeLog()),
      evaluations: new MemoryEvaluations(),
    };
    const [one, other] = [openTestQueue({ ...shared, processId: 'a' }), openTestQueue({ ...shared, processId: 'b' })];
    const [asked, given] = [one.ask('m', JOBS.slice(0, 3)), other.ask('m', JOBS.slice(0, 3))];
    await Promise.all([one.settled(), other.settled()]);
    given.cancel();
    await other.settled();
    expect(await work(other)).toHaveLength(3);
    await asked.done;
    expect([...asked.arrived.keys()].toSorted()).toEqual(
      JOBS.slice(0, 3)
        .map(({ key }) => key)
        .toSorted(),
    );
  });

  it('an evaluation reads results that it may have missed', async () => {
    const bus = new InProcessBus(new FakeLog());
    const missed: (() => void)[] = [];
    const deaf: Bus = {
      isWhole: false,
      publish: () => undefined,
      subscribe: (topic, listener) => bus.subscribe(topic, listener),
      onMissed: (listener) => {
        missed.push(listener);
        return () => undefined;
      },
    };
    const shared = { jobs: new MemoryJobs(), bus: deaf, evaluations: new MemoryEvaluations() };
    const [one, other] = [openTestQueue({ ...shared, processId: 'a' }), openTestQueue({ ...shared, processId: 'b' })];
    const asked = one.ask('m', JOBS.slice(0, 3));
    await one.settled();
    expect(await work(other)).toHaveLength(3);
    expect(asked.arrived.size).toBe(0);
    for (const listener of missed) listener();
    await asked.done;
    expect(asked.arrived.size).toBe(3);
  });
});
