import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@libsql/client/sqlite3';
import type { Result } from 'bg-rules';
import { syncToDisk } from '../shared/sync-to-disk.ts';
import {
  type BackupFile,
  backupName,
  type Contents,
  clearUnfinished,
  openBackupFolder,
  pruneBackups,
  reasonOf,
  UNFINISHED,
  type VerifyCode,
  verifyDatabase,
} from './backup-files.ts';
import { lockFolder } from './data-folder.ts';
import { fileUrl } from './embedded.ts';

interface BackupOptions {
  readonly dataDir: string;
  /** Number of backups to keep, including this one. */
  readonly keep: number;
  readonly prismaFolder: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

type BackupCode = VerifyCode | 'no-database' | 'busy' | 'failed';

/**
 * Copies the embedded database while the server keeps writing. The copy is a consistent snapshot. It gets its final name only after it has
 * been verified and synchronised, and only then are older backups removed. Needs time and CPU: run it in a separate process.
 */
export async function makeBackup(options: BackupOptions): Promise<Result<BackupFile & Contents, BackupCode>> {
  const database = join(options.dataDir, 'anchor.db');
  if (!existsSync(database)) return refused('no-database', `There is no database in ${options.dataDir}.`);
  try {
    const folder = openBackupFolder(options.dataDir);
    const lock = await lockFolder(folder);
    if (!lock.ok) return refused('busy', 'Another backup is being made right now.');
    try {
      clearUnfinished(folder);
      return await copy(database, folder, options);
    } finally {
      await lock.value.release();
    }
  } catch (error) {
    return refused('failed', `The backup failed: ${reasonOf(error)}`);
  }
}

async function copy(database: string, folder: string, { dataDir, keep, prismaFolder, now }: BackupOptions) {
  const path = join(folder, backupName(now));
  const draft = `${path}${UNFINISHED}`;
  await vacuumInto(database, draft);
  const verified = await verifyDatabase(draft, prismaFolder);
  if (!verified.ok) {
    rmSync(draft, { force: true });
    return verified;
  }
  syncToDisk(draft);
  renameSync(draft, path);
  syncToDisk(folder);
  pruneBackups(dataDir, keep);
  return { ok: true as const, value: { path, at: now, bytes: statSync(path).size, ...verified.value } };
}

/** Copies a snapshot in one read transaction. Writers continue meanwhile. */
export async function vacuumInto(database: string, target: string): Promise<void> {
  const client = createClient({ url: fileUrl(database), timeout: 30_000 });
  try {
    await client.execute({ sql: 'VACUUM INTO ?', args: [target] });
  } finally {
    client.close();
  }
}

function refused(code: BackupCode, message: string) {
  return { ok: false, code, message } as const;
}
