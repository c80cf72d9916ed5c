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

/** A place for what is stored or shared, and the way to give it back. */
export interface Part {
  readonly url: string;
  stop(): Promise<void>;
}

/** Debian keeps the tools of each version in a folder of their own. */
function tool(name: string): string {
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(debian, version, 'bin', name)).find((file) => existsSync(file)) ?? name;
}

/** A new, empty database on the PostgreSQL of the tests, or on one of our own; throws a sentence where there is none. */
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

/** A Redis of our own that keeps nothing on disk; throws a sentence where there is none. */
export async function newRedis(): Promise<Part> {
  if (spawnSync('redis-server', ['--version']).status !== 0)
    throw new Error('No Redis: install the Debian package redis-server.');
  const port = await freePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  // a terminal's Ctrl-C is for the processes first: they still take their leave through it
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
