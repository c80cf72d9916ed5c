import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

  storageContract('PostgreSQL', open);
  analysisContract('PostgreSQL', open);
  leaseContract('PostgreSQL', open);
  peopleContract('PostgreSQL', open);
  queueContract('PostgreSQL', open);
  logContract('PostgreSQL', async () => openAt(await server.newDatabase()));
});
