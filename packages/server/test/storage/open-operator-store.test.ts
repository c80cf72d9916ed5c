import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openOperatorStore } from '../../src/storage/open-operator-store.ts';
import { openStore } from '../../src/storage/open-store.ts';
import { prismaFolder, temporaryFolder } from './folders.ts';
import { hasPostgres, postgresServer, type TestServer } from './postgres.ts';

const BAN = { subject: 'ab'.repeat(32), until: null, reason: 'rude', created: 1 };
/** A long timeout, because these tests wait for the disk. */
const PATIENCE_MS = 120_000;

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

/** A ban stored beside a server reaches it, and the reverse. */
async function besideAServer(databaseUrl: string | null): Promise<void> {
  const settings = { dataDir: folder.path, databaseUrl, prismaFolder };
  const store = await openStore(settings);
  if (!store.ok) throw new Error(store.message);
  const opened = await openOperatorStore(settings);
  if (!opened.ok) throw new Error(opened.message);
  await opened.value.bans.put(BAN);
  expect(await store.value.bans.all()).toEqual([BAN]);
  await opened.value.close();
  expect(await store.value.bans.remove(BAN.subject)).toBe(true);
  const again = await openOperatorStore(settings);
  expect(again.ok && (await again.value.bans.all())).toEqual([]);
  if (again.ok) await again.value.close();
  await store.value.close();
}

describe('the bans beside a running server', { timeout: PATIENCE_MS }, () => {
  it('are those of the embedded file', () => besideAServer(null));

  it('are not changed in a database of another version', async () => {
    const newer = join(folder.path, 'prisma');
    cpSync(prismaFolder, newer, { recursive: true });
    const next = join(newer, 'sqlite', 'migrations', '29990101000000_next');
    mkdirSync(next);
    writeFileSync(join(next, 'migration.sql'), 'CREATE TABLE one (id INTEGER PRIMARY KEY);');
    const dataDir = join(folder.path, 'data');
    mkdirSync(dataDir);
    const store = await openStore({ dataDir, databaseUrl: null, prismaFolder });
    if (!store.ok) throw new Error(store.message);
    await store.value.close();
    const behind = await openOperatorStore({ dataDir, databaseUrl: null, prismaFolder: newer });
    expect(behind).toMatchObject({ ok: false, code: 'other-version', message: expect.stringMatching(/older version/) });
    const current = await openStore({ dataDir, databaseUrl: null, prismaFolder: newer });
    if (current.ok) await current.value.close();
    const ahead = await openOperatorStore({ dataDir, databaseUrl: null, prismaFolder });
    expect(ahead).toMatchObject({ ok: false, code: 'other-version', message: expect.stringMatching(/newer one/) });
  });

  describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await postgresServer();
    }, PATIENCE_MS);
    afterAll(() => server.stop());

    it('are those of the database', async () => besideAServer(await server.newDatabase()));
  });
});
