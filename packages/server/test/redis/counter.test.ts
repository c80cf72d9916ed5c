import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { RequestLimiter } from '../../src/http/request-limiter.ts';
import { countInRedis } from '../../src/redis/counter.ts';
import { hasRedis, type RedisServer, redisServer } from './redis-server.ts';
import { Connections, SOON } from './sharing.ts';

const LIMITS = { read: 5, write: 2, analysis: 1, general: 9 };

describe.skipIf(!hasRedis)('requests counted in Redis', () => {
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
    const { commands } = connection;
    return { commands, limiter: new RequestLimiter(LIMITS, (options) => countInRedis(connection, options)) };
  };
  /** How many of these requests, sent to the processes in turn, are allowed. */
  const passed = async (count: number, ...limiters: readonly RequestLimiter[]) => {
    const answers: (number | null)[] = [];
    for (let n = 0; n < count; n++) answers.push((await limiters[n % limiters.length]?.take('read', 'a')) ?? null);
    return answers.filter((wait) => wait === null).length;
  };

  it('LR1 are limited for all processes together, by bucket and address', async () => {
    const [one, other] = [await open(), await open()];
    expect(await passed(12, one.limiter, other.limiter)).toBe(5);
    const wait = await other.limiter.take('read', 'a');
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
    expect([await one.limiter.take('write', 'a'), await one.limiter.take('read', 'b')]).toEqual([null, null]);
  });

  it('LR2 are counted per process while Redis is unreachable, and still limited', async () => {
    const [one, other] = [await open(), await open()];
    expect(await passed(4, one.limiter, other.limiter)).toBe(4);
    await server.stop();
    await vi.waitFor(() => expect([one.commands.status, other.commands.status]).not.toContain('ready'), SOON);
    expect([await passed(9, one.limiter), await passed(9, other.limiter)]).toEqual([5, 5]);
    await server.start();
    await vi.waitFor(() => expect([one.commands.status, other.commands.status]).toEqual(['ready', 'ready']), SOON);
    expect(await passed(12, one.limiter, other.limiter)).toBe(5);
  });

  it('LR3 are counted in the health report of the process that got them', async () => {
    const [one, other] = [await open(), await open()];
    for (const address of ['a', 'b', 'b']) await one.limiter.take('read', address);
    await one.limiter.take('write', 'a');
    await other.limiter.take('read', 'c');
    expect([one.limiter.keys, other.limiter.keys]).toEqual([3, 1]);
  });
});
