import { randomBytes } from 'node:crypto';
import { InProcessBus } from './bus/in-process.ts';
import type { Config } from './config.ts';
import type { Bus, Log } from './domain/ports.ts';
import { connect } from './redis/connection.ts';
import { RedisBus } from './redis/redis-bus.ts';

const ID_BYTES = 9;

/** What processes have in common beside the storage: through Redis, or this process's own when it is alone. */
export interface Sharing {
  readonly bus: Bus;
  /** Begins to listen to the others; before anything of the service begins. */
  start(): void;
  /** Takes leave of the others; after everything of the service has ended. */
  stop(): Promise<void>;
}

/** Of this run of this process; no two have the same. */
export function makeProcessId(): string {
  return randomBytes(ID_BYTES).toString('base64url');
}

export function setUpSharing({ redisUrl }: Config, processId: string, log: Log): Sharing {
  const local = new InProcessBus(log);
  if (redisUrl === null) return { bus: local, start: () => undefined, stop: async () => undefined };
  const connection = connect(redisUrl, log);
  const bus = new RedisBus({ local, connection, processId, log });
  return {
    bus,
    start: () => bus.start(),
    async stop() {
      await bus.stop();
      connection.close();
    },
  };
}
