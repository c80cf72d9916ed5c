import { randomBytes } from 'node:crypto';
import { type Health, liveView, seekView } from '@anchor/wire';
import * as z from 'zod/mini';
import { InProcessBus } from './bus/in-process.ts';
import type { Config } from './config.ts';
import type { JobStore } from './domain/analysis/queue/job-store.ts';
import { MemoryJobs } from './domain/analysis/queue/memory-jobs.ts';
import type { Presence } from './domain/players/presence.ts';
import { SharedPresence } from './domain/players/shared-presence.ts';
import type { Bus, Log } from './domain/ports.ts';
import type { SharedLists } from './domain/service.ts';
import { OwnMap } from './domain/shared-map.ts';
import { type Counter, type CounterOptions, countInMemory } from './http/request-limiter.ts';
import { connect } from './redis/connection.ts';
import { countInRedis } from './redis/counter.ts';
import { decoder } from './redis/decoder.ts';
import { Heartbeat, LIFE_MS } from './redis/heartbeat.ts';
import { RedisBus } from './redis/redis-bus.ts';
import { RedisJobs } from './redis/redis-jobs.ts';
import { RedisMap } from './redis/redis-map.ts';

const ID_BYTES = 9;
const offer = z.strictObject({ by: z.union([z.literal(0), z.literal(1)]), at: z.number() });

/** What processes have in common beside the storage: through Redis, or this process's own when it is alone. */
export interface Sharing {
  readonly bus: Bus;
  readonly presence: Presence;
  readonly lists: SharedLists;
  /** Of deep analysis. */
  readonly jobs: JobStore;
  /** Where requests are counted. */
  readonly count: (options: CounterOptions) => Counter;
  /** What a process that is not alone says of itself. */
  health(): Pick<Health, 'redis'>;
  /** How what the others say arrives; null when this process is alone. */
  delivery(): RedisBus['delivery'] | null;
  /** Begins to listen to the others; before anything of the service begins. Resolves when Redis answers, or is known to be away. */
  start(): Promise<void>;
  /** Takes leave of the others; after everything of the service has ended. */
  stop(): Promise<void>;
}

/** Of this run of this process; no two have the same. */
export function makeProcessId(): string {
  return randomBytes(ID_BYTES).toString('base64url');
}

export function setUpSharing({ redisUrl }: Config, processId: string, serverPub: string, log: Log): Sharing {
  return redisUrl === null ? shareNothing(processId, log) : shareThrough(redisUrl, processId, serverPub, log);
}

function shareNothing(processId: string, log: Log): Sharing {
  return {
    bus: new InProcessBus(log),
    presence: new SharedPresence(new OwnMap(), processId),
    lists: { seeks: new OwnMap(), live: new OwnMap(), offers: new OwnMap() },
    jobs: new MemoryJobs(),
    count: countInMemory,
    health: () => ({}),
    delivery: () => null,
    start: async () => undefined,
    stop: async () => undefined,
  };
}

function shareThrough(url: string, processId: string, serverPub: string, log: Log): Sharing {
  const connection = connect(url, log);
  const bus = new RedisBus({ local: new InProcessBus(log), connection, processId, log });
  const common = { processId, connection, graceMs: LIFE_MS, now: () => Date.now() };
  const map = <T>(name: string, schema: z.ZodMiniType<T>) => new RedisMap({ ...common, name, decode: decoder(schema) });
  const connections = map('connections', z.string());
  const lists = { seeks: map('seeks', seekView), live: map('live', liveView), offers: map('offers', offer) };
  // who goes takes his connections and his seeks along; matches and offers are others’ as well
  const takeLeave = async (id: string, isLost: boolean) => {
    await connections.takeAllOf(id, isLost);
    await lists.seeks.takeAllOf(id, isLost);
  };
  const differs = (other: string) =>
    log.error(
      { own: serverPub, other },
      'another process has another server key: matches stand where a process without their key takes over',
    );
  const buried = (id: string) => takeLeave(id, true);
  const heartbeat = new Heartbeat({ processId, connection, buried, mark: serverPub, differs });
  const maps = [connections, ...Object.values(lists)];
  const parts = [bus, ...maps, heartbeat];
  return {
    bus,
    presence: new SharedPresence(connections, processId),
    lists,
    jobs: new RedisJobs(connection),
    count: (options) => countInRedis(connection, options),
    health: () => ({
      redis: { ...bus.health, ignored: [bus.health, ...maps].reduce((sum, one) => sum + one.ignored, 0) },
    }),
    delivery: () => bus.delivery,
    async start() {
      for (const part of parts) part.start();
      // whoever asks for jobs first would be told that there is no Redis
      await connection.begun();
    },
    async stop() {
      await takeLeave(processId, false).catch(() => undefined);
      for (const part of parts) await part.stop();
      connection.close();
    },
  };
}
