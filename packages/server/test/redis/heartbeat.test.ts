import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PREFIX } from '../../src/redis/connection.ts';
import { Heartbeat } from '../../src/redis/heartbeat.ts';
import { hasRedis, type RedisServer, redisServer } from './redis-server.ts';
import { Connections } from './sharing.ts';

/** Longer than any test: the test sends the heartbeats, and nothing expires. */
const LIFE_MS = 600_000;
const MARK = `${PREFIX}mark`;

describe.skipIf(!hasRedis)('the mark of processes on a real Redis', () => {
  let server: RedisServer;
  const connections = new Connections();
  const hearts: Heartbeat[] = [];
  beforeAll(async () => {
    server = await redisServer();
  });
  afterEach(async () => {
    await Promise.all(hearts.splice(0).map((heart) => heart.stop()));
    connections.close();
    await server.clear();
  });
  afterAll(() => server.stop());

  const begin = async (processId: string, mark: string) => {
    const told: string[] = [];
    const connection = await connections.open(server.url);
    const beats = vi.spyOn(connection.commands, 'eval');
    const heart = new Heartbeat({
      processId,
      connection,
      lifeMs: LIFE_MS,
      mark,
      buried: async () => undefined,
      differs: (other) => told.push(other),
    });
    hearts.push(heart);
    heart.start();
    /** Sends one more heartbeat and stops. */
    const beat = async () => {
      connection.commands.emit('ready');
      await Promise.all(beats.mock.results.map(({ value }) => value));
    };
    await beat();
    return { told, heart, beat };
  };

  it('HB1 is reported once by a process with a different one', async () => {
    const [one, two] = [await begin('p1', 'one'), await begin('p2', 'one')];
    const odd = await begin('p3', 'another');
    for (const each of [odd, one, two, odd]) await each.beat();
    expect([one.told, two.told, odd.told]).toEqual([[], [], ['one']]);
  });

  it('HB2 is deleted when the last process stops: the next one may bring another', async () => {
    const one = await begin('p1', 'one');
    await one.heart.stop();
    expect(await server.client.get(MARK)).toBeNull();
    const two = await begin('p2', 'another');
    await two.beat();
    expect(two.told).toEqual([]);
  });
});
