import type { Redis } from 'ioredis';
import { expect, vi } from 'vitest';
import { Presence } from '../../src/domain/players/presence.ts';
import { isAfter } from '../../src/redis/change.ts';
import { ChangeStream } from '../../src/redis/change-stream.ts';
import { type Connection, connect, PREFIX } from '../../src/redis/connection.ts';
import type { StreamMap } from '../../src/redis/stream-map.ts';
import type { Thing } from '../shared/map-contract.ts';
import { FakeLog } from '../support/fake-world.ts';

/** How long tests poll. Long, because the machine may be busy. */
export const SOON = { timeout: 45_000, interval: 5 };

/** The maps and the presence of one process. */
export interface Process {
  readonly id: string;
  readonly stream: ChangeStream;
  readonly map: StreamMap<Thing>;
  /** A map whose entries other processes go on with. */
  readonly common: StreamMap<Thing>;
  readonly connections: StreamMap<string>;
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

export async function openProcess(
  url: string,
  lifeMs = 600_000,
  prepare: (map: StreamMap<Thing>) => void = () => undefined,
): Promise<Process> {
  const id = `p${++made}`;
  const log = new FakeLog();
  const connection = connect(url, log);
  const beatMs = Math.min(1_000, lifeMs / 15);
  const [mark, differs] = ['one', () => undefined];
  const stream = new ChangeStream({
    processId: id,
    connection,
    log,
    mark,
    differs,
    beatMs,
    lifeMs,
    now: () => Date.now(),
  });
  const parse = (text: string) => JSON.parse(text);
  const decode = (text: string) => (text === '"bad"' ? null : parse(text));
  const map = stream.map<Thing>({ name: 'things', decode, endsWithProcess: true });
  const common = stream.map<Thing>({ name: 'common', decode, endsWithProcess: false });
  const connections = stream.map<string>({ name: 'connections', decode: parse, endsWithProcess: true });
  const presence = new Presence(connections, id);
  await vi.waitFor(
    () => expect([connection.commands.status, connection.reader.status]).toEqual(['ready', 'ready']),
    SOON,
  );
  prepare(map);
  stream.start();
  await vi.waitFor(() => expect(stream.isCurrent).toBe(true), SOON);
  const crash = () => {
    connection.close();
    void stream.stop();
  };
  return { id, stream, map, common, connections, presence, connection, crash };
}

/** Resolves when all processes know the changes so far. */
export async function exchanged(client: Redis, ...processes: readonly Process[]): Promise<void> {
  // Answers come in order, so earlier changes have been written.
  for (const { connection } of processes) await connection.commands.ping();
  const newest = (await client.xrevrange(`${PREFIX}changes`, '+', '-', 'COUNT', 1))[0]?.[0] ?? '0-0';
  await vi.waitFor(() => {
    for (const { stream } of processes) expect(isAfter(newest, stream.position)).toBe(false);
  }, SOON);
}
