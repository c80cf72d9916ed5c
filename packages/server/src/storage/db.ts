import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient as PostgresClient } from '../generated/postgresql/client.ts';
import { Prisma, PrismaClient } from '../generated/sqlite/client.ts';
import { closeEmbedded, EmbeddedAdapter, openEmbedded } from './embedded.ts';
import type { DatabaseThread } from './embedded-messages.ts';
import { ThreadedClient } from './threaded-client.ts';

/** The database as every verb sees it. Both providers' clients come from one model file; SQLite's is the narrower of the two. */
export type Db = PrismaClient;
/** The same inside a transaction. */
export type Transaction = Prisma.TransactionClient;

export interface OpenDb {
  readonly db: Db;
  close(): Promise<void>;
}

/** Waiting for and working in an interactive transaction, in milliseconds. */
export const patience = { maxWait: 15_000, timeout: 30_000 };

/** Opens the SQLite file; what makes it durable is set and read back. */
export async function openSqlite(file: string): Promise<OpenDb> {
  const client = await openEmbedded(file);
  return { db: new PrismaClient({ adapter: new EmbeddedAdapter(client) }), close: () => closeEmbedded(client) };
}

/** The same with the database in a thread of its own. */
export async function openSqliteIn(thread: DatabaseThread, file: string): Promise<OpenDb> {
  const client = await ThreadedClient.open(thread, file);
  return { db: new PrismaClient({ adapter: new EmbeddedAdapter(client) }), close: () => client.end() };
}

/** Opens PostgreSQL; connections are made when needed. */
export function openPostgres(url: string): OpenDb {
  const adapter = new PrismaPg({ connectionString: url });
  // The two generated classes differ only in what PostgreSQL can do besides; the contract suite runs every verb on both.
  const db = new PostgresClient({ adapter }) as unknown as Db;
  return { db, close: () => db.$disconnect() };
}

/** Whether the database refused a row because of another one: a key that exists (P2002) or a parent that does not (P2003). */
export function isConflict(error: unknown): boolean {
  return isMissingParent(error) || hasCode(error, 'P2002');
}

export function isMissingParent(error: unknown): boolean {
  return hasCode(error, 'P2003');
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === code;
}

/** False when there is such a row already. */
export async function inserted(creating: Promise<unknown>): Promise<boolean> {
  try {
    await creating;
    return true;
  } catch (error) {
    if (isConflict(error)) return false;
    throw error;
  }
}
