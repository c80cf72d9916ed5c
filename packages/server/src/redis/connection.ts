import { once } from 'node:events';
import { Redis } from 'ioredis';
import type { Log } from '../domain/ports.ts';

/** What gets no answer for so long is not waited for. */
const ANSWER_MS = 2_000;
/** A connection on which nothing comes for so long though something was asked is cut and made anew. */
const SILENCE_MS = 5_000;
const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 3_000;
const DOUBLINGS = 6;

/** Every name in Redis begins so; the braces keep them together where several Redis share the work. */
export const PREFIX = '{anchor}';

/** The two connections of a process. */
export interface Connection {
  readonly commands: Redis;
  /** Hears what is published; what it asks for is asked for again after a cut. */
  readonly ears: Redis;
  /** Resolves when commands can be asked for, or when it is known that for the time being they cannot. */
  begun(): Promise<void>;
  /** Ends both. */
  close(): void;
}

/**
 * Connects in the background, and again whenever the connection is cut. A command asked for while there is none fails at once:
 * nothing is kept to be sent later, when it may be wrong.
 */
export function connect(url: string, log: Log): Connection {
  const commands = new Redis(url, options('anchor'));
  const ears = new Redis(url, options('anchor-ears'));
  tellOfChanges(commands, log);
  // what is wrong with one of them is wrong with both
  ears.on('error', () => undefined);
  return {
    ...{ commands, ears },
    async begun() {
      if (commands.status === 'ready') return;
      // an error rejects it, too
      await once(commands, 'ready', { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => undefined);
    },
    close() {
      commands.disconnect();
      ears.disconnect();
    },
  };
}

function options(connectionName: string) {
  return {
    ...{ connectionName, commandTimeout: ANSWER_MS, connectTimeout: ANSWER_MS, socketTimeout: SILENCE_MS },
    ...{ enableOfflineQueue: false, autoResubscribe: false, autoResendUnfulfilledCommands: false },
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt: number) => Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempt, DOUBLINGS), LAST_RETRY_MS),
  };
}

/** Said once each time, not at every attempt. */
function tellOfChanges(redis: Redis, log: Log): void {
  let isAway = false;
  redis.on('error', (err) => {
    if (!isAway) log.warn({ err }, 'Redis is away; the process goes on by itself and tries again');
    isAway = true;
  });
  redis.on('ready', () => {
    if (isAway) log.info({}, 'Redis is back');
    isAway = false;
  });
}
