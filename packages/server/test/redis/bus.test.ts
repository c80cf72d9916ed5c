import type { ServerMessageOf } from '@anchor/wire';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Bus, BusMessage } from '../../src/domain/ports/bus.ts';
import { LOBBY_TOPIC } from '../../src/domain/topics.ts';
import { InProcessBus } from '../../src/memory/in-process-bus.ts';
import { connect, PREFIX } from '../../src/redis/connection.ts';
import { RedisBus } from '../../src/redis/redis-bus.ts';
import { busContract } from '../bus/contract.ts';
import { FakeLog } from '../support/fake-world.ts';
import { hasRedis, type RedisServer, redisServer } from './redis-server.ts';

const CHANNEL = `${PREFIX}bus`;
const BEAT_MS = 50;
const SOON = { timeout: 45_000, interval: 5 };
const pong = (now: number): BusMessage => ({ type: 'pong', now });

describe.skipIf(!hasRedis)('the bus through Redis', () => {
  let server: RedisServer;
  let stops: (() => Promise<void> | void)[] = [];
  beforeAll(async () => {
    server = await redisServer();
  });
  afterEach(async () => {
    for (const stop of stops) await stop();
    stops = [];
  });
  afterAll(() => server.stop());

  let made = 0;
  /** The bus of another process. `crash` ends it without a goodbye. */
  const open = async (beatMs = BEAT_MS) => {
    const log = new FakeLog();
    const connection = connect(server.url, log);
    const bus = new RedisBus({ local: new InProcessBus(log), connection, processId: `p${++made}`, log, beatMs });
    bus.start();
    stops.push(() => bus.stop(), connection.close);
    await vi.waitFor(() => expect(bus.isWhole).toBe(true), SOON);
    return { bus, log, crash: connection.close };
  };
  const hear = (bus: Bus, topic = 'a') => {
    const heard: BusMessage[] = [];
    bus.subscribe(topic, (message) => heard.push(message));
    return heard;
  };
  /** Number of `onMissed` calls. */
  const countMissed = (bus: Bus) => {
    const count = { missed: 0 };
    bus.onMissed(() => {
      count.missed += 1;
    });
    return count;
  };
  const arrived = async (from: Bus, to: Bus) => {
    const marks = hear(to, 'mark');
    from.publish('mark', pong(0));
    await vi.waitFor(() => expect(marks).toHaveLength(1), SOON);
  };

  describe('within one process', () => {
    busContract(
      async () => (await open()).bus,
      async () => undefined,
    );
  });

  describe('from one process to another', () => {
    let pair: readonly [Bus, Bus];
    busContract(
      async () => {
        pair = [(await open()).bus, (await open()).bus];
        const [from, to] = pair;
        return {
          isWhole: true,
          publish: (topic, message) => from.publish(topic, message),
          subscribe: (topic, listener) => to.subscribe(topic, listener),
          onMissed: (listener) => to.onMissed(listener),
        };
      },
      () => arrived(...pair),
    );
  });

  it('BS7 calls local listeners at once and remote ones once, in one order per topic', async () => {
    const [one, other] = [await open(), await open()];
    const heard = [hear(one.bus), hear(other.bus)];
    for (let now = 0; now < 50; now++) one.bus.publish('a', pong(now));
    expect(heard[0]).toHaveLength(50);
    await arrived(one.bus, other.bus);
    expect(heard[1]).toEqual(heard[0]);
    other.bus.publish('a', pong(50));
    await arrived(other.bus, one.bus);
    expect(heard[0]).toHaveLength(51);
    expect(heard[1]).toEqual(heard[0]);
  });

  it('BS8 keeps the order when a listener publishes in response', async () => {
    const [one, other] = [await open(), await open()];
    const heard = hear(other.bus);
    one.bus.subscribe('a', (message) => {
      if (message.type === 'pong' && message.now < 10) one.bus.publish('a', pong(message.now + 1));
    });
    one.bus.publish('a', pong(0));
    await arrived(one.bus, other.bus);
    expect(heard).toEqual(Array.from({ length: 11 }, (_, now) => pong(now)));
  });

  it('BS9 carries the largest message unchanged', async () => {
    const [one, other] = [await open(), await open()];
    const heard = hear(other.bus);
    const finished: ServerMessageOf<'finished'> = {
      type: 'finished',
      match: 'AbCdEfGhIjKlMnOpQrStUv',
      record: '/records/AbCdEfGhIjKlMnOpQrStUv.json',
      result: { winner: 0, score: [25, 24], reason: 'points' },
      finalHash: 'ab'.repeat(32),
      ratings: [
        { before: 1500.123456789, after: 1520.987654321 },
        { before: 1500.5, after: 1480.25 },
      ],
    };
    const seated: BusMessage = { type: 'seated', match: 'AbCdEfGhIjKlMnOpQrStUv' };
    const aborted: BusMessage = {
      type: 'aborted',
      proof: null,
      match: 'AbCdEfGhIjKlMnOpQrStUv',
      reason: '“”\n\u2028 ʘ'.repeat(20_000),
    };
    for (const message of [finished, seated, aborted]) one.bus.publish('a', message);
    await arrived(one.bus, other.bus);
    expect(heard).toEqual([finished, seated, aborted]);
  });

  it('BS10 ignores and counts invalid messages', async () => {
    const [one, other] = [await open(), await open()];
    const heard = hear(other.bus);
    const hostile = [
      ...[
        '',
        'x',
        '{}',
        'm',
        'm p 1',
        'm p 1 a',
        'm p -1 a\n{}',
        'b p 1\n{}',
        'b p 1 a',
        `m p 1 ${'a'.repeat(300)}\n{}`,
      ],
      ...['m q 1 a\n', 'm q 2 a\nnull', 'm q 3 a\n{"type":"pong"}', 'm q 4 a\n{"type":"seated","match":7}'],
      ...[
        `m q 5 a\n${'['.repeat(100_000)}`,
        `m q 6 a\n"${'x'.repeat(2_000_000)}"`,
        'm q 7 lobby\n{"type":"pong","now":1}',
      ],
      'm __proto__ 1 a\n{"type":"__proto__"}',
    ];
    for (const text of hostile) await server.client.publish(CHANNEL, text);
    await arrived(one.bus, other.bus);
    expect(heard).toEqual([]);
    expect(other.bus.health.ignored).toBe(hostile.length);
    expect(other.log.warnings).toEqual([
      'ignored an invalid message on our Redis channel; make sure that only Anchor processes of this version use this Redis database',
    ]);
    expect(other.log.errors).toEqual([]);
  });

  it('BS11 delivers no message twice, and detects a lost one by its number', async () => {
    const { bus } = await open(600_000);
    const heard = hear(bus);
    const count = countMissed(bus);
    const say = (number: number) => server.client.publish(CHANNEL, `m x ${number} a\n${JSON.stringify(pong(number))}`);
    for (const number of [1, 2, 2, 1, 3]) await say(number);
    await vi.waitFor(() => expect(heard).toHaveLength(3), SOON);
    expect(count.missed).toBe(0);
    await say(5);
    await vi.waitFor(() => expect(count.missed).toBe(1), SOON);
    expect(heard).toEqual([1, 2, 3, 5].map(pong));
    await server.client.publish(CHANNEL, 'b x 6');
    await vi.waitFor(() => expect(count.missed).toBe(2), SOON);
  });

  it('BS12 is not whole after a process has died without a goodbye, until it is forgotten', async () => {
    const [one, other] = [await open(4 * BEAT_MS), await open()];
    await arrived(other.bus, one.bus);
    const states: boolean[] = [];
    one.bus.onMissed(() => states.push(one.bus.isWhole));
    other.crash();
    await vi.waitFor(() => expect(states.filter((isWhole) => !isWhole).length).toBeGreaterThan(1), SOON);
    await vi.waitFor(() => expect([one.bus.isWhole, one.bus.health.others]).toEqual([true, 0]), SOON);
  });

  it('BS13 does not wait for a process that has said goodbye', async () => {
    const [one, other] = [await open(), await open()];
    await arrived(other.bus, one.bus);
    expect(one.bus.health.others).toBe(1);
    await other.bus.stop();
    await vi.waitFor(() => expect(one.bus.health.others).toBe(0), SOON);
  });

  it('BS14 each process says for itself what the lobby shows', async () => {
    const [one, other] = [await open(), await open()];
    const heard = [hear(one.bus, LOBBY_TOPIC), hear(other.bus, LOBBY_TOPIC)];
    one.bus.publish(LOBBY_TOPIC, pong(1));
    await arrived(one.bus, other.bus);
    expect(heard).toEqual([[pong(1)], []]);
  });

  it.each([
    ['stopped and started', () => server.stop(), () => server.start()],
    ['held up and let go', async () => server.pause(), async () => server.resume()],
  ])('BS15 goes on by itself while Redis is %s, says so, and comes back', async (_how, away, back) => {
    const [one, other] = [await open(), await open()];
    const heard = [hear(one.bus), hear(other.bus)];
    const count = countMissed(other.bus);
    await away();
    await vi.waitFor(() => expect([one.bus.isWhole, other.bus.isWhole]).toEqual([false, false]), SOON);
    one.bus.publish('a', pong(1));
    expect(heard).toEqual([[pong(1)], []]);
    const before = count.missed;
    await vi.waitFor(() => expect(count.missed).toBeGreaterThan(before + 1), SOON);
    await back();
    await vi.waitFor(() => expect([one.bus.isWhole, other.bus.isWhole]).toEqual([true, true]), SOON);
    const after = count.missed;
    one.bus.publish('a', pong(2));
    await vi.waitFor(() => expect(heard[1]?.at(-1)).toEqual(pong(2)), SOON);
    expect(after).toBeGreaterThan(before);
    expect(heard[0]).toEqual([pong(1), pong(2)]);
    expect([...one.log.errors, ...other.log.errors]).toEqual([]);
  });

  it('BS16 begins by itself where there is no Redis yet', async () => {
    await server.stop();
    const log = new FakeLog();
    const connection = connect(server.url, log);
    const bus = new RedisBus({ local: new InProcessBus(log), connection, processId: 'early', log, beatMs: BEAT_MS });
    stops.push(() => bus.stop(), connection.close);
    bus.start();
    const heard = hear(bus);
    bus.publish('a', pong(1));
    expect(heard).toEqual([pong(1)]);
    await vi.waitFor(() => expect(log.warnings).toHaveLength(1), SOON);
    expect(bus.health).toEqual({ here: false, whole: false, others: 0, ignored: 0 });
    await server.start();
    await vi.waitFor(() => expect(bus.isWhole).toBe(true), SOON);
    expect(bus.health).toEqual({ here: true, whole: true, others: 0, ignored: 0 });
    expect(log.warnings).toEqual(['Redis is unreachable; this process continues alone and keeps reconnecting']);
  });

  it('BS17 has commands once the connection has begun, and does not wait for a Redis that is away', async () => {
    const connection = connect(server.url, new FakeLog());
    stops.push(connection.close);
    await connection.begun();
    expect(connection.commands.status).toBe('ready');
    await connection.begun();
    await server.stop();
    const early = connect(server.url, new FakeLog());
    stops.push(early.close);
    await early.begun();
    expect(early.commands.status).not.toBe('ready');
    await server.start();
  });
});
