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

  const open = async (lifeMs?: number) => {
    const one = await openProcess(server.url, lifeMs);
    processes.push(one);
    return one;
  };
  const two = async (lifeMs?: number) => [await open(lifeMs), await open(lifeMs)] as const;
  const settled = () => exchanged(server.client, ...processes);
  const away = async (...all: readonly Process[]) => {
    await server.stop();
    await vi.waitFor(() => {
      for (const { connection, stream } of all)
        expect([stream.isCurrent, connection.commands.status === 'ready']).toEqual([false, false]);
    }, SOON);
  };
  const back = async (...all: readonly Process[]) => {
    await server.start();
    await vi.waitFor(() => expect(all.map(({ stream }) => stream.isCurrent)).not.toContain(false), SOON);
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
    await settled();
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
    expect(told).toEqual(['a left']);
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
    expect(told).toEqual(['b left']);
    expect(one.presence.isOnline('a')).toBe(true);
  });

  it('SH5 a process that was wrongly taken for dead restores its entries', async () => {
    const [one, other] = await two();
    const told: string[] = [];
    listen(one.presence, told);
    other.presence.enter('a', peerIn(told, 'a'));
    await settled();
    await one.stream.bury(other.id);
    await vi.waitFor(() => expect(told).toEqual(['a came', 'a left', 'a came']), SOON);
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

  it('SH7 a player who left while Redis was unreachable is gone when it is back', async () => {
    const [one, other] = await two();
    const told: string[] = [];
    listen(one.presence, told);
    const b = peerIn(told, 'b');
    other.presence.enter('b', b);
    await settled();
    await away(one, other);
    other.presence.leave('b', b);
    expect(one.presence.isOnline('b')).toBe(true);
    await back(one, other);
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
    const [one, other] = await two();
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

  it('SH10 a process whose connection was lost reads all changes that it missed, in their order', async () => {
    const [one, other] = await two();
    one.map.put('a', thing('1'));
    await settled();
    const told: string[] = [];
    other.map.observe((key, after, before) => told.push(`${key} ${before?.name} ${after?.name}`));
    other.connection.reader.disconnect(false);
    await vi.waitFor(() => expect(other.stream.isCurrent).toBe(false), SOON);
    await one.map.take('a', thing('1'));
    for (const name of ['2', '3']) one.map.put('b', thing(name));
    await one.map.putFirst('c', thing('1'));
    expect(shown(other)).toEqual([['a1']]);
    await other.connection.reader.connect();
    await vi.waitFor(() => expect(shown(other)).toEqual([['b3', 'c1']]), SOON);
    expect(told).toEqual(['a 1 undefined', 'b undefined 3', 'c undefined 1']);
  });

  it('SH11 ignores and counts invalid entries and messages', async () => {
    const [one, other] = await two();
    const put = { type: 'set', by: 'q', n: 1, map: 'things', key: 'x', at: 1, text: '{"name":"1"}' };
    const all = [
      '',
      'x',
      '{}',
      { ...put, at: -1 },
      { ...put, type: 'no' },
      { ...put, text: '"bad"' },
      { ...put, map: '?' },
    ];
    for (const change of all)
      await server.client.xadd(
        `${PREFIX}changes`,
        '*',
        'change',
        typeof change === 'string' ? change : JSON.stringify(change),
      );
    await settled();
    const late = await open();
    expect(shown(one, other, late)).toEqual([[], [], []]);
    expect([one, other, late].map(({ stream }) => stream.ignored)).toEqual([6, 6, 6]);
  });

  it('SH12 a value that was put first shows as soon as that is known', async () => {
    const [one, other] = await two();
    expect(await one.map.putFirst('a', thing('1'))).toBeNull();
    expect(shown(one)).toEqual([['a1']]);
    expect(await one.map.take('a', thing('1'))).toBe(true);
    await settled();
    expect(shown(one, other)).toEqual([[], []]);
  });

  it('SH13 a new process gets the entries of a Redis that has lost its data', async () => {
    const [one, other] = await two();
    // From now on ids are above those that Redis makes after the loss.
    const beat = JSON.stringify({ type: 'beat', by: 'q', n: 1, mark: 'one', hasLost: false });
    await server.client.xadd(`${PREFIX}changes`, '9999999999999-0', 'change', beat);
    one.map.put('a', thing('1'));
    other.map.put('b', thing('1'));
    await settled();
    await away(one, other);
    await back(one, other);
    const late = await open();
    late.map.put('c', thing('1'));
    const all = ['a1', 'b1', 'c1'];
    await vi.waitFor(() => expect(shown(one, other, late).map((map) => map.toSorted())).toEqual([all, all, all]), SOON);
  });

  it('SH14 a repetition does not bring back what another process has taken', async () => {
    const [one, other] = await two();
    one.map.put('a', thing('1'));
    await settled();
    one.connection.reader.disconnect(false);
    await vi.waitFor(() => expect(one.stream.isCurrent).toBe(false), SOON);
    expect(await other.map.take('a', thing('1'))).toBe(true);
    // A new connection for commands makes the process repeat its entries before it has read that one is taken.
    one.connection.commands.emit('ready');
    one.map.put('b', thing('1'));
    await vi.waitFor(() => expect(shown(other)).toEqual([['b1']]), SOON);
    const late = await open();
    expect(shown(late)).toEqual([['b1']]);
    await one.connection.reader.connect();
    await vi.waitFor(() => expect(shown(one)).toEqual([['b1']]), SOON);
  });

  it('SH15 the entries of a process that has stopped are gone, and others go on with those that outlive it', async () => {
    const [one, other] = await two();
    const told: string[] = [];
    listen(other.presence, told);
    one.presence.enter('a', peerIn([], 'a'));
    one.map.put('b', thing('1'));
    one.common.put('c', thing('1'));
    await settled();
    await one.stream.stop();
    // A new connection does not bring it back.
    one.connection.commands.emit('ready');
    await exchanged(server.client, one, other);
    expect(other.stream.peers.has(one.id)).toBe(false);
    expect(told).toEqual(['a came', 'a left']);
    expect(shown(other)).toEqual([[]]);
    // The stream does not keep what is old. Another process has repeated the entry by then.
    other.connection.commands.emit('ready');
    await exchanged(server.client, other);
    const [[kept = ''] = []] = (await server.client.xrange(`${PREFIX}changes`, '-', '+')).filter(([, [, text]]) =>
      text?.includes('"again"'),
    );
    await server.client.xtrim(`${PREFIX}changes`, 'MINID', kept);
    const late = await open();
    expect([...late.common.entries.keys()]).toEqual(['c']);
  });

  it('SH16 a process that starts reports only what is there now', async () => {
    const one = await open();
    one.map.put('a', thing('1'));
    await one.map.take('a', thing('1'));
    one.map.put('b', thing('1'));
    one.map.put('b', thing('2'));
    await settled();
    const told: string[] = [];
    const late = await openProcess(server.url, 600_000, (map) =>
      map.observe((key, after) => told.push(`${key} ${after?.name}`)),
    );
    processes.push(late);
    expect(told).toEqual(['b 2']);
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
    one.crash();
    await other.stream.bury(one.id);
    await exchanged(server.client, other);
    expect(shown(other)).toEqual([['a1']]);
  });
});
