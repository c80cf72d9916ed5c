import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { PREFIX } from '../../src/redis/connection.ts';
import { temporaryFolder } from '../storage/folders.ts';
import { parseExposition } from '../support/exposition.ts';
import { type Running, run } from '../support/running.ts';
import { hasRedis, type RedisServer, redisServer } from './redis-server.ts';
import { SOON } from './sharing.ts';

describe.skipIf(!hasRedis)('the metrics of a process with a real Redis', () => {
  const folder = temporaryFolder();
  let redis: RedisServer;
  let running: Running;
  beforeAll(async () => {
    redis = await redisServer();
  });
  beforeEach(async () => {
    const config = readConfig({ PORT: '0', HOST: '127.0.0.1', METRICS_PORT: '0', DATA_DIR: folder.path });
    if (!config.ok) throw new Error(config.message);
    running = await run({ ...config.value, redisUrl: redis.url });
  });
  afterEach(() => running.stop());
  afterAll(async () => {
    await redis.stop();
    folder.remove();
  });

  const value = async (name: string) => {
    const answer = await fetch(`http://127.0.0.1:${running.metricsPort}/metrics`);
    return parseExposition(await answer.text())
      .get(name)
      ?.samples.get(name);
  };
  const becomes = (name: string, wanted: number) =>
    vi.waitFor(async () => expect(await value(name)).toBe(wanted), SOON);

  it('report if Redis answers, and if messages arrive or are lost', async () => {
    await becomes('anchor_redis_whole', 1);
    expect(await value('anchor_redis_up')).toBe(1);
    expect(await value('anchor_redis_others')).toBe(0);
    expect(await value('anchor_bus_silence_seconds')).toBeLessThan(15);
    expect(await value('anchor_bus_gaps_total')).toBe(0);
    // Another process whose messages were lost.
    const changes = (await redis.client.xrange(`${PREFIX}changes`, '-', '+')).map(([, [, text = '']]) =>
      JSON.parse(text),
    );
    const own = changes.find(({ type }) => type === 'beat');
    const beat = { ...own, by: 'x', hasLost: true };
    for (const text of [JSON.stringify(beat), 'no beat'])
      await redis.client.xadd(`${PREFIX}changes`, '*', 'change', text);
    await becomes('anchor_bus_gaps_total', 1);
    expect(await value('anchor_redis_others')).toBe(1);
    await becomes('anchor_redis_ignored_total', 1);
    await redis.stop();
    await becomes('anchor_redis_up', 0);
    expect(running.log.errors).toEqual([]);
    await redis.start();
    await becomes('anchor_redis_up', 1);
  });
});
