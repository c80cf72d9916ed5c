import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Pairing, PairingList, pairingSchema, playersOf } from '../../src/domain/lobby/pairing-list.ts';
import type { Wish } from '../../src/domain/lobby/wish.ts';
import { ChangeStream } from '../../src/redis/change-stream.ts';
import type { Connection } from '../../src/redis/connection.ts';
import { decoder } from '../../src/redis/decoder.ts';
import { FakeLog } from '../support/fake-world.ts';
import { hasRedis, type RedisServer, redisServer } from './redis-server.ts';
import { Connections, SOON } from './sharing.ts';

const PROCESSES = 3;
const KEYS = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(64));

function wishOf(pub = ''): Wish {
  const from = { pub, name: pub.slice(0, 4), rating: 1500.25, rd: 80, provisional: false };
  const rules = { cube: true, crawford: true, jacoby: false, beavers: false };
  return {
    seek: `seek-${pub.slice(0, 4)}`,
    from,
    length: 5,
    rated: true,
    clock: 'normal',
    rules,
    since: 1,
    passed: [],
  };
}

describe.skipIf(!hasRedis)('pairings shared through Redis', () => {
  let server: RedisServer;
  const connections = new Connections();
  const streams: ChangeStream[] = [];
  let opened: Connection[] = [];
  let lists: PairingList[] = [];

  beforeAll(async () => {
    server = await redisServer();
  });
  afterEach(async () => {
    connections.close();
    for (const stream of streams.splice(0)) await stream.stop();
    await server.clear();
  });
  afterAll(() => server.stop());

  async function open(): Promise<void> {
    const maps = [];
    opened = [];
    for (let index = 0; index < PROCESSES; index++) {
      const connection = await connections.open(server.url);
      opened.push(connection);
      const stream = new ChangeStream({
        processId: `p${index}`,
        connection,
        log: new FakeLog(),
        mark: 'one',
        differs: () => undefined,
        now: () => Date.now(),
      });
      maps.push(stream.map<Pairing>({ name: 'pairings', decode: decoder(pairingSchema), endsWithProcess: true }));
      stream.start();
      streams.push(stream);
    }
    await vi.waitFor(() => expect(streams.map(({ isCurrent }) => isCurrent)).not.toContain(false), SOON);
    lists = maps.map((map) => new PairingList(map));
  }

  const list = (index: number) => lists[index % PROCESSES] as PairingList;
  const pairingOf = (handle: string, one?: string, other?: string): Pairing => ({
    pairing: handle,
    wishes: [wishOf(one), wishOf(other)],
    until: 9_000_000_000_000,
  });

  it('PN16 of overlapping pairings that several processes open at once, none share a player and one succeeds', async () => {
    await open();
    for (let round = 0; round < 20; round++) {
      const all = KEYS.map((key, index) =>
        pairingOf(`pairing-${round}-${index}`, key, KEYS[(index + 1) % KEYS.length]),
      );
      const opened = await Promise.all(all.map((pairing, index) => list(index + round).open(pairing)));
      const successful = all.filter((_, index) => opened[index]);
      expect(successful.length).toBeGreaterThan(0);
      const reserved = successful.flatMap(playersOf);
      expect(new Set(reserved).size).toBe(reserved.length);
      await vi.waitFor(() => {
        for (const each of lists)
          for (const pairing of successful)
            for (const pub of playersOf(pairing)) expect(each.of(pub)?.pairing).toBe(pairing.pairing);
      }, SOON);
      for (const pairing of successful) {
        const closed = await Promise.all(lists.map((each) => each.close(pairing)));
        expect(closed.filter(Boolean)).toHaveLength(1);
        await list(round).release(pairing);
      }
      await vi.waitFor(() => expect(lists.map(({ isEmpty }) => isEmpty)).not.toContain(false), SOON);
    }
  });

  it('PN17 an acceptance on one process is known on all, and released with the pairing', async () => {
    await open();
    const pairing = pairingOf('pairing-one', KEYS[0], KEYS[1]);
    expect(await list(0).open(pairing)).toBe(true);
    await vi.waitFor(() => expect(list(1).of(KEYS[1] ?? '')).toEqual(pairing), SOON);
    list(1).accept(pairing, KEYS[1] ?? '');
    await vi.waitFor(() => expect(list(2).hasAccepted(pairing, KEYS[1] ?? '')).toBe(true), SOON);
    expect(list(2).hasAccepted(pairing, KEYS[0] ?? '')).toBe(false);
    await list(2).release(pairing);
    await vi.waitFor(() => expect(lists.map(({ isEmpty }) => isEmpty)).not.toContain(false), SOON);
  });

  it('PN18 the reservations of a dead process end with it, and a sweep removes what others left', async () => {
    await open();
    const pairing = { ...pairingOf('pairing-two', KEYS[0], KEYS[1]), until: 1_000 };
    await list(0).open(pairing);
    await vi.waitFor(() => expect(list(1).of(KEYS[0] ?? '')).toEqual(pairing), SOON);
    list(1).accept(pairing, KEYS[0] ?? '');
    opened[0]?.close();
    await streams[1]?.bury('p0');
    await vi.waitFor(() => expect(list(1).of(KEYS[0] ?? '')).toBeNull(), SOON);
    expect(list(1).isEmpty).toBe(false);
    await list(1).sweep(1_001);
    await vi.waitFor(() => expect([list(1).isEmpty, list(2).isEmpty]).toEqual([true, true]), SOON);
  });
});
