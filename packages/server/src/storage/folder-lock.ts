import { join } from 'node:path';
import { type Client, createClient, LibsqlError } from '@libsql/client';
import type { Result } from 'bg-rules';
import { fileUrl } from './embedded.ts';

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
