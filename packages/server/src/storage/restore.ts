import { constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from 'bg-rules';
import { syncToDisk } from '../shared/sync-to-disk.ts';
import { type Contents, listBackups, reasonOf, type VerifyCode, verifyDatabase } from './backup-files.ts';
import { lockFolder } from './data-folder.ts';
import { closeEmbedded, openEmbedded } from './embedded.ts';

interface RestoreOptions {
  readonly dataDir: string;
  /** Path of a backup, or `latest`. */
  readonly from: string;
  readonly prismaFolder: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

interface Restored extends Contents {
  /** Path of the restored backup. */
  readonly from: string;
  /** Folder with the previous database. Null when there was none. */
  readonly before: string | null;
}

type RestoreCode = VerifyCode | 'folder-in-use' | 'no-backup' | 'failed';

/** Replaces the embedded database by a backup. Keeps the previous one in a folder. The swap is atomic. */
export async function restoreBackup(options: RestoreOptions): Promise<Result<Restored, RestoreCode>> {
  const from = options.from === 'latest' ? listBackups(options.dataDir)[0]?.path : options.from;
  if (from === undefined)
    return refused('no-backup', `There is no backup in ${join(options.dataDir, 'backups')}. Name the file to restore.`);
  if (!existsSync(from)) return refused('no-such-file', `There is no file ${from}.`);
  try {
    mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
    const lock = await lockFolder(options.dataDir);
    if (!lock.ok) return refused('folder-in-use', `${lock.message} Stop the server first.`);
    try {
      return await replace(from, options);
    } finally {
      await lock.value.release();
    }
  } catch (error) {
    return refused('failed', `The restore failed: ${reasonOf(error)}`);
  }
}

async function replace(from: string, { dataDir, prismaFolder, now }: RestoreOptions) {
  const original = await verifyDatabase(from, prismaFolder);
  if (!original.ok) return original;
  const draft = join(dataDir, 'anchor.db.restoring');
  copyFileSync(from, draft, constants.COPYFILE_FICLONE);
  const copied = await verifyDatabase(draft, prismaFolder);
  if (!copied.ok) {
    rmSync(draft, { force: true });
    return copied;
  }
  syncToDisk(draft);
  const database = join(dataDir, 'anchor.db');
  const before = existsSync(database) ? await keepAside(database, join(dataDir, `before-restore-${stamp(now)}`)) : null;
  renameSync(draft, database);
  syncToDisk(dataDir);
  return { ok: true as const, value: { ...copied.value, from, before } };
}

/**
 * Copies an unused database with its log, then removes the log: a log left beside a different database would be applied to it.
 */
async function keepAside(database: string, folder: string): Promise<string> {
  await emptyLog(database);
  mkdirSync(folder, { mode: 0o700 });
  for (const ending of ['', '-wal']) {
    if (!existsSync(database + ending)) continue;
    const kept = join(folder, `anchor.db${ending}`);
    copyFileSync(database + ending, kept, constants.COPYFILE_FICLONE);
    syncToDisk(kept);
  }
  syncToDisk(folder);
  for (const ending of ['-wal', '-shm']) rmSync(database + ending, { force: true });
  return folder;
}

/** Checkpoints the log that a killed server may have left. A database too broken for this is kept as it is. */
async function emptyLog(database: string): Promise<void> {
  try {
    await closeEmbedded(await openEmbedded(database));
  } catch {
    // Keep it with its log.
  }
}

function stamp(now: number): string {
  return new Date(now).toISOString().replaceAll(/[-:.]/g, '');
}

function refused(code: RestoreCode, message: string) {
  return { ok: false, code, message } as const;
}
