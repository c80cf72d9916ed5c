import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A complete, verified copy of the embedded database. */
export interface BackupFile {
  readonly path: string;
  /** Start of the backup, milliseconds since the epoch. */
  readonly at: number;
  readonly bytes: number;
}

const named = /^anchor-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.db$/;
/** Suffix of unfinished copies. Such a file may be removed by the process that holds the folder lock. */
export const UNFINISHED = '.unfinished';

export function backupFolder(dataDir: string): string {
  return join(dataDir, 'backups');
}

/** The folder, created if missing. Backups contain account keys, so only the owner may read it. */
export function openBackupFolder(dataDir: string): string {
  const folder = backupFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** The name contains the time of the backup. */
export function backupName(at: number): string {
  return `anchor-${new Date(at).toISOString().replaceAll(/[-:.]/g, '')}.db`;
}

/** All backups of a data folder, the newest first. */
export function listBackups(dataDir: string): readonly BackupFile[] {
  const folder = backupFolder(dataDir);
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).flatMap((name) => {
    const at = timeOf(name);
    const path = join(folder, name);
    return at === null ? [] : [{ path, at, bytes: statSync(path).size }];
  });
  return files.sort((a, b) => b.at - a.at);
}

/** The newest backup, or null. Ignores backups dated in the future, which come from a wrong clock. */
export function newestBackup(dataDir: string, now: number): BackupFile | null {
  return listBackups(dataDir).find(({ at }) => at <= now) ?? null;
}

/** Removes all but the newest `keep` backups. */
export function pruneBackups(dataDir: string, keep: number): void {
  for (const { path } of listBackups(dataDir).slice(keep)) rmSync(path, { force: true });
}

/** Removes unfinished copies of earlier attempts. */
export function clearUnfinished(folder: string): void {
  const left = readdirSync(folder).filter((name) => name.includes(UNFINISHED));
  for (const name of left) rmSync(join(folder, name), { force: true });
}

function timeOf(name: string): number | null {
  const [, year, month, day, hour, minute, second, ms] = named.exec(name) ?? [];
  if (year === undefined) return null;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  return Number.isNaN(at) ? null : at;
}
