import type { Redis } from 'ioredis';
import { expect, vi } from 'vitest';
import { Presence } from '../../src/domain/players/presence.ts';
import { type Connection, connect, PREFIX } from '../../src/redis/connection.ts';
import { Heartbeat } from '../../src/redis/heartbeat.ts';
import { RedisMap } from '../../src/redis/redis-map.ts';
import type { Thing } from '../shared/map-contract.ts';
import { FakeLog } from '../support/fake-world.ts';

/** How long tests poll. Long, because the machine may be busy. */
export const SOON = { timeout: 45_000, interval: 5 };

/** The maps and the presence of one process. */
export interface Process {
  readonly id: string;
  readonly map: RedisMap<Thing>;
  readonly connections: RedisMap<string>;
  readonly presence: Presence;
  readonly connection: Connection;
  /** Stops without a goodbye. */
  crash(): void;
}

/** Connections of several processes in one test. */
export class Connections {
  readonly #open: Connection[] = [];

  /** Resolves when commands can be sent. */
  async open(url: string): Promise<Connection> {
    const connection = connect(url, new FakeLog());
    this.#open.push(connection);
    await vi.waitFor(() => expect(connection.commands.status).toBe('ready'), SOON);
    return connection;
  }

  close(): void {
    for (const connection of this.#open.splice(0)) connection.close();
  }
}

let made = 0;

export async function openProcess(url: string, lifeMs = 600_000, graceMs = lifeMs): Promise<Process> {
  const id = `p${++made}`;
  const connection = connect(url, new FakeLog());
  const common = { processId: id, connection, graceMs, now: () => Date.now() };
  const parse = (text: string) => JSON.parse(text);
  const map = new RedisMap<Thing>({
    ...common,
    name: 'things',
    decode: (text) => (text === '"bad"' ? null : parse(text)),
  });
  const connections = new RedisMap<string>({ ...common, name: 'connections', decode: parse });
  const buried = (gone: string) => connections.takeAllOf(gone, true);
  const [mark, differs] = ['one', () => undefined];
  const heartbeat = new Heartbeat({ processId: id, connection, lifeMs, buried, mark, differs });
  const presence = new Presence(connections, id);
  for (const part of [map, connections, heartbeat]) part.start();
  await vi.waitFor(() => expect([map.isCurrent, connections.isCurrent]).toEqual([true, true]), SOON);
  const crash = () => {
    connection.close();
    map.stop();
    connections.stop();
    void heartbeat.stop();
  };
  return { id, map, connections, presence, connection, crash };
}

/** Resolves when all processes know the changes so far. */
export async function exchanged(client: Redis, ...processes: readonly Process[]): Promise<void> {
  // Answers come in order, so earlier requests have been handled.
  for (const { connection } of processes) await connection.commands.ping();
  for (const list of ['map', 'connections'] as const) {
    const version = Number(await client.get(`${PREFIX}${list === 'map' ? 'things' : 'connections'}:version`));
    await vi.waitFor(() => {
      for (const one of processes) expect(one[list].version).toBeGreaterThanOrEqual(version);
    }, SOON);
  }
}
