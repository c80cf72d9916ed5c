import { once } from 'node:events';
import { type AddressInfo, connect as connectSocket, createServer, type Server, type Socket } from 'node:net';
import type { ServerMessageOf } from '@anchor/wire';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Bus, BusMessage } from '../../src/domain/ports/bus.ts';
import { LOBBY_TOPIC } from '../../src/domain/topics.ts';
import { InProcessBus } from '../../src/memory/in-process-bus.ts';
import { ChangeStream } from '../../src/redis/change-stream.ts';
import { Channels } from '../../src/redis/channels.ts';
import { connect, PREFIX } from '../../src/redis/connection.ts';
import { RedisBus } from '../../src/redis/redis-bus.ts';
import { busContract } from '../bus/contract.ts';
import { FakeLog } from '../support/fake-world.ts';
import { hasRedis, type RedisServer, redisServer } from './redis-server.ts';

const channelOf = (topic: string) => `anchor:topic:${topic}`;
/** Short, so that heartbeats come soon. */
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
  /** The bus of another process, not yet started. `crash` ends it without a goodbye. */
  const make = (beatMs = BEAT_MS, url = server.url) => {
    const log = new FakeLog();
    const connection = connect(url, log);
    const processId = `p${++made}`;
    const differs = () => undefined;
    const stream = new ChangeStream({ processId, connection, log, mark: 'one', differs, beatMs, now: Date.now });
    const local = new InProcessBus(log);
    const bus = new RedisBus({ local, connection, stream, processId, log });
    const start = () => {
      bus.start();
      stream.start();
    };
    const stop = () => stream.stop();
    stops.push(stop, connection.close);
    return { bus, log, connection, processId, start, stop, crash: connection.close };
  };
  const open = async (beatMs?: number, url?: string) => {
    const made = make(beatMs, url);
    made.start();
    await vi.waitFor(() => expect(made.bus.isWhole).toBe(true), SOON);
    return made;
  };
  /** Writes the heartbeat of a process that no test runs. */
  const beat = (by: string, hasLost: boolean) =>
    server.client.xadd(
      `${PREFIX}changes`,
      '*',
      'change',
      JSON.stringify({ type: 'beat', by, n: 1, mark: 'one', hasLost }),
    );
  /** Resolves when Redis sends the process what is published on the topic. */
  const hear = async (bus: Bus, topic = 'a') => {
    const heard: BusMessage[] = [];
    bus.subscribe(topic, (message) => heard.push(message));
    await bus.joined(topic);
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
    const marks = await hear(to, 'mark');
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
          joined: (topic) => to.joined(topic),
          onMissed: (listener) => to.onMissed(listener),
        };
      },
      () => arrived(...pair),
    );
  });

  it('BS7 calls local listeners at once and remote ones once, in one order per topic', async () => {
    const [one, other] = [await open(), await open()];
    const heard = [await hear(one.bus), await hear(other.bus)];
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
    const heard = await hear(other.bus);
    one.bus.subscribe('a', (message) => {
      if (message.type === 'pong' && message.now < 10) one.bus.publish('a', pong(message.now + 1));
    });
    one.bus.publish('a', pong(0));
    await arrived(one.bus, other.bus);
    expect(heard).toEqual(Array.from({ length: 11 }, (_, now) => pong(now)));
  });

  it('BS9 carries the largest message unchanged', async () => {
    const [one, other] = [await open(), await open()];
    const heard = await hear(other.bus);
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
    const heard = await hear(other.bus);
    await other.bus.joined(LOBBY_TOPIC);
    const hostile: readonly (readonly [string, string])[] = [
      ...['', 'x', 'p\n', '\n{}', 'p q\n{}', `${'p'.repeat(65)}\n{}`, 'q\nnull', 'q\n{"type":"pong"}'].map(
        (text) => [channelOf('a'), text] as const,
      ),
      [channelOf('a'), 'q\n{"type":"seated","match":7}'],
      [channelOf('a'), `q\n${'['.repeat(100_000)}`],
      [channelOf('a'), `q\n"${'x'.repeat(2_000_000)}"`],
      [channelOf('a'), '__proto__\n{"type":"__proto__"}'],
    ];
    for (const [channel, text] of hostile) await server.client.publish(channel, text);
    await arrived(one.bus, other.bus);
    expect(heard).toEqual([]);
    expect(other.bus.health.ignored).toBe(hostile.length);
    expect(other.log.warnings).toEqual([
      'ignored an invalid message on our Redis channels; make sure that only Anchor processes of this version use this Redis database',
    ]);
    expect(other.log.errors).toEqual([]);
  });

  it('BS11 learns from the heartbeat of another process that a message of it was lost', async () => {
    await beat('early', true);
    const { bus } = await open(600_000);
    expect(bus.health.others).toBe(0);
    const count = countMissed(bus);
    for (const n of [1, 2]) {
      await beat('x', false);
      await beat('x', true);
      await vi.waitFor(() => expect(count.missed).toBe(n), SOON);
      expect([bus.delivery.gaps, bus.health.others]).toEqual([n, 1]);
    }
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
    await vi.waitFor(() => expect(one.bus.health.others).toBe(1), SOON);
    await other.stop();
    await vi.waitFor(() => expect(one.bus.health.others).toBe(0), SOON);
  });

  it('BS14 each process says for itself what the lobby shows', async () => {
    const [one, other] = [await open(), await open()];
    const heard = [await hear(one.bus, LOBBY_TOPIC), await hear(other.bus, LOBBY_TOPIC)];
    one.bus.publish(LOBBY_TOPIC, pong(1));
    await arrived(one.bus, other.bus);
    expect(heard).toEqual([[pong(1)], []]);
  });

  it.each([
    ['stopped and started', () => server.stop(), () => server.start()],
    ['held up and let go', async () => server.pause(), async () => server.resume()],
  ])('BS15 goes on by itself while Redis is %s, says so, and comes back', async (_how, away, back) => {
    const [one, other] = [await open(), await open()];
    const heard = [await hear(one.bus), await hear(other.bus)];
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
    const { bus, log, start } = make();
    start();
    const heard = await hear(bus);
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

  describe('channels by interest', () => {
    /** Counts the messages that Redis sends to a process, other than heartbeats. */
    const countTold = ({ connection }: Awaited<ReturnType<typeof open>>) => {
      const told = { messages: 0 };
      connection.ears.on('message', (_channel, text: string) => {
        if (text.includes('pong')) told.messages += 1;
      });
      return told;
    };
    const subscribers = async (topic: string) =>
      ((await server.client.call('PUBSUB', 'NUMSUB', channelOf(topic))) as [string, number])[1];
    const calls = async (command: string) =>
      Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(await server.client.info('commandstats'))?.[1] ?? 0);

    it('IC1 of three processes the one without a listener is told nothing', async () => {
      const processes = [await open(), await open(), await open()] as const;
      const [one, other, third] = processes;
      const heard = [await hear(one.bus), await hear(other.bus), await hear(third.bus, 'b')];
      const told = processes.map(countTold);
      for (let n = 0; n < 20; n++) one.bus.publish('a', pong(n));
      await arrived(one.bus, third.bus);
      await arrived(one.bus, other.bus);
      expect(await subscribers('a')).toBe(2);
      expect(heard.map(({ length }) => length)).toEqual([20, 20, 0]);
      // The marks are heard by `third`, and the second one by `other` as well.
      expect(told.map(({ messages }) => messages)).toEqual([20, 21, 2]);
    });

    it('IC2 nothing published after a topic has been joined is lost', async () => {
      const [one, other] = [await open(), await open()];
      for (let n = 0; n < 50; n++) {
        const heard = await hear(other.bus, `topic/${n}`);
        one.bus.publish(`topic/${n}`, pong(n));
        await vi.waitFor(() => expect(heard).toEqual([pong(n)]), SOON);
      }
    });

    it('IC3 listeners who come and go cost Redis one command', async () => {
      const { bus } = await open();
      const before = [await calls('subscribe'), await calls('unsubscribe')];
      for (let n = 0; n < 100; n++) {
        const leave = bus.subscribe('a', () => undefined);
        await bus.joined('a');
        leave();
      }
      const after = [await calls('subscribe'), await calls('unsubscribe')];
      expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([1, 0]);
    });

    it('IC4 a channel is left some time after its last listener, and at most a thousand wait for that', async () => {
      const { connection } = await open();
      const channels = new Channels(connection.ears);
      const names = Array.from({ length: 1_001 }, (_, n) => `wait/${n}`);
      const held = async () => ((await server.client.call('PUBSUB', 'CHANNELS', 'wait/*')) as string[]).length;
      for (const name of names.slice(0, 10)) channels.open(name);
      await Promise.all(names.slice(0, 10).map((name) => channels.joined(name)));
      for (const name of names.slice(0, 4)) channels.desert(name, 0);
      channels.open(names[3] ?? '');
      channels.sweep(9_999);
      await connection.ears.subscribe('after the command of a sweep');
      expect(await held()).toBe(10);
      channels.sweep(10_000);
      await vi.waitFor(async () => expect(await held()).toBe(7), SOON);
      for (const name of names) channels.open(name);
      await Promise.all(names.map((name) => channels.joined(name)));
      expect(await held()).toBe(1_001);
      for (const name of names) channels.desert(name, 20_000);
      await vi.waitFor(async () => expect(await held()).toBe(1_000), SOON);
    });

    it('IC5 a process whose connection broke subscribes again to all channels, and the storage is read again', async () => {
      const [one, other] = [await open(), await open()];
      const topics = Array.from({ length: 20 }, (_, n) => `topic/${n}`);
      const heard = await Promise.all(topics.map((topic) => hear(other.bus, topic)));
      const count = countMissed(other.bus);
      await server.client.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
      await vi.waitFor(async () => {
        expect(count.missed).toBeGreaterThan(0);
        expect(await Promise.all(topics.map(subscribers))).toEqual(topics.map(() => 1));
      }, SOON);
      for (const [n, topic] of topics.entries()) one.bus.publish(topic, pong(n));
      await vi.waitFor(() => expect(heard).toEqual(topics.map((_, n) => [pong(n)])), SOON);
    });

    it('IC6 a process that could not publish has the others read the storage again', async () => {
      const [one, other] = [await open(), await open()];
      const heard = await hear(other.bus);
      one.connection.commands.disconnect(false);
      one.bus.publish('a', pong(1));
      // Heartbeats fail as well.
      const writes = vi.spyOn(one.connection.commands, 'multi');
      await vi.waitFor(() => expect(writes.mock.calls.length).toBeGreaterThan(1), SOON);
      expect(other.bus.delivery.gaps).toBe(0);
      const count = countMissed(other.bus);
      await one.connection.commands.connect();
      await vi.waitFor(() => expect(other.bus.delivery.gaps).toBe(1), SOON);
      expect(count.missed).toBeGreaterThan(0);
      expect(heard).toEqual([]);
    });

    it('IC12 a process whose subscriptions no longer arrive notices that, connects again and reads the storage again', async () => {
      const way = await DeadEars.start(server.url);
      stops.push(() => way.stop());
      const [one, other] = [await open(), await open(BEAT_MS, way.url)];
      const heard = await hear(other.bus);
      // `once` of Node would reject at the error.
      const closed = new Promise((resolve) => other.connection.ears.once('close', resolve));
      way.hold();
      one.bus.publish('a', pong(1));
      await closed;
      expect(other.bus.isWhole).toBe(false);
      const count = countMissed(other.bus);
      await vi.waitFor(() => {
        one.bus.publish('a', pong(2));
        expect(heard[0]).toEqual(pong(2));
      }, SOON);
      expect(count.missed).toBeGreaterThan(0);
    });
  });
});

/** A way to Redis on which the present connections for subscriptions can die without being closed. */
class DeadEars {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets: Socket[] = [];
  #ears: Socket[] = [];

  private constructor(server: Server) {
    this.#server = server;
    this.url = `redis://127.0.0.1:${(server.address() as AddressInfo).port}/0`;
  }

  static async start(url: string): Promise<DeadEars> {
    const server = createServer((near) => way.#join(near, Number(new URL(url).port)));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const way = new DeadEars(server);
    return way;
  }

  hold(): void {
    for (const socket of this.#ears) socket.pause();
    this.#ears = [];
  }

  stop(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #join(near: Socket, port: number): void {
    const far = connectSocket(port, '127.0.0.1');
    this.#sockets.push(near, far);
    near.on('data', (data) => {
      if (data.includes('anchor-ears')) this.#ears.push(near, far);
      far.write(data);
    });
    far.on('data', (data) => near.write(data));
    for (const [one, other] of [[near, far] as const, [far, near] as const])
      one.on('error', () => undefined).on('close', () => other.destroy());
  }
}
