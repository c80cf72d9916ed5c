import { randomBytes } from 'node:crypto';
import { type Health, liveView } from '@anchor/wire';
import * as z from 'zod/mini';
import type { Config } from '../config/config.ts';
import { pairingSchema } from '../domain/lobby/pairing-list.ts';
import { wishSchema } from '../domain/lobby/wish.ts';
import { Presence } from '../domain/players/presence.ts';
import type { Bus } from '../domain/ports/bus.ts';
import type { Log } from '../domain/ports/world.ts';
import { InProcessBus } from '../memory/in-process-bus.ts';
import { MemoryMap } from '../memory/memory-map.ts';
import { ChangeStream } from '../redis/change-stream.ts';
import { connect } from '../redis/connection.ts';
import { decoder } from '../redis/decoder.ts';
import { RedisBus } from '../redis/redis-bus.ts';
import type { SharedLists } from './service.ts';

const ID_BYTES = 9;
const offer = z.strictObject({ by: z.union([z.literal(0), z.literal(1)]), at: z.number() });

/** State that processes share besides the storage: through Redis, or in memory for a single process. */
export interface Sharing {
  readonly bus: Bus;
  readonly presence: Presence;
  readonly lists: SharedLists;
  /** The health of the connection to other processes. Empty for a single process. */
  health(): Pick<Health, 'redis'>;
  /** Delivery statistics of the bus. Null for a single process. */
  delivery(): RedisBus['delivery'] | null;
  /** Starts listening to other processes. Call it first. Resolves when Redis answers or is known to be unreachable. */
  start(): Promise<void>;
  /** Disconnects from the other processes. Call it last. */
  stop(): Promise<void>;
}

/** An id that is unique per run of a process. */
export function makeProcessId(): string {
  return randomBytes(ID_BYTES).toString('base64url');
}

export function setUpSharing({ redisUrl }: Config, processId: string, serverPub: string, log: Log): Sharing {
  return redisUrl === null ? shareNothing(processId, log) : shareThrough(redisUrl, processId, serverPub, log);
}

function shareNothing(processId: string, log: Log): Sharing {
  return {
    bus: new InProcessBus(log),
    presence: new Presence(new MemoryMap(), processId),
    lists: { seeks: new MemoryMap(), pairings: new MemoryMap(), live: new MemoryMap(), offers: new MemoryMap() },
    health: () => ({}),
    delivery: () => null,
    start: async () => undefined,
    stop: async () => undefined,
  };
}

function shareThrough(url: string, processId: string, serverPub: string, log: Log): Sharing {
  const connection = connect(url, log);
  const differs = (other: string) =>
    log.warn(
      { own: serverPub, other },
      'another process uses a different server key: matches are suspended when a process without their key takes over; give all processes the same keys',
    );
  const stream = new ChangeStream({ processId, connection, log, mark: serverPub, differs, now: () => Date.now() });
  const bus = new RedisBus({ local: new InProcessBus(log), connection, stream, processId, log });
  // The connections, seeks and pairings of a process end with it. Other processes go on with its matches and offers.
  const own = <T>(name: string, schema: z.ZodMiniType<T>) =>
    stream.map({ name, decode: decoder(schema), endsWithProcess: true });
  const common = <T>(name: string, schema: z.ZodMiniType<T>) =>
    stream.map({ name, decode: decoder(schema), endsWithProcess: false });
  const connections = own('connections', z.string());
  const lists = {
    seeks: own('seeks', wishSchema),
    pairings: own('pairings', pairingSchema),
    live: common('live', liveView),
    offers: common('offers', offer),
  };
  return {
    bus,
    presence: new Presence(connections, processId),
    lists,
    health: () => ({ redis: bus.health }),
    delivery: () => bus.delivery,
    async start() {
      for (const part of [bus, stream]) part.start();
      // Without this, early requests for jobs would fail as if Redis were unreachable.
      await connection.begun();
    },
    async stop() {
      await stream.stop();
      connection.close();
    },
  };
}
