import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ask, take } from '../../src/domain/analysis/queue/job-life.ts';
import { JobQueue } from '../../src/domain/analysis/queue/job-queue.ts';
import type { JobStore } from '../../src/domain/analysis/queue/job-store.ts';
import { PREFIX } from '../../src/redis/connection.ts';
import { RedisJobs } from '../../src/redis/redis-jobs.ts';
import { ENGINE, jobsFor } from '../volunteers/engine.ts';
import { describeJobStore } from '../volunteers/jobs-contract.ts';
import { hasRedis, type RedisServer, redisServer } from './redis-server.ts';
import { Connections, SOON } from './sharing.ts';

describe.skipIf(!hasRedis)('with a real Redis', () => {
  let server: RedisServer;
  const connections = new Connections();
  beforeAll(async () => {
    server = await redisServer();
  });
  afterEach(async () => {
    connections.close();
    await server.clear();
  });
  afterAll(() => server.stop());

  const open = async () => {
    const connection = await connections.open(server.url);
    return new RedisJobs(connection);
  };
  /** Each call uses another process. */
  const openTwo = async (): Promise<JobStore> => {
    const both = [await open(), await open()];
    let calls = 0;
    const next = () => both[calls++ % 2] ?? expect.fail('two');
    return {
      read: (key) => next().read(key),
      update: (key, change) => next().update(key, change),
      waiting: (engineId) => next().waiting(engineId),
      count: () => next().count(),
      openLease: (token, lease) => next().openLease(token, lease),
      lease: (token) => next().lease(token),
      closeJobs: (token, keys) => next().closeJobs(token, keys),
      leasesOver: (now) => next().leasesOver(now),
      leasesOf: (workerId) => next().leasesOf(workerId),
    };
  };
  describeJobStore('in Redis, of one process', open);
  describeJobStore('in Redis, of two processes', openTwo);

  it('JR1 are never leased twice by two concurrent processes', async () => {
    const jobs = jobsFor(30);
    const queues = [new JobQueue(await open(), false), new JobQueue(await open(), false)] as const;
    for (const [n, one] of jobs.entries()) await queues[0].ask(one, `match ${n % 4}`, 0);
    const wish = { engineId: ENGINE.engineId, count: 5 };
    const takes = Array.from({ length: 8 }, (_, n) =>
      queues[n % 2 === 0 ? 0 : 1].take(`token ${n}`, { ...wish, workerId: `w${n}` }, 0),
    );
    const taken = (await Promise.all(takes)).flat().map(({ key }) => key);
    expect(new Set(taken).size).toBe(taken.length);
    expect(taken).toHaveLength(30);
    expect(await queues[1].count(0)).toEqual({ depth: 30, leased: 30 });
  });

  it('JR2 come back when a process dies between taking them and opening the lease', async () => {
    const [one] = jobsFor(1);
    if (!one) throw new Error('no job');
    const dying = await open();
    await dying.update(one.key, (state) => [ask(state, one, 'match'), null]);
    const hold = { token: 'of the dead', workerId: 'w', until: 60_000 };
    await dying.update(one.key, (state) => [take(state, hold, false), null]);
    const queue = new JobQueue(await open(), false);
    const wish = { engineId: ENGINE.engineId, workerId: 'w2', count: 1 };
    expect(await queue.take('t', wish, 59_999)).toEqual([]);
    expect(await queue.take('t', wish, 60_000)).toEqual([one]);
  });

  it('JR3 count as missing when they cannot be read', async () => {
    const [one] = jobsFor(1);
    if (!one) throw new Error('no job');
    const jobs = await open();
    for (const text of ['{"job":1}', 'garbage']) {
      await server.client.hset(`${PREFIX}jobs`, one.key, text);
      expect(await jobs.read(one.key)).toBeNull();
    }
    await jobs.update(one.key, (state) => [ask(state, one, 'match'), null]);
    expect((await jobs.read(one.key))?.job).toEqual(one);
  });

  it('JR4 are counted as last known while Redis is unreachable, and not leased', async () => {
    const [one] = jobsFor(1);
    if (!one) throw new Error('no job');
    const jobs = await open();
    await jobs.update(one.key, (state) => [ask(state, one, 'match'), null]);
    expect(await jobs.count()).toEqual({ depth: 1, leased: 0 });
    await server.stop();
    expect(await jobs.count()).toEqual({ depth: 1, leased: 0 });
    await expect(jobs.read(one.key)).rejects.toThrow();
    await server.start();
    await vi.waitFor(async () => expect(await jobs.count()).toEqual({ depth: 0, leased: 0 }), SOON);
  });
});
