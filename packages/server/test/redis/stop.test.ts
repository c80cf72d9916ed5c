import { randomRecord } from '@anchor/testkit/records';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { compose } from '../../src/compose/compose.ts';
import { readConfig } from '../../src/config/config.ts';
import { openStore } from '../../src/storage/open-store.ts';
import { prismaFolder, temporaryFolder } from '../storage/folders.ts';
import { FakeLog } from '../support/fake-world.ts';
import { hasRedis, type RedisServer, redisServer } from './redis-server.ts';
import { SOON } from './sharing.ts';

const played = randomRecord(7, { length: 5, rules: { cube: true, crawford: true, jacoby: false, beavers: false } });
const record = { ...played, header: { ...played.header, rated: false } };

/** A finished match that has not been analysed. */
async function storeMatch(dataDir: string): Promise<void> {
  const opened = await openStore({ dataDir, databaseUrl: null, prismaFolder });
  if (!opened.ok) throw new Error(opened.message);
  const { matches, close } = opened.value;
  await matches.create(record.header);
  const rate = () => expect.fail('rated');
  await matches.finish({
    record,
    finishedAt: record.header.created,
    diceCounts: [0, 0, 0, 0, 0, 0],
    rate,
  });
  await close();
}

describe.skipIf(!hasRedis)('the end of a process with a real Redis', () => {
  const folder = temporaryFolder();
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await redisServer();
    await storeMatch(folder.path);
  });
  afterAll(async () => {
    await redis.stop();
    folder.remove();
  });

  it('answers those who wait for an analysis, and leaves it to the next process', async () => {
    const config = readConfig({ PORT: '0', DATA_DIR: folder.path });
    if (!config.ok) throw new Error(config.message);
    const log = new FakeLog();
    const composed = await compose({ ...config.value, redisUrl: redis.url }, log);
    if (!composed.ok) throw new Error(composed.message);
    const { server, start, stop } = composed.value;
    await start();
    server.listen(0, '127.0.0.1');
    await vi.waitFor(() => expect(server.listening).toBe(true), SOON);
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('listening on no port');
    const url = `http://127.0.0.1:${address.port}/api/analysis/${record.header.id}?deep=1`;
    const asked = fetch(url, { headers: { connection: 'close' } });
    const status = `http://127.0.0.1:${address.port}/worker/status`;
    const depth = async () => (await (await fetch(status, { headers: { connection: 'close' } })).json()).depth;
    await vi.waitFor(async () => expect(await depth()).toBeGreaterThan(20), SOON);
    await stop();
    expect((await asked).status).toBe(503);
    expect(log.errors).toEqual([]);
  });
});
