import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { isAfter } from '../../src/redis/change.ts';
import { ChangeStream } from '../../src/redis/change-stream.ts';
import { PREFIX } from '../../src/redis/connection.ts';
import { FakeLog } from '../support/fake-world.ts';
import { hasRedis, type RedisServer, redisServer } from './redis-server.ts';
import { Connections, SOON } from './sharing.ts';

/** Short, so that heartbeats come soon. */
const BEAT_MS = 50;

describe.skipIf(!hasRedis)('the stream of changes on a real Redis', () => {
  let server: RedisServer;
  const connections = new Connections();
  const streams: ChangeStream[] = [];
  beforeAll(async () => {
    server = await redisServer();
  });
  afterEach(async () => {
    await Promise.all(streams.splice(0).map((stream) => stream.stop()));
    connections.close();
    await server.clear();
  });
  afterAll(() => server.stop());

  interface Settings {
    readonly now?: () => number;
    readonly mostChanges?: number;
    readonly beatMs?: number;
  }
  const begin = async (processId: string, mark: string, settings: Settings = {}) => {
    const { now = () => Date.now(), mostChanges = 50_000, beatMs = BEAT_MS } = settings;
    const told: string[] = [];
    const log = new FakeLog();
    const connection = await connections.open(server.url);
    const differs = (other: string) => told.push(other);
    const stream = new ChangeStream({
      processId,
      connection,
      log,
      mark,
      differs,
      beatMs,
      mostChanges,
      now,
    });
    const map = stream.map<string>({ name: 'texts', decode: (text) => JSON.parse(text), endsWithProcess: true });
    streams.push(stream);
    stream.start();
    await vi.waitFor(() => expect(stream.isCurrent).toBe(true), SOON);
    return { told, stream, log, map };
  };
  const beats = async () =>
    (await server.client.xrange(`${PREFIX}changes`, '-', '+')).filter(([, [, text]]) => text?.includes('"beat"'))
      .length;

  it('HB1 processes with different marks report each other once', async () => {
    const [one, two] = [await begin('p1', 'one'), await begin('p2', 'one')];
    const odd = await begin('p3', 'another');
    await vi.waitFor(() => expect([one.told, two.told, odd.told]).toEqual([['another'], ['another'], ['one']]), SOON);
    const before = await beats();
    await vi.waitFor(async () => expect(await beats()).toBeGreaterThan(before + 9), SOON);
    expect([one.told, two.told, odd.told]).toEqual([['another'], ['another'], ['one']]);
  });

  it('HB2 the mark of processes that have stopped does not count', async () => {
    const one = await begin('p1', 'one');
    await vi.waitFor(async () => expect(await beats()).toBeGreaterThan(1), SOON);
    await one.stream.stop();
    const two = await begin('p2', 'another');
    const before = await beats();
    await vi.waitFor(async () => expect(await beats()).toBeGreaterThan(before + 1), SOON);
    expect(two.told).toEqual([]);
  });

  it('HB7 processes send their heartbeats together, and read them together', async () => {
    const beatMs = 1_000;
    for (const process of ['p1', 'p2', 'p3', 'p4']) await begin(process, 'one', { beatMs });
    // The first heartbeat comes when a process has read all changes.
    const [first, wanted] = [await beats(), 4 * 4];
    await server.client.config('RESETSTAT');
    await vi.waitFor(async () => expect(await beats()).toBeGreaterThanOrEqual(first + wanted), SOON);
    const stats = await server.client.info('commandstats');
    const reads = Number(/cmdstat_xread:calls=(\d+)/.exec(stats)?.[1]);
    expect(reads).toBeGreaterThanOrEqual(wanted / 2);
    // One by one, each of the four would read each of them.
    expect(reads).toBeLessThan(wanted * 3);
  });

  it('HB3 a refused change is reported once, and repeated', async () => {
    const one = await begin('p1', 'one');
    await server.client.set(`${PREFIX}changes`, 'not a stream');
    const { map } = one;
    for (const key of ['a', 'b']) map.put(key, '1');
    await vi.waitFor(() => expect(one.log.warnings).toHaveLength(1), SOON);
    expect(await map.putFirst('c', '1')).toBeNull();
    await server.client.del(`${PREFIX}changes`);
    const { map: copy } = await begin('p2', 'one');
    await vi.waitFor(() => expect([...copy.entries.keys()].toSorted()).toEqual(['a', 'b', 'c']), SOON);
    expect([...map.entries.keys()].toSorted()).toEqual(['a', 'b', 'c']);
  });

  it('HB4 a process whose clock is a day ahead removes no changes', async () => {
    const one = await begin('p1', 'one');
    const { map } = one;
    const keys = Array.from({ length: 300 }, (_, n) => `key ${n}`);
    for (const key of keys) map.put(key, '1');
    await vi.waitFor(() => expect(map.entries.size).toBe(keys.length), SOON);
    const before = await beats();
    await begin('p2', 'one', { now: () => Date.now() + 86_400_000 });
    await vi.waitFor(async () => expect(await beats()).toBeGreaterThan(before + 4), SOON);
    const length = await server.client.xlen(`${PREFIX}changes`);
    expect(length).toBeGreaterThan(keys.length);
  });

  it('HB5 any number of changes takes bounded memory, and a new process gets all entries', async () => {
    const most = 1_000;
    const [one, two] = [
      await begin('p1', 'one', { mostChanges: most }),
      await begin('p2', 'one', { mostChanges: most }),
    ];
    const [quiet, busy] = [one.map, two.map];
    quiet.put('quiet', '1');
    for (let round = 0; round < 40; round++) {
      for (let n = 0; n < 100; n++) busy.put('busy', `${round} ${n}`);
      await vi.waitFor(() => expect(quiet.entries.get('busy')).toBe(`${round} 99`), SOON);
    }
    // Redis removes whole nodes of a hundred changes.
    const length = () => server.client.xlen(`${PREFIX}changes`);
    await vi.waitFor(async () => expect(await length()).toBeLessThan(most + 200), SOON);
    const { map: copy } = await begin('p3', 'one');
    expect([...copy.entries.entries()].toSorted()).toEqual([
      ['busy', '39 99'],
      ['quiet', '1'],
    ]);
  });

  it('HB6 heartbeats do not push the entries of a process out of the stream', async () => {
    const most = 1_000;
    const one = await begin('p1', 'one', { mostChanges: most });
    one.map.put('quiet', '1');
    for (let round = 0; round < 10; round++) {
      const batch = server.client.pipeline();
      const beat = { type: 'beat', by: 'q', mark: 'one', hasLost: false };
      for (let n = 0; n < 300; n++)
        batch.xadd(`${PREFIX}changes`, '*', 'change', JSON.stringify({ ...beat, n: 300 * round + n }));
      const newest = String((await batch.exec())?.at(-1)?.[1]);
      await vi.waitFor(() => expect(isAfter(newest, one.stream.position)).toBe(false), SOON);
    }
    await server.client.xtrim(`${PREFIX}changes`, 'MAXLEN', most);
    const { map: copy } = await begin('p2', 'one');
    expect([...copy.entries]).toEqual([['quiet', '1']]);
  });
});
