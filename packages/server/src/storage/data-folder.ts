import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, createClient, LibsqlError } from '@libsql/client/sqlite3';
import type { Result } from 'bg-rules';
import { fileUrl } from './embedded.ts';

const OWNER_ONLY = 0o600;

/** Created here, because a database would create them with the permissions of the umask. SQLite gives its companions the same mode. */
const DATABASE = 'anchor.db';
const created = [DATABASE, 'anchor.lock'];
const optional = ['anchor.db-wal', 'anchor.db-shm', 'server.key', 'server.key.previous', 'log.key'];

/**
 * Restricts the files with keys, addresses or tokens to their owner, whatever the permissions of the folder. Never opens a file that exists:
 * closing it would end the locks that SQLite holds on it in this process, and another process could then remove the log that SQLite reads.
 */
export function keepToOwner(folder: string): void {
  for (const name of created) createFile(join(folder, name));
  for (const file of [...created, ...optional].map((name) => join(folder, name))) {
    if (!existsSync(file)) continue;
    try {
      chmodSync(file, OWNER_ONLY);
    } catch {
      // The file belongs to another user, who is responsible for its mode.
    }
  }
}

function createFile(file: string): void {
  if (existsSync(file)) return;
  try {
    closeSync(openSync(file, 'wx', OWNER_ONLY));
  } catch (error) {
    // Another process may create it at the same moment.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** A sentence if the settings name the embedded database and its folder has none. */
export function missingDatabase(settings: {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
}): string | null {
  const { dataDir, databaseUrl } = settings;
  if (databaseUrl !== null || existsSync(join(dataDir, DATABASE))) return null;
  return `There is no database in ${dataDir}: start the server once. If the service uses PostgreSQL, set DATABASE_URL, or ANCHOR_ENV_FILE to the file with its settings.`;
}

export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Locks a data folder for this process. The lock is an operating-system lock on a separate SQLite file, so it ends with the process and is
 * never stale.
 */
export async function lockFolder(folder: string): Promise<Result<FolderLock, 'folder-in-use'>> {
  const client = createClient({ url: fileUrl(join(folder, 'anchor.lock')) });
  try {
    await client.execute('BEGIN EXCLUSIVE');
  } catch (error) {
    client.close();
    if (!(error instanceof LibsqlError) || error.code !== 'SQLITE_BUSY') throw error;
    return { ok: false, code: 'folder-in-use', message: `Another process is using the data folder ${folder}.` };
  }
  return { ok: true, value: { release: () => release(client) } };
}

/** Rolls back first: closing alone would keep the lock until garbage collection. */
async function release(client: Client): Promise<void> {
  await client.execute('ROLLBACK');
  client.close();
}
