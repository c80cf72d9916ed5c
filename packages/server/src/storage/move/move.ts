import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client/sqlite3';
import type { Result } from 'bg-rules';
import { vacuumInto } from '../backup.ts';
import { listBackups, reasonOf, type VerifyCode, verifyDatabase } from '../backup-files.ts';
import { lockFolder } from '../data-folder.ts';
import { fileUrl } from '../embedded.ts';
import { type MigrationCode, migrate } from '../migrate.ts';
import { inPostgres, type PostgresSession, postgresTarget, sqliteTarget } from '../migration-targets.ts';
import { checkLive, checkRecords } from './checks.ts';
import { columnNames, columnNamesOf, compareTable, copyTables, quoted, readTables, type Table } from './tables.ts';

interface MoveOptions {
  readonly dataDir: string;
  /** Path of a backup, `latest` for the newest one of the folder, or null for the folder's database itself. */
  readonly from: string | null;
  /** The PostgreSQL database to move into. */
  readonly databaseUrl: string;
  readonly prismaFolder: string;
  /** Reports progress in a few words. */
  readonly say: (progress: string) => void;
}

export interface Moved {
  /** The source file. */
  readonly from: string;
  /** Number of rows by table. */
  readonly rows: readonly (readonly [table: string, rows: number])[];
  /** Number of finished matches, whose records verify. */
  readonly records: number;
  /** Number of live matches, which can go on. */
  readonly live: number;
}

type MoveCode =
  | VerifyCode
  | MigrationCode
  | 'folder-in-use'
  | 'no-database'
  | 'target-not-empty'
  | 'target-differs'
  | 'not-in-order'
  | 'failed';

class Refusal extends Error {
  readonly code: MoveCode;
  constructor(code: MoveCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Copies the embedded database into an empty PostgreSQL database, reads it back and verifies it, in one transaction: on any fault the target
 * stays empty. The source is not changed.
 */
export async function moveToPostgres(options: MoveOptions): Promise<Result<Moved, MoveCode>> {
  const from = sourceOf(options);
  if (!existsSync(from)) return refused('no-database', `There is no file ${from}.`);
  const draft = join(options.dataDir, 'anchor.db.moving');
  try {
    mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
    const lock = await lockFolder(options.dataDir);
    if (!lock.ok) return refused('folder-in-use', `${lock.message} Stop the server first.`);
    try {
      return await moveDraft(from, draft, options);
    } finally {
      for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(draft + ending, { force: true });
      await lock.value.release();
    }
  } catch (error) {
    if (error instanceof Refusal) return refused(error.code, error.message);
    return refused('failed', `The move failed and was undone: ${reasonOf(error)}`);
  }
}

function sourceOf({ dataDir, from }: MoveOptions): string {
  if (from === null) return join(dataDir, 'anchor.db');
  return from === 'latest' ? (listBackups(dataDir)[0]?.path ?? join(dataDir, 'backups', 'latest')) : from;
}

/** Works on a copy, migrated to this version if it is older. */
async function moveDraft(from: string, draft: string, options: MoveOptions): Promise<Result<Moved, MoveCode>> {
  rmSync(draft, { force: true });
  if (options.from === null) await vacuumInto(from, draft);
  else copyFileSync(from, draft);
  const { prismaFolder } = options;
  const verified = await verifyDatabase(draft, prismaFolder);
  if (!verified.ok) return verified;
  for (const target of [sqliteTarget(draft), postgresTarget(options.databaseUrl)]) {
    if (target.provider === 'postgresql') await inPostgres(options.databaseUrl, refuseStrangers);
    const migrated = await migrate(target, prismaFolder);
    if (!migrated.ok) return migrated;
  }
  const client = createClient({ url: fileUrl(draft), intMode: 'bigint' });
  try {
    return { ok: true, value: { from, ...(await moveAll(client, options)) } };
  } finally {
    client.close();
  }
}

/** Refuses a database of another application instead of migrating it. */
async function refuseStrangers(session: PostgresSession): Promise<void> {
  const tables = await session.query(
    'SELECT table_name::text FROM information_schema.tables WHERE table_schema = current_schema()',
  );
  const names = tables.map(([name]) => String(name));
  if (names.length > 0 && !names.includes('_prisma_migrations'))
    throw new Refusal('target-not-empty', `The target database contains tables of another application (${names[0]}).`);
}

async function moveAll(client: Client, { databaseUrl, say }: MoveOptions): Promise<Omit<Moved, 'from'>> {
  const tables = await readTables(client);
  return inPostgres(databaseUrl, async (session) => {
    await takeEmpty(session, tables);
    say('Copying …');
    await copyTables(client, session, tables);
    say('Reading back and comparing …');
    const rows = await compareAll(client, session, tables);
    say('Verifying records, ratings, dice and live matches …');
    const records = inOrder(await checkRecords(session));
    return { rows, records, live: inOrder(await checkLive(session)) };
  });
}

/** Locks all target tables against other writers and checks that they are empty. */
async function takeEmpty(session: PostgresSession, tables: readonly Table[]): Promise<void> {
  if (columnNames(tables).join() !== (await columnNamesOf(session)).join())
    throw new Refusal(
      'target-differs',
      'The tables of the two databases differ: use a target database that only Anchor uses.',
    );
  await session.script(`LOCK TABLE ${tables.map(({ name }) => quoted(name)).join(', ')} IN EXCLUSIVE MODE`);
  for (const { name } of tables) {
    const rows = await session.query(`SELECT 1 FROM ${quoted(name)} LIMIT 1`);
    if (rows.length > 0)
      throw new Refusal('target-not-empty', `The target database is not empty: table ${name} has rows.`);
  }
}

async function compareAll(client: Client, session: PostgresSession, tables: readonly Table[]) {
  const rows: (readonly [string, number])[] = [];
  for (const table of tables) {
    const compared = await compareTable(client, session, table);
    if (compared.differsAt !== null)
      throw new Refusal(
        'failed',
        `Row ${compared.differsAt} of ${table.name} was read back with different values than were written.`,
      );
    rows.push([table.name, compared.rows]);
  }
  return rows;
}

function inOrder(found: number | string): number {
  if (typeof found !== 'string') return found;
  throw new Refusal('not-in-order', `The data is inconsistent: ${found}.`);
}

function refused(code: MoveCode, message: string) {
  return { ok: false, code, message } as const;
}
