import { join } from 'node:path';
import { createClient } from '@libsql/client/sqlite3';
import type { Result } from 'bg-rules';
import type { Store } from '../domain/ports/store.ts';
import { reasonOf } from './backup-files.ts';
import { banStore } from './bans.ts';
import { complaintStore } from './complaints.ts';
import { missingDatabase } from './data-folder.ts';
import { type OpenDb, openPostgres, openSqlite } from './db.ts';
import { fileUrl } from './embedded.ts';
import { lacksMigrations } from './migrate.ts';
import { inPostgres, type MigrationSession, type MigrationTarget } from './migration-targets.ts';
import type { StoreSettings } from './open-store.ts';
import { playerStore } from './players.ts';

/** The tables that the operator's commands read and change. */
interface OperatorStore extends Pick<Store, 'bans' | 'complaints' | 'players'> {
  close(): Promise<void>;
}

type OperatorStoreCode = 'no-database' | 'other-version' | 'database-unusable';

/** Opens a database for an operator's command, possibly beside a running server. Refuses a database of another version and changes nothing else. */
export async function openOperatorStore(settings: StoreSettings): Promise<Result<OperatorStore, OperatorStoreCode>> {
  const { dataDir, databaseUrl } = settings;
  const missing = missingDatabase(settings);
  if (missing !== null) return refused('no-database', missing);
  const file = join(dataDir, 'anchor.db');
  try {
    return await (databaseUrl === null ? inFile(file, settings) : inServer(databaseUrl, settings));
  } catch (error) {
    return refused('database-unusable', `Cannot use the database: ${reasonOf(error)}`);
  }
}

async function inFile(file: string, settings: StoreSettings): Promise<Result<OperatorStore, OperatorStoreCode>> {
  const client = createClient({ url: fileUrl(file) });
  const query = async (sql: string) => (await client.execute(sql)).rows.map((row) => Array.from(row));
  const fault = await disagreement(query, 'sqlite', settings).finally(() => client.close());
  return fault ?? opened(await openSqlite(file));
}

async function inServer(url: string, settings: StoreSettings): Promise<Result<OperatorStore, OperatorStoreCode>> {
  const fault = await inPostgres(url, ({ query }) => disagreement(query, 'postgresql', settings));
  return fault ?? opened(openPostgres(url));
}

function opened({ db, close }: OpenDb): Result<OperatorStore, OperatorStoreCode> {
  return {
    ok: true,
    value: { bans: banStore(db), complaints: complaintStore(db), players: playerStore(db, db), close },
  };
}

async function disagreement(
  query: MigrationSession['query'],
  provider: MigrationTarget['provider'],
  { prismaFolder }: StoreSettings,
) {
  const fault = await lacksMigrations(query, provider, prismaFolder);
  return fault === null ? null : refused('other-version', fault);
}

function refused(code: OperatorStoreCode, message: string) {
  return { ok: false, code, message } as const;
}
