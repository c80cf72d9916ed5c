import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient as PostgresClient } from '../generated/postgresql/client.ts';
import { Prisma, PrismaClient } from '../generated/sqlite/client.ts';
import { closeEmbedded, EmbeddedAdapter, openEmbedded } from './embedded.ts';
import type { DatabaseThread } from './embedded-messages.ts';
import { ThreadedClient } from './threaded-client.ts';

/** The database client. The clients of both providers are generated from one model; the SQLite one has the smaller API. */
export type Db = PrismaClient;
/** The client inside a transaction. */
export type Transaction = Prisma.TransactionClient;

export interface OpenDb {
  readonly db: Db;
  close(): Promise<void>;
}

/** Limits for interactive transactions, in milliseconds. */
export const patience = { maxWait: 15_000, timeout: 30_000 };

/** Opens the SQLite file with its durability settings. Throws when a setting is not in effect. */
export async function openSqlite(file: string): Promise<OpenDb> {
  const client = await openEmbedded(file);
  return { db: new PrismaClient({ adapter: new EmbeddedAdapter(client) }), close: () => closeEmbedded(client) };
}

/** Like `openSqlite`, with the database in its own thread. */
export async function openSqliteIn(thread: DatabaseThread, file: string): Promise<OpenDb> {
  const client = await ThreadedClient.open(thread, file);
  return { db: new PrismaClient({ adapter: new EmbeddedAdapter(client) }), close: () => client.end() };
}

/** Opens PostgreSQL. Connections are made when needed. */
export function openPostgres(url: string): OpenDb {
  const adapter = new PrismaPg({ connectionString: url });
  // The PostgreSQL class has only additional members. The contract suite runs every operation on both.
  const db = new PostgresClient({ adapter }) as unknown as Db;
  return { db, close: () => db.$disconnect() };
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
