import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { freePort } from '../../scripts/throwaway-postgres.mjs';

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
if (!hasRedis) {
  const message = 'No Redis found: install the Debian package redis-server.';
  if (process.env.CI) throw new Error(message);
  console.warn(`SKIPPED LOUDLY: ${message}`);
}

/** A real Redis server without persistence. */
export interface RedisServer {
  readonly url: string;
  /** Stops the server, which loses all data. */
  stop(): Promise<void>;
  /** Starts it again at the same address. */
  start(): Promise<void>;
  /** Suspends the server until `resume`. */
  pause(): void;
  resume(): void;
  /** Deletes all data. */
  clear(): Promise<void>;
  /** A client for inspection and for invalid messages. */
  readonly client: Redis;
}

export async function redisServer(): Promise<RedisServer> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}/0`;
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => 20, maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  let child: ChildProcess | null = null;
  const start = async () => {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    child = spawn('redis-server', options, { stdio: 'ignore' });
    await client.ping();
  };
  await start();
  return {
    url,
    client,
    start,
    async stop() {
      const running = child;
      child = null;
      if (!running) return;
      const ended = once(running, 'exit');
      running.kill('SIGKILL');
      await ended;
    },
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    clear: async () => void (await client.flushall()),
  };
}
