import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient as PostgresClient } from '../generated/postgresql/client.ts';
import { Prisma, PrismaClient } from '../generated/sqlite/client.ts';
import { PendingCount } from '../shared/pending-count.ts';
import { closeEmbedded, EmbeddedAdapter, openEmbedded } from './embedded.ts';
import type { DatabaseThread } from './embedded-messages.ts';
import { ThreadedClient } from './threaded-client.ts';

/** The database client. The clients of both providers are generated from one model; the SQLite one has the smaller API. */
export type Db = PrismaClient;
/** The client inside a transaction. */
export type Transaction = Prisma.TransactionClient;

export interface OpenDb {
  readonly db: Db;
  /** For reads that may take long. If the database runs in a thread, these reads have a second thread, so no write waits for them. */
  readonly reads: Db;
  close(): Promise<void>;
}

/** Limits for interactive transactions, in milliseconds. */
export const patience = { maxWait: 15_000, timeout: 30_000 };

/** Opens the SQLite file with its durability settings. Throws when a setting is not in effect. */
export async function openSqlite(file: string): Promise<OpenDb> {
  const client = await openEmbedded(file);
  const db = new PrismaClient({ adapter: new EmbeddedAdapter(client) });
  return { db, reads: db, close: () => closeEmbedded(client) };
}

/** Like `openSqlite`, with the database in its own thread and a read-only connection in a second thread. */
export async function openSqliteIn(startThread: () => DatabaseThread, file: string): Promise<OpenDb> {
  const work = new PendingCount();
  const writer = await ThreadedClient.open(startThread(), { file }, work);
  let reader: ThreadedClient;
  try {
    reader = await ThreadedClient.open(startThread(), { file, readsOnly: true }, work);
  } catch (error) {
    await writer.end();
    throw error;
  }
  return {
    db: new PrismaClient({ adapter: new EmbeddedAdapter(writer) }),
    reads: new PrismaClient({ adapter: new EmbeddedAdapter(reader) }),
    close: async () => {
      await reader.end();
      await writer.end();
    },
  };
}

/** Opens PostgreSQL. Connections are made when needed. */
export function openPostgres(url: string): OpenDb {
  const adapter = new PrismaPg({ connectionString: url });
  // The PostgreSQL class has only additional members. The contract suite runs every operation on both.
  const db = new PostgresClient({ adapter }) as unknown as Db;
  return { db, reads: db, close: () => db.$disconnect() };
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
