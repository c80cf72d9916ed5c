import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openPostgres } from '../../src/storage/db.ts';
import { openStore } from '../../src/storage/open-store.ts';
import { analysisContract } from './analysis-contract.ts';
import { storageContract } from './contract.ts';
import { header, nextPub } from './fixtures.ts';
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

  it('PG3 two matches for the same people at a time do not lock each other out, whoever is named first', async () => {
    const { db, close } = openPostgres(databaseUrl);
    const store = await open();
    const [low = '', high = ''] = [nextPub(), nextPub()].sort();
    const before = header();
    await store.matches.create(before);
    const waiting = () => db.$queryRaw<{ pid: number }[]>`
      SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    let made: Promise<string> = Promise.resolve('');
    await db.$transaction(async (transaction) => {
      await transaction.liveSeat.create({ data: { pub: low, matchId: before.id } });
      made = store.matches.create(header({ pubs: [high, low] })).catch(String);
      await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), { timeout: 30_000 });
      await transaction.liveSeat.create({ data: { pub: high, matchId: before.id } });
    });
    expect(await made).toBe('busy');
    await Promise.all([close(), store.close()]);
  });

  storageContract('PostgreSQL', open);
  analysisContract('PostgreSQL', open);
  leaseContract('PostgreSQL', open);
  peopleContract('PostgreSQL', open);
  queueContract('PostgreSQL', open);
  logContract('PostgreSQL', async () => openAt(await server.newDatabase()));
});
