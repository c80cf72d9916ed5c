import { join } from 'node:path';
import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import { afterEach, describe, expect, it } from 'vitest';
import { ownPostgres } from '../../scripts/throwaway-postgres.mjs';
import { StoreUnavailable } from '../../src/domain/ports/unavailable.ts';
import { openPostgres, openSqlite } from '../../src/storage/db.ts';
import { openStore } from '../../src/storage/open-store.ts';
import { reasonOf } from '../../src/storage/unavailable.ts';
import { prismaFolder, temporaryFolder } from './folders.ts';
import { hasPostgres } from './postgres.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function migrated(databaseUrl: string | null, dataDir: string): Promise<void> {
  const opened = await openStore({ dataDir, databaseUrl, prismaFolder });
  if (!opened.ok) throw new Error(opened.message);
  await opened.value.close();
}

const postgres = (code: string) =>
  new DriverAdapterError({ kind: 'postgres', code, severity: 'FATAL', message: '', detail: '', column: '', hint: '' });
const sqlite = (extendedCode: number) => new DriverAdapterError({ kind: 'sqlite', extendedCode, message: '' });

describe('an error of the database driver', () => {
  it('says that the database is unavailable, or something else', () => {
    const away = [
      new DriverAdapterError({ kind: 'DatabaseNotReachable' }),
      new DriverAdapterError({ kind: 'ConnectionClosed' }),
      ...['08006', '53100', '53300', '57P01', '57P02', '57P03', '58030', '25006'].map(postgres),
      // SQLITE_READONLY_DBMOVED, SQLITE_IOERR_WRITE, SQLITE_FULL, SQLITE_CANTOPEN.
      ...[1032, 778, 13, 14].map(sqlite),
      new Error('Connection terminated unexpectedly'),
    ];
    expect(away.map(reasonOf)).not.toContain(null);
    const others = [
      new DriverAdapterError({ kind: 'TransactionWriteConflict' }),
      new DriverAdapterError({ kind: 'UniqueConstraintViolation' }),
      ...['42601', '57014', '40001', '22003'].map(postgres),
      // SQLITE_ERROR, SQLITE_CORRUPT, SQLITE_CONSTRAINT.
      ...[1, 11, 19].map(sqlite),
      new Error('a mistake'),
      'a text',
      null,
    ];
    expect(others.map(reasonOf)).toEqual(others.map(() => null));
  });
});

describe('the embedded database', () => {
  it('OU2 reports a full disk and a read-only file as one kind of error, in transactions too, and works on afterwards', async () => {
    const folder = temporaryFolder();
    closing.push(folder.remove);
    await migrated(null, folder.path);
    const reported: unknown[] = [];
    const { db, close } = await openSqlite(join(folder.path, 'anchor.db'), (error) => reported.push(error));
    closing.push(close);
    const text = 'x'.repeat(100_000);
    const write = (ref: string) => db.logPending.create({ data: { ref, type: 'analysis', text, at: 0n } });
    const inTransaction = (ref: string) =>
      db.$transaction(async (transaction) => {
        await transaction.process.findMany();
        await transaction.logPending.create({ data: { ref, type: 'analysis', text, at: 0n } });
      });
    await write('before');
    await db.$queryRawUnsafe('PRAGMA max_page_count = 1');
    for (const full of [write('a'), inTransaction('b')]) await expect(full).rejects.toThrow(StoreUnavailable);
    await db.$queryRawUnsafe('PRAGMA max_page_count = 1000000');
    await db.$queryRawUnsafe('PRAGMA query_only = 1');
    for (const refused of [write('c'), inTransaction('d')]) await expect(refused).rejects.toThrow(StoreUnavailable);
    await db.$queryRawUnsafe('PRAGMA query_only = 0');
    await Promise.all([write('a'), inTransaction('b')]);
    expect(await db.logPending.count()).toBe(3);
    expect(reported).toHaveLength(4);
    await expect(write('a')).rejects.not.toThrow(StoreUnavailable);
  });
});

describe.skipIf(!hasPostgres)('PostgreSQL', () => {
  it('OU3 away is one kind of error: for running statements, in transactions and afterwards, until it is back', async () => {
    const server = await ownPostgres();
    closing.push(() => server.stop());
    const url = await server.newDatabase('away');
    await migrated(url, 'unused');
    const reported: unknown[] = [];
    const { db, close } = openPostgres(url, (error) => reported.push(error));
    closing.push(close);
    const running = [
      db.$queryRaw`SELECT pg_sleep(60)`,
      db.$transaction(async (transaction) => transaction.$queryRaw`SELECT pg_sleep(60)`),
    ].map((work) => expect(work).rejects.toThrow(StoreUnavailable));
    // Both statements run when the server shows them.
    const sleepers = async () => {
      const rows = await db.$queryRaw<
        readonly unknown[]
      >`SELECT 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%'`;
      return rows.length;
    };
    while ((await sleepers()) < 2);
    await server.crash();
    await Promise.all(running);
    await expect(db.process.findMany()).rejects.toThrow(StoreUnavailable);
    await expect(db.$transaction((transaction) => transaction.process.findMany())).rejects.toThrow(StoreUnavailable);
    expect(reported.length).toBeGreaterThanOrEqual(4);
    await server.start();
    expect(await db.process.findMany()).toEqual([]);
  });
});
