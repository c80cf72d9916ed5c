import { join } from 'node:path';
import { type Client, createClient, LibsqlError } from '@libsql/client';
import type { Result } from 'bg-rules';
import { fileUrl } from './embedded.ts';

export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Makes this process the owner of a data folder. The lock is the operating system's, on a second SQLite file: it ends with the process,
 * however that ends, and leaves nothing stale behind.
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

/** Closing alone would keep the lock until the garbage collector has found the last statement. */
async function release(client: Client): Promise<void> {
  await client.execute('ROLLBACK');
  client.close();
}
