import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PREFIX } from '../../src/redis/connection.ts';
import { mapContract, thing } from '../shared/map-contract.ts';
import { listen, peerIn, presenceContract } from '../shared/presence-contract.ts';
import { hasRedis, type RedisServer, redisServer } from './redis-server.ts';
import { exchanged, openProcess, type Process, SOON } from './sharing.ts';

describe.skipIf(!hasRedis)('shared through Redis', () => {
  let server: RedisServer;
  let processes: Process[] = [];
  beforeAll(async () => {
    server = await redisServer();
  });
  afterEach(async () => {
    for (const one of processes) one.crash();
    processes = [];
    await server.clear();
  });
  afterAll(() => server.stop());

  const open = async (lifeMs?: number, graceMs?: number) => {
    const one = await openProcess(server.url, lifeMs, graceMs);
    processes.push(one);
    return one;
  };
  const two = async (lifeMs?: number, graceMs?: number) =>
    [await open(lifeMs, graceMs), await open(lifeMs, graceMs)] as const;
  const settled = () => exchanged(server.client, ...processes);
  const away = async (...all: readonly Process[]) => {
    await server.stop();
    await vi.waitFor(() => expect(all.map(({ connections }) => connections.isCurrent)).not.toContain(true), SOON);
  };
  const back = async (...all: readonly Process[]) => {
    await server.start();
    await vi.waitFor(() => {
      for (const { map, connections } of all) expect([map.isCurrent, connections.isCurrent]).toEqual([true, true]);
    }, SOON);
  };
  const shown = (...all: readonly Process[]) =>
    all.map(({ map }) => [...map.entries].map(([key, { name }]) => key + name));

  mapContract(async () => {
    const [one, other] = await two();
    return [one.map, other.map];
  }, settled);
  presenceContract(async () => {
    const [one, other] = await two();
    return [one.presence, other.presence];
  }, settled);

  it('SH1 a new process sees the existing entries', async () => {
    const one = await open();
    for (const key of ['c', 'a', 'b']) one.map.put(key, thing('1'));
    one.presence.enter('a', peerIn([], 'a'));
    await vi.waitFor(async () => expect(await server.client.hlen(`${PREFIX}connections`)).toBe(1), SOON);
    const other = await open();
    expect(shown(other)).toEqual([['c1', 'a1', 'b1']]);
    expect(other.presence.isOnline('a')).toBe(true);
  });

  it('SH2 keeps one connection per key when both processes enter it at once', async () => {
    const [one, other] = await two();
    const told: string[] = [];
    for (let n = 0; n < 20; n++) {
      one.presence.enter(`key ${n}`, peerIn(told, `${n}`));
      other.presence.enter(`key ${n}`, peerIn(told, `${n}`));
    }
    await settled();
    expect(told.toSorted()).toEqual(Array.from({ length: 20 }, (_, n) => `${n} superseded`).toSorted());
    expect([one.presence.count, other.presence.count]).toEqual([20, 20]);
    expect(new Map(one.connections.entries)).toEqual(new Map(other.connections.entries));
  });

  it('SH3 reports the keys of a dead process as lost, once', async () => {
    const [one, other] = await two(1_000);
    const told: string[] = [];
    other.presence.enter('a', peerIn([], 'a'));
    one.presence.enter('b', peerIn([], 'b'));
    await vi.waitFor(() => expect(one.presence.isOnline('a')).toBe(true), SOON);
    other.crash();
    listen(one.presence, told);
    await vi.waitFor(() => expect(told).not.toEqual([]), SOON);
    expect(told).toEqual(['a was lost']);
    expect([one.presence.isOnline('a'), one.presence.isOnline('b')]).toEqual([false, true]);
  });

  it('SH4 a player who has reconnected on another process is not lost', async () => {
    const [one, other] = await two(1_000);
    const told: string[] = [];
    for (const pub of ['a', 'b']) other.presence.enter(pub, peerIn([], pub));
    await vi.waitFor(
      () => expect([one.presence.isOnline('a'), one.presence.isOnline('b')]).toEqual([true, true]),
      SOON,
    );
    other.crash();
    listen(one.presence, told);
    one.presence.enter('a', peerIn([], 'a'));
    await vi.waitFor(() => expect(told).not.toEqual([]), SOON);
    expect(told).toEqual(['b was lost']);
    expect(one.presence.isOnline('a')).toBe(true);
  });

  it('SH5 a process that was wrongly taken for dead restores its entries', async () => {
    const [one, other] = await two();
    const told: string[] = [];
    listen(one.presence, told);
    other.presence.enter('a', peerIn(told, 'a'));
    await settled();
    await one.connections.takeAllOf(other.id, true);
    await vi.waitFor(() => expect(told).toEqual(['a came', 'a was lost', 'a came']), SOON);
    await settled();
    expect(other.presence.isOnline('a')).toBe(true);
  });

  it('SH6 while Redis is unreachable, local players stay online and remote ones are kept', async () => {
    const [one, other] = await two();
    const told: string[] = [];
    listen(one.presence, told);
    one.presence.enter('a', peerIn(told, 'a'));
    other.presence.enter('b', peerIn(told, 'b'));
    await settled();
    await away(one, other);
    const c = peerIn(told, 'c');
    one.presence.enter('c', c);
    one.presence.enter('d', peerIn(told, 'd'));
    one.presence.leave('c', c);
    expect(['a', 'b', 'c', 'd'].map((pub) => one.presence.isOnline(pub))).toEqual([true, true, false, true]);
    await back(one, other);
    await vi.waitFor(() => expect(other.presence.isOnline('d')).toBe(true), SOON);
    expect(['a', 'b', 'c'].map((pub) => other.presence.isOnline(pub))).toEqual([true, true, false]);
    expect(told).toEqual(['a came', 'b came', 'c came', 'd came', 'c left']);
  });

  it('SH7 a player who moved while Redis was unreachable is gone when the grace time is over', async () => {
    const [one, other] = await two(600_000, 1_000);
    const told: string[] = [];
    listen(one.presence, told);
    const b = peerIn(told, 'b');
    other.presence.enter('b', b);
    await settled();
    await away(one, other);
    other.presence.leave('b', b);
    await back(one, other);
    expect(one.presence.isOnline('b')).toBe(true);
    await vi.waitFor(() => expect(told).toEqual(['b came', 'b left']), SOON);
  });

  it('SH8 of two connections that proved one key while Redis was unreachable the newer one stays', async () => {
    const [one, other] = await two();
    const told: string[] = [];
    await away(one, other);
    one.presence.enter('a', peerIn(told, 'older'));
    const before = Date.now();
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(before), SOON);
    other.presence.enter('a', peerIn(told, 'newer'));
    await back(one, other);
    await vi.waitFor(() => expect(told).toEqual(['older superseded']), SOON);
    expect([one.presence.count, other.presence.count]).toEqual([1, 1]);
  });

  it('SH9 only its owner can take an entry while Redis is unreachable, and all processes know afterwards', async () => {
    const [one, other] = await two(600_000, 0);
    for (const key of ['a', 'b']) one.map.put(key, thing('1'));
    await settled();
    await away(one, other);
    expect(await other.map.take('a', thing('1'))).toBe(false);
    expect(await one.map.take('a', thing('1'))).toBe(true);
    one.map.put('c', thing('1'));
    expect(await one.map.putFirst('d', thing('1'))).toBeNull();
    expect(await one.map.putFirst('c', thing('2'))).toEqual(thing('1'));
    await back(one, other);
    const left = ['b1', 'c1', 'd1'];
    await vi.waitFor(() => expect(shown(one, other).map((all) => all.toSorted())).toEqual([left, left]), SOON);
  });

  it('SH10 detects a lost change and reads again', async () => {
    const [one, other] = await two();
    await settled();
    await server.client.hset(`${PREFIX}things`, 'x', '1000\nq:1\n0\n{"name":"1"}');
    await server.client.set(`${PREFIX}things:version`, '1000');
    one.map.put('y', thing('1'));
    const all = expect.arrayContaining(['x1', 'y1']);
    await vi.waitFor(() => expect(shown(one, other)).toEqual([all, all]), SOON);
  });

  it('SH11 ignores and counts invalid entries and messages', async () => {
    const [one, other] = await two();
    for (const text of ['', 'x', '1\n2', '9\nq:1\nlost\n\n0\n', `1\nq:1\n\n${'k'.repeat(300)}\n0\n{}`])
      await server.client.publish(`${PREFIX}things:changes`, text);
    await server.client.hset(`${PREFIX}things`, 'g', 'garbage', 'h', '1\nq:1\n0\n"bad"');
    await settled();
    const late = await open();
    expect(shown(late)).toEqual([[]]);
    expect([one.map.ignored, other.map.ignored, late.map.ignored]).toEqual([5, 5, 2]);
  });

  it('SH12 shows a value that was put first at once, before the change has come back', async () => {
    const [one, other] = await two();
    await one.connection.ears.unsubscribe();
    expect(await one.map.putFirst('a', thing('1'))).toBeNull();
    expect(shown(one)).toEqual([['a1']]);
    expect(await one.map.take('a', thing('1'))).toBe(true);
    await vi.waitFor(() => expect(other.map.version).toBe(2), SOON);
    expect(shown(other)).toEqual([[]]);
  });

  it('SH17 an adopted entry outlives the process that put it, and only the present value can be adopted', async () => {
    const [one, other] = await two();
    for (const key of ['a', 'b', 'c']) one.map.put(key, thing('1'));
    await settled();
    await other.map.adopt('a', thing('1'));
    await other.map.adopt('b', thing('2'));
    const overtaken = one.map.take('c', thing('1'));
    await Promise.all([overtaken, other.map.adopt('c', thing('1'))]);
    await settled();
    await other.map.takeAllOf(one.id, true);
    await settled();
    expect(shown(one, other)).toEqual([['a1'], ['a1']]);
  });
});
