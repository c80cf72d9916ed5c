import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client/sqlite3';
import type { Result } from 'bg-rules';
import { fileUrl } from './embedded.ts';
import { compareMigrations } from './migrate.ts';

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

/** Row counts of a database file. */
export interface Contents {
  readonly matches: number;
  readonly liveMatches: number;
  readonly players: number;
}

export type VerifyCode = 'no-such-file' | 'in-use' | 'broken' | 'other-version';

/**
 * Verifies a copy of the embedded database: the integrity of the file, that this version knows all its migrations, and that every finished
 * match has its record.
 */
export async function verifyDatabase(file: string, prismaFolder: string): Promise<Result<Contents, VerifyCode>> {
  if (!existsSync(file)) return refused('no-such-file', `There is no file ${file}.`);
  if (!statSync(file).isFile()) return refused('broken', `${file} is not a file.`);
  if (existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0)
    return refused('in-use', `${file} has a log beside it (${file}-wal): it is a database in use, not a backup.`);
  const client = createClient({ url: fileUrl(file) });
  try {
    return await check(client, file, prismaFolder);
  } catch (error) {
    return refused('broken', `${file} cannot be read as an Anchor database: ${reasonOf(error)}`);
  } finally {
    client.close();
  }
}

async function check(client: Client, file: string, prismaFolder: string): Promise<Result<Contents, VerifyCode>> {
  const rows = async (sql: string) => (await client.execute(sql)).rows.map((row) => Array.from(row));
  const faults = (await rows('PRAGMA integrity_check(3)')).map(([text]) => String(text));
  if (faults.join() !== 'ok') return refused('broken', `${file} is damaged: ${faults.join('; ')}`);
  const disagreement = await compareMigrations(rows, 'sqlite', prismaFolder);
  if (disagreement) return refused('other-version', disagreement.message);
  const contents = await contentsOf(rows);
  const withoutRecord = await count(rows, 'matches WHERE id NOT IN (SELECT match_id FROM records)');
  if (withoutRecord > 0) return refused('broken', `${file} lacks the records of ${withoutRecord} finished matches.`);
  return { ok: true, value: contents };
}

type Rows = (sql: string) => Promise<readonly (readonly unknown[])[]>;

async function contentsOf(rows: Rows): Promise<Contents> {
  return {
    matches: await count(rows, 'matches'),
    liveMatches: await count(rows, 'live_matches'),
    players: await count(rows, 'players'),
  };
}

async function count(rows: Rows, what: string): Promise<number> {
  return Number((await rows(`SELECT count(*) FROM ${what}`))[0]?.[0]);
}

function refused(code: VerifyCode, message: string) {
  return { ok: false, code, message } as const;
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
