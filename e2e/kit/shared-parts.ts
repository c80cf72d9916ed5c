import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { throwawayPostgres } from '../../packages/server/scripts/throwaway-postgres.mjs';

const run = promisify(execFile);
const debian = '/usr/lib/postgresql';

/** Something that a test needs and that is removed afterwards, with a function to release it. */
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
