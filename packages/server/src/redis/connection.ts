import { once } from 'node:events';
import { Redis } from 'ioredis';
import type { Log } from '../domain/ports/world.ts';

/** Timeout of a command. */
const ANSWER_MS = 2_000;
/** A connection with pending commands that receives nothing for this long is replaced. */
const SILENCE_MS = 5_000;
const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 3_000;
const DOUBLINGS = 6;

/** Prefix of all names in Redis. The braces keep them in one slot of a cluster. */
export const PREFIX = '{anchor}';

/** The Redis connections of a process. */
export interface Connection {
  readonly commands: Redis;
  /** The subscriber connection. Callers must subscribe again after a reconnect. */
  readonly ears: Redis;
  /** The connection whose reads wait for changes. */
  readonly reader: Redis;
  /** Resolves when commands can be sent, or after a timeout or error. */
  begun(): Promise<void>;
  /** Closes all connections. */
  close(): void;
}

/**
 * Connects in the background and reconnects after a failure. Commands fail at once while there is no connection: a command sent later might
 * be wrong by then.
 */
export function connect(url: string, log: Log): Connection {
  const commands = new Redis(url, options('anchor'));
  const ears = new Redis(url, options('anchor-ears'));
  const reader = new Redis(url, options('anchor-reader'));
  logChanges(commands, log);
  // The connections fail together, so log the errors of one.
  for (const other of [ears, reader]) other.on('error', () => undefined);
  return {
    commands,
    ears,
    reader,
    async begun() {
      if (commands.status === 'ready') return;
      // An error event rejects it as well.
      await once(commands, 'ready', { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => undefined);
    },
    close() {
      commands.disconnect();
      ears.disconnect();
      reader.disconnect();
    },
  };
}

function options(connectionName: string) {
  return {
    connectionName,
    commandTimeout: ANSWER_MS,
    connectTimeout: ANSWER_MS,
    socketTimeout: SILENCE_MS,
    enableOfflineQueue: false,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt: number) => Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempt, DOUBLINGS), LAST_RETRY_MS),
  };
}

/** Logs the first failure and the recovery, not every attempt. */
function logChanges(redis: Redis, log: Log): void {
  let isAway = false;
  redis.on('error', (err) => {
    if (!isAway) log.warn({ err }, 'Redis is unreachable; this process continues alone and keeps reconnecting');
    isAway = true;
  });
  redis.on('ready', () => {
    if (isAway) log.info({}, 'Redis is reachable again');
    isAway = false;
  });
}
