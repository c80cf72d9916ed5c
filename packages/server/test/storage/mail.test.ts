import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/storage/open-store.ts';
import { complaintContract } from './complaint-contract.ts';
import { prismaFolder, temporaryFolder } from './folders.ts';
import { mailContract } from './mail-contract.ts';
import { hasPostgres, postgresServer, type TestServer } from './postgres.ts';
import { pushContract } from './push-contract.ts';
import { relationContract } from './relation-contract.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

async function open(databaseUrl: string | null) {
  const opened = await openStore({ dataDir: folder.path, databaseUrl, prismaFolder });
  if (!opened.ok) throw new Error(opened.message);
  return opened.value;
}

mailContract('SQLite', () => open(null));
pushContract('SQLite', () => open(null));
relationContract('SQLite', () => open(null));
complaintContract('SQLite', () => open(null));

describe('on SQLite, which one process uses alone', () => {
  it('claims of mailings end with the process', async () => {
    const [date, email] = ['2026-04-01', 'claimed@example.org'];
    const before = await open(null);
    expect(await before.mailings.claim(date, email, 'before', 5, 0)).toBe(true);
    expect(await before.mailings.claim(date, email, 'other', 5, 0)).toBe(false);
    await before.close();
    const after = await open(null);
    expect(await after.mailings.claim(date, email, 'after', 5, 0)).toBe(true);
    await after.close();
  });
});

describe.skipIf(!hasPostgres)('with a real server', () => {
  let server: TestServer;
  let databaseUrl: string;
  beforeAll(async () => {
    server = await postgresServer();
    databaseUrl = await server.newDatabase();
  });
  afterAll(() => server.stop());

  mailContract('PostgreSQL', () => open(databaseUrl));
  pushContract('PostgreSQL', () => open(databaseUrl));
  relationContract('PostgreSQL', () => open(databaseUrl));
  complaintContract('PostgreSQL', () => open(databaseUrl));
});
