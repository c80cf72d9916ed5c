import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { throwawayPostgres } from '../../packages/server/scripts/throwaway-postgres.mjs';
import { freePort } from './free-port.ts';

const run = promisify(execFile);
const debian = '/usr/lib/postgresql';

/** A database or Redis for a test, with a function to release it. */
export interface Part {
  readonly url: string;
  stop(): Promise<void>;
}

/** Debian keeps the PostgreSQL tools of each version in a separate folder. */
function tool(name: string): string {
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(debian, version, 'bin', name)).find((file) => existsSync(file)) ?? name;
}

/** Creates a new, empty database on the test PostgreSQL or on a temporary one. Throws an explanation if neither is available. */
export async function newPostgres(): Promise<Part> {
  const server = await throwawayPostgres();
  const name = `anchor_${randomUUID().replaceAll('-', '')}`;
  await run(tool('createdb'), [`--maintenance-db=${server.url}`, name]);
  return {
    url: Object.assign(new URL(server.url), { pathname: `/${name}` }).href,
    async stop() {
      await run(tool('dropdb'), ['--force', `--maintenance-db=${server.url}`, name]);
      await server.stop();
    },
  };
}

/** Starts a temporary Redis that keeps nothing on disk. Throws an explanation if Redis is not installed. */
export async function newRedis(): Promise<Part> {
  if (spawnSync('redis-server', ['--version']).status !== 0)
    throw new Error('No Redis: install the Debian package redis-server.');
  const port = await freePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  // Ctrl-C in a terminal must reach only the service processes: they still need Redis while they shut down.
  const child = spawn('redis-server', options, { stdio: 'ignore', detached: true });
  await reached(child, port);
  return {
    url: `redis://127.0.0.1:${port}/0`,
    async stop() {
      const ended = once(child, 'exit');
      if (child.kill('SIGKILL')) await ended;
    },
  };
}

async function reached(child: ChildProcess, port: number): Promise<void> {
  while (child.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isThere) return;
  }
  throw new Error(`Redis ended with ${child.exitCode} before it was ready.`);
}
