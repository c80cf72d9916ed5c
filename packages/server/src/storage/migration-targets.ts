import { createClient } from '@libsql/client/sqlite3';
import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlQueryable } from '@prisma/driver-adapter-utils';
import { fileUrl } from './embedded.ts';

/** A session inside one transaction that holds the migration lock. */
export interface MigrationSession {
  query(sql: string): Promise<readonly (readonly unknown[])[]>;
  /** Runs one or several statements. */
  script(sql: string): Promise<void>;
}

export interface PostgresSession extends MigrationSession {
  /** Runs a query with arguments for $1, $2, … */
  query(sql: string, args?: readonly unknown[]): Promise<readonly (readonly unknown[])[]>;
}

export interface MigrationTarget {
  readonly provider: 'sqlite' | 'postgresql';
  /** Takes the lock, runs the work and commits. Rolls back when the work throws. */
  transaction<T>(work: (session: MigrationSession) => Promise<T>): Promise<T>;
}

/** The advisory lock that Prisma's own tools use. */
const advisoryLock = 72707369;

export function sqliteTarget(file: string): MigrationTarget {
  return { provider: 'sqlite', transaction: (work) => inSqlite(file, work) };
}

async function inSqlite<T>(file: string, work: (session: MigrationSession) => Promise<T>): Promise<T> {
  const client = createClient({ url: fileUrl(file), timeout: 30_000 });
  // SQLite alters a table by recreating it. With foreign keys on, dropping the old table would delete its children.
  await client.execute('PRAGMA foreign_keys=OFF');
  const transaction = await client.transaction('write');
  const query = async (sql: string) => (await transaction.execute(sql)).rows.map((row) => Array.from(row));
  try {
    const result = await work({ query, script: (sql) => transaction.executeMultiple(sql) });
    const orphans = await query('PRAGMA foreign_key_check');
    if (orphans.length > 0) throw new Error(`rows of ${orphans[0]?.[0]} lost their parent`);
    await transaction.commit();
    return result;
  } finally {
    transaction.close();
    client.close();
  }
}

export function postgresTarget(url: string): MigrationTarget {
  return { provider: 'postgresql', transaction: (work) => inPostgres(url, work) };
}

/** Runs the work in one transaction that holds the migration lock, so no server can start meanwhile. */
export async function inPostgres<T>(url: string, work: (session: PostgresSession) => Promise<T>): Promise<T> {
  const connection = await new PrismaPg({ connectionString: url }).connect();
  try {
    const transaction = await connection.startTransaction();
    const session = postgresSession(transaction);
    try {
      await session.script(`SELECT pg_advisory_xact_lock(${advisoryLock})`);
      const result = await work(session);
      await session.script('COMMIT');
      await transaction.commit();
      return result;
    } catch (error) {
      await session.script('ROLLBACK').finally(() => transaction.rollback());
      throw error;
    }
  } finally {
    await connection.dispose();
  }
}

/** Arguments without a type: the database converts them to the type of the column. */
const plain = { scalarType: 'unknown', arity: 'scalar' } as const;

function postgresSession(connection: SqlQueryable): PostgresSession {
  const statement = (sql: string, args: readonly unknown[] = []) => ({
    sql,
    args: [...args],
    argTypes: args.map(() => plain),
  });
  return {
    query: async (sql, args) => (await connection.queryRaw(statement(sql, args))).rows,
    // Without arguments the driver uses the simple protocol, which allows several statements.
    script: async (sql) => void (await connection.executeRaw(statement(sql))),
  };
}
