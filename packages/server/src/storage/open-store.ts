import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from 'bg-rules';
import type { AnnotationName, BothFigures } from '../domain/ports/analysis.ts';
import type { SuccessionStore } from '../domain/ports/keys.ts';
import type { LeaseStore } from '../domain/ports/leases.ts';
import type { Store } from '../domain/ports/store.ts';
import type { StoreUnavailable } from '../domain/ports/unavailable.ts';
import { accountStore, mailStopStore } from './accounts.ts';
import { annotationFiles, annotationStore } from './annotations.ts';
import { Appender } from './append.ts';
import { banStore } from './bans.ts';
import { complaintStore } from './complaints.ts';
import { type FolderLock, keepToOwner, lockFolder } from './data-folder.ts';
import { type Db, inserted, type OpenDb, openPostgres, openSqlite, openSqliteIn } from './db.ts';
import { deepQueueStore } from './deep-queue.ts';
import { diceStore, probeByWriting } from './dice-totals.ts';
import type { DatabaseThread } from './embedded-messages.ts';
import { evaluationStore } from './evaluations.ts';
import { inviteStore } from './invites.ts';
import { embeddedClock, leaseStore, ownNumbers, postgresClock, postgresNumber } from './leases.ts';
import { mailTokenStore } from './mail-tokens.ts';
import { mailingStore, reopenMailings, turnMailStore } from './mailings.ts';
import { matchStore } from './matches.ts';
import { type MigrationCode, migrate } from './migrate.ts';
import { postgresTarget, sqliteTarget } from './migration-targets.ts';
import { playerStore } from './players.ts';
import { publicLogStore } from './public-log.ts';
import { pushStore } from './push.ts';
import { puzzleStore } from './puzzles.ts';
import { type RecordFiles, recordStore } from './records.ts';
import { relationStore } from './relations.ts';
import { keepFigures, reportFigureStore } from './report-figures.ts';
import { insertEvents } from './rows.ts';
import { subscriptionStore } from './subscriptions.ts';

export interface StoreSettings {
  /** Folder of the embedded database. Created if missing. */
  readonly dataDir: string;
  /** URL of a PostgreSQL database to use instead. Null for the embedded one. */
  readonly databaseUrl: string | null;
  /** Folder for report files. If null or absent, reports are stored in the database. */
  readonly annotationsDir?: string | null;
  /** Starts a thread of the embedded database: one for events and one for long reads. If absent, it runs on the event loop. */
  readonly databaseThread?: () => DatabaseThread;
  /** Called after each commit with its number of events. */
  readonly committed?: (events: number) => void;
  /** Called with each error that says that the database is unavailable. */
  readonly unavailable?: ((error: StoreUnavailable) => void) | undefined;
  /** False if several processes work on the embedded database, as those of a test do. Defaults to true. */
  readonly isExclusive?: boolean;
  /** The clock of the embedded database. Defaults to that of the machine. */
  readonly now?: () => number;
  /** The folder with the schema and migrations of each provider. */
  readonly prismaFolder: string;
}

export interface OpenStore extends Store {
  readonly records: Store['records'] & RecordFiles;
  /** Writes a row unchanged. Rejects when the database cannot be written. */
  probe(): Promise<void>;
  /** Number of statements and transactions that no live match needed and that have ended. */
  worked(): number;
  /** Finishes running work and closes the database. */
  close(): Promise<void>;
}

type OpenCode = MigrationCode | 'folder-in-use' | 'database-unusable';

/** Opens the database of the settings and applies missing migrations. */
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
  const { dataDir, prismaFolder, databaseThread, unavailable } = settings;
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
  const opened = await (databaseThread
    ? openSqliteIn(databaseThread, file, unavailable)
    : openSqlite(file, unavailable));
  return { ok: true, value: await assembleAlone(opened, lock.value, settings) };
}

/** For a store that this process alone uses, as the lock guarantees. */
async function assembleAlone(opened: OpenDb, lock: FolderLock, settings: StoreSettings): Promise<OpenStore> {
  await reopenMailings(opened.db);
  const { now = Date.now, isExclusive = true } = settings;
  const leases = leaseStore({ ...clientsOf(opened), clock: embeddedClock(now), number: ownNumbers(), isExclusive });
  return assemble(opened, lock, leases, settings);
}

async function openPostgresStore(url: string, settings: StoreSettings): Promise<Result<OpenStore, OpenCode>> {
  const migrated = await migrate(postgresTarget(url), settings.prismaFolder);
  if (!migrated.ok) return migrated;
  const opened = openPostgres(url, settings.unavailable);
  const risk = await settingThatLoses(opened.matches);
  if (risk !== null) {
    await opened.close();
    const message = `PostgreSQL has ${risk} = off, so it may lose events that players have seen. Set it to on`;
    return { ok: false, code: 'database-unusable', message };
  }
  const clients = clientsOf(opened);
  const number = () => postgresNumber(opened.db);
  const leases = leaseStore({ ...clients, clock: postgresClock, number, isExclusive: false });
  return { ok: true, value: assemble(opened, null, leases, settings) };
}

/** Returns the name of a PostgreSQL setting with which a confirmed event may be lost, or null. */
async function settingThatLoses(db: Db): Promise<string | null> {
  const [row] = await db.$queryRaw<readonly { readonly name: string }[]>`
    SELECT name FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit') AND setting = 'off' ORDER BY name`;
  return row?.name ?? null;
}

function clientsOf({ matches, heartbeats }: OpenDb) {
  return { db: matches, heartbeats };
}

function assemble(
  { matches, db, reads, worked, close }: OpenDb,
  lock: FolderLock | null,
  leases: LeaseStore,
  settings: StoreSettings,
): OpenStore {
  const { annotationsDir, committed } = settings;
  const appender = new Appender(async (rows) => {
    const verdict = await insertEvents(matches, rows);
    if (verdict === 'stored') committed?.(rows.length);
    return verdict;
  });
  const publicLog = publicLogStore(db, reads);
  const rowsOfFiles = {
    addEntry: publicLog.add,
    keepFigures: (name: AnnotationName, figures: BothFigures) => keepFigures(db, name, figures),
  };
  const annotations = annotationsDir ? annotationFiles(annotationsDir, rowsOfFiles) : annotationStore(db);
  return {
    matches: matchStore(matches, reads, appender),
    leases,
    records: recordStore(db, reads),
    players: playerStore(db, reads),
    invites: inviteStore(db),
    relations: relationStore(db),
    complaints: complaintStore(db),
    accounts: accountStore(db),
    mailTokens: mailTokenStore(db),
    mailStops: mailStopStore(db),
    subscriptions: subscriptionStore(db),
    turnMails: turnMailStore(db),
    mailings: mailingStore(db),
    dice: diceStore(db),
    successions: successionStore(db),
    bans: banStore(db),
    push: pushStore(db),
    puzzles: puzzleStore(db, reads),
    evaluations: evaluationStore(db),
    annotations,
    reportFigures: reportFigureStore(db, reads, annotations),
    deepQueue: deepQueueStore(db, lock === null),
    publicLog,
    probe: () => probeByWriting(db),
    worked,
    async close() {
      await appender.idle();
      await close();
      await lock?.release();
    },
  };
}

function successionStore(db: Db): SuccessionStore {
  return {
    all: () => db.keySuccession.findMany(),
    keep: async ({ previous, next, sig }) =>
      void (await inserted(db.keySuccession.create({ data: { previous, next, sig } }))),
  };
}
