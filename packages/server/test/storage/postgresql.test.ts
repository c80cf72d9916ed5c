import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgres } from '../../src/storage/db.ts';
import { openStore } from '../../src/storage/open-store.ts';
import { analysisContract } from './analysis-contract.ts';
import { storageContract } from './contract.ts';
import { prismaFolder } from './folders.ts';
import { leaseContract } from './lease-contract.ts';
import { logContract } from './log-contract.ts';
import { peopleContract } from './people-contract.ts';
import { hasPostgres, postgresServer, type TestServer } from './postgres.ts';
import { queueContract } from './queue-contract.ts';

describe.skipIf(!hasPostgres)('with a real server', () => {
  let server: TestServer;
  let databaseUrl: string;
  beforeAll(async () => {
    server = await postgresServer();
    databaseUrl = await server.newDatabase();
  });
  afterAll(() => server.stop());

  const openAt = async (url: string) => {
    const opened = await openStore({ dataDir: 'unused', databaseUrl: url, prismaFolder });
    if (!opened.ok) throw new Error(opened.message);
    return opened.value;
  };
  const open = () => openAt(databaseUrl);

  it('PG1 is not used if it may lose what it has confirmed', async () => {
    const careless = `${databaseUrl}?options=${encodeURIComponent('-c synchronous_commit=off')}`;
    expect(await openStore({ dataDir: 'unused', databaseUrl: careless, prismaFolder })).toEqual({
      ok: false,
      code: 'database-unusable',
      message: 'PostgreSQL has synchronous_commit = off, so it may lose events that players have seen. Set it to on',
    });
  });

  it('PG2 a batch of statements may take longer than five seconds, as in a process that was suspended', async () => {
    const { db, close } = openPostgres(databaseUrl);
    const [, read] = await db.$transaction([
      db.$queryRaw`SELECT CAST(pg_sleep(5.5) AS text)`,
      db.$queryRaw<{ one: number }[]>`SELECT 1 AS one`,
    ]);
    expect(read).toEqual([{ one: 1 }]);
    await close();
  });

  storageContract('PostgreSQL', open);
  analysisContract('PostgreSQL', open);
  leaseContract('PostgreSQL', open);
  peopleContract('PostgreSQL', open);
  queueContract('PostgreSQL', open);
  logContract('PostgreSQL', async () => openAt(await server.newDatabase()));
});
