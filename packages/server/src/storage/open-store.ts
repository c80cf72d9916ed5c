import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from 'bg-rules';
import type { Store } from '../domain/ports.ts';
import { accountStore } from './accounts.ts';
import { annotationFiles } from './annotation-files.ts';
import { annotationStore } from './annotations.ts';
import { Appender } from './append.ts';
import { banStore } from './bans.ts';
import { type OpenDb, openPostgres, openSqlite, openSqliteIn } from './db.ts';
import { diceStore, touchDice } from './dice-totals.ts';
import type { DatabaseThread } from './embedded-messages.ts';
import { evaluationStore } from './evaluations.ts';
import { insertEvents } from './event-rows.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { inviteStore } from './invites.ts';
import { keeperStore } from './keepers.ts';
import { mailTokenStore } from './mail-tokens.ts';
import { mailingStore, reopenMailings } from './mailings.ts';
import { matchStore } from './matches.ts';
import { type MigrationCode, migrate } from './migrate.ts';
import { postgresTarget, sqliteTarget } from './migration-targets.ts';
import { keepToOwner } from './own-files.ts';
import { playerStore } from './players.ts';
import { puzzleStore } from './puzzles.ts';
import { type RecordFiles, recordStore } from './records.ts';
import { subscriptionStore } from './subscriptions.ts';
import { successionStore } from './successions.ts';

export interface StoreSettings {
  /** Where the embedded database lives; made when missing. */
  readonly dataDir: string;
  /** PostgreSQL instead, or null. */
  readonly databaseUrl: string | null;
  /** Where reports are kept as files; in the database when null or absent. */
  readonly annotationsDir?: string | null;
  /** Begins the thread in which the embedded database works; absent: it works on the event loop. */
  readonly databaseThread?: () => DatabaseThread;
  /** Is told how many events became durable by one transaction, each time. */
  readonly committed?: (events: number) => void;
  /** The folder with a schema and migrations for each provider. */
  readonly prismaFolder: string;
}

export interface OpenStore extends Store {
  readonly records: Store['records'] & RecordFiles;
  /** Writes a row that changes nothing; rejects when the database cannot be written. */
  probe(): Promise<void>;
  /** Finishes what is under way and lets go of the database. */
  close(): Promise<void>;
}

export type OpenCode = MigrationCode | 'folder-in-use' | 'database-unusable';

/** Opens the database that the settings name and brings it up to date. */
export async function openStore(settings: StoreSettings): Promise<Result<OpenStore, OpenCode>> {
  const { dataDir, databaseUrl } = settings;
  try {
    return await (databaseUrl === null ? openEmbeddedStore(settings) : openPostgresStore(databaseUrl, settings));
  } catch (error) {
    const place = databaseUrl === null ? `data folder ${dataDir}` : 'database of DATABASE_URL';
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, code: 'database-unusable', message: `Cannot use the ${place}: ${reason}` };
  }
}

async function openEmbeddedStore(settings: StoreSettings): Promise<Result<OpenStore, OpenCode>> {
  const { dataDir, prismaFolder, databaseThread } = settings;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  keepToOwner(dataDir);
  const lock = await lockFolder(dataDir);
  if (!lock.ok) return lock;
  const file = join(dataDir, 'anchor.db');
  const migrated = await migrate(sqliteTarget(file), prismaFolder);
  if (!migrated.ok) {
    await lock.value.release();
    return migrated;
  }
  const opened = await (databaseThread ? openSqliteIn(databaseThread(), file) : openSqlite(file));
  return { ok: true, value: await assembleAlone(opened, lock.value, settings) };
}

/** The lock says that no other process is alive on this data. */
async function assembleAlone(opened: OpenDb, lock: FolderLock, settings: StoreSettings): Promise<OpenStore> {
  await reopenMailings(opened.db);
  return assemble(opened, lock, settings);
}

async function openPostgresStore(url: string, settings: StoreSettings): Promise<Result<OpenStore, OpenCode>> {
  const migrated = await migrate(postgresTarget(url), settings.prismaFolder);
  return migrated.ok ? { ok: true, value: assemble(openPostgres(url), null, settings) } : migrated;
}

function assemble({ db, close }: OpenDb, lock: FolderLock | null, settings: StoreSettings): OpenStore {
  const { annotationsDir, committed } = settings;
  const appender = new Appender(async (rows) => {
    const verdict = await insertEvents(db, rows);
    if (verdict === 'stored') committed?.(rows.length);
    return verdict;
  });
  return {
    matches: matchStore(db, appender),
    keepers: keeperStore(db),
    records: recordStore(db),
    players: playerStore(db),
    invites: inviteStore(db),
    accounts: accountStore(db),
    mailTokens: mailTokenStore(db),
    subscriptions: subscriptionStore(db),
    mailings: mailingStore(db),
    dice: diceStore(db),
    successions: successionStore(db),
    bans: banStore(db),
    puzzles: puzzleStore(db),
    evaluations: evaluationStore(db),
    annotations: annotationsDir ? annotationFiles(annotationsDir) : annotationStore(db),
    probe: () => touchDice(db),
    async close() {
      await appender.idle();
      await close();
      await lock?.release();
    },
  };
}
