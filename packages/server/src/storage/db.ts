import { PrismaPg } from '@prisma/adapter-pg';
import { isDriverAdapterError } from '@prisma/driver-adapter-utils';
import { Pool, type PoolConfig } from 'pg';
import type { StoreUnavailable } from '../domain/ports/unavailable.ts';
import { PrismaClient as PostgresClient } from '../generated/postgresql/client.ts';
import { Prisma, PrismaClient } from '../generated/sqlite/client.ts';
import { PendingCount } from '../shared/pending-count.ts';
import { closeEmbedded, openEmbedded } from './embedded.ts';
import { EmbeddedAdapter } from './embedded-adapter.ts';
import type { DatabaseThread } from './embedded-messages.ts';
import { ThreadedClient, ThreadedConnection } from './threaded-client.ts';
import { type Lane, Turns } from './turns.ts';
import { reporting } from './unavailable.ts';

/** The database client. The clients of both providers are generated from one model; the SQLite one has the smaller API. */
export type Db = PrismaClient;
/** The client inside a transaction. */
export type Transaction = Prisma.TransactionClient;

/**
 * The clients of an open database, by what they are for. Work of live matches never waits for more than one statement or transaction of
 * another kind.
 */
export interface OpenDb {
  /** For the heartbeat of this process. */
  readonly heartbeats: Db;
  /** For events and for what else a live match needs. */
  readonly matches: Db;
  /** For all other work. */
  readonly db: Db;
  /** For reads that may take long. If the database runs in a thread, these reads have a second thread, so no write waits for them. */
  readonly reads: Db;
  /** Number of statements and transactions of other work that have ended. */
  worked(): number;
  close(): Promise<void>;
}

/**
 * Limits of every transaction, in milliseconds. Each is longer than a statement may take, so that the error of a slow database is that of its
 * statement. Prisma's own limit of five seconds ends transactions of a process that was suspended for as long.
 */
const transactionOptions = { maxWait: 15_000, timeout: 30_000 };

/** Called with each error that says that the database is unavailable. The statement rejects with the same error. */
type Unavailable = (error: StoreUnavailable) => void;

/** Opens the SQLite file with its durability settings. Throws when a setting is not in effect. */
export async function openSqlite(file: string, unavailable: Unavailable = () => undefined): Promise<OpenDb> {
  const client = await openEmbedded(file);
  const db = new PrismaClient({ adapter: reporting(new EmbeddedAdapter(client), unavailable), transactionOptions });
  return { heartbeats: db, matches: db, db, reads: db, worked: () => 0, close: () => closeEmbedded(client) };
}

/** Like `openSqlite`, with the database in its own thread and a read-only connection in a second thread. */
export async function openSqliteIn(
  startThread: () => DatabaseThread,
  file: string,
  unavailable: Unavailable = () => undefined,
): Promise<OpenDb> {
  const work = new PendingCount();
  const writer = await ThreadedConnection.open(startThread(), { file }, work);
  let reader: ThreadedConnection;
  try {
    reader = await ThreadedConnection.open(startThread(), { file, readsOnly: true }, work);
  } catch (error) {
    await writer.end();
    throw error;
  }
  const [writes, reads] = [new Turns(), new Turns()];
  const client = (connection: ThreadedConnection, turns: Turns, lane: Lane) => {
    const adapter = new EmbeddedAdapter(new ThreadedClient(connection, () => turns.take(lane)));
    return new PrismaClient({ adapter: reporting(adapter, unavailable), transactionOptions });
  };
  return {
    // A client of its own, because each client begins one statement or transaction at a time.
    heartbeats: client(writer, writes, 'heartbeat'),
    matches: client(writer, writes, 'match'),
    db: client(writer, writes, 'other'),
    reads: client(reader, reads, 'other'),
    worked: () => writes.othersEnded + reads.othersEnded,
    close: async () => {
      await reader.end();
      await writer.end();
    },
  };
}

/** Largest time of a statement that no match needs, in milliseconds: PostgreSQL then ends it with an error. */
const STATEMENT_TIMEOUT_MS = 15_000;

/** The largest numbers of connections of a process to PostgreSQL. docs/deploy.md states their sum. */
export const CONNECTIONS = { heartbeats: 1, matches: 10, others: 10 } as const;

/**
 * The longest time that a process waits for a connection and for the answer to a statement, in milliseconds. PostgreSQL, or the way to it, may
 * end without a word. A heartbeat fails before the process stops being trusted, because every event waits for it then. A statement of a
 * match may have to write a long record.
 */
export const ANSWER_MS = { heartbeats: 1_500, matches: 5_000, others: STATEMENT_TIMEOUT_MS + 5_000 } as const;

/** Largest time to wait for a connection: less than a transaction waits for one, which would say nothing of the database. */
const CONNECT_TIMEOUT_MS = 12_000;

/** Opens PostgreSQL. Connections are made when needed: one for the heartbeat, a pool for matches, and another one for the rest. */
export function openPostgres(url: string, unavailable: Unavailable = () => undefined): OpenDb {
  const pool = (name: keyof typeof CONNECTIONS, settings: PoolConfig = {}) =>
    new Pool({
      connectionString: url,
      max: CONNECTIONS[name],
      connectionTimeoutMillis: Math.min(ANSWER_MS[name], CONNECT_TIMEOUT_MS),
      query_timeout: ANSWER_MS[name],
      keepAlive: true,
      ...settings,
    });
  const client = (its: Pool) => postgresClient(its, unavailable);
  const others = pool('others', { statement_timeout: STATEMENT_TIMEOUT_MS });
  const clients = { heartbeats: client(pool('heartbeats')), matches: client(pool('matches')), db: client(others) };
  let ended = 0;
  others.on('release', () => {
    ended += 1;
  });
  const close = async () => {
    for (const client of Object.values(clients)) await client.$disconnect();
  };
  return { ...clients, reads: clients.db, worked: () => ended, close };
}

function postgresClient(pool: Pool, unavailable: Unavailable): Db {
  // The PostgreSQL class has only additional members. The contract suite runs every operation on both.
  const adapter = reporting(new PrismaPg(pool, { disposeExternalPool: true }), unavailable);
  return new PostgresClient({ adapter, transactionOptions }) as unknown as Db;
}

/** True if a row was refused because a key exists (P2002) or a parent does not (P2003). */
export function isConflict(error: unknown): boolean {
  return isMissingParent(error) || hasCode(error, 'P2002');
}

export function isMissingParent(error: unknown): boolean {
  return hasCode(error, 'P2003');
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === code;
}

/** Why a database refused a raw statement. */
type Refusal = 'UniqueConstraintViolation' | 'ForeignKeyConstraintViolation';

/** True if the database refused a raw statement for one of these reasons. Prisma's code is the same for all of them, so the adapter's error tells. */
export function isRefused(error: unknown, ...reasons: readonly Refusal[]): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  const origin = error.meta?.driverAdapterError;
  const kind = origin instanceof Error && isDriverAdapterError(origin) ? origin.cause.kind : null;
  return reasons.some((reason) => reason === kind);
}

/** Returns false when the row exists already. */
export async function inserted(creating: Promise<unknown>): Promise<boolean> {
  try {
    await creating;
    return true;
  } catch (error) {
    if (isConflict(error)) return false;
    throw error;
  }
}
