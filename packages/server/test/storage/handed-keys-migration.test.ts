import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../src/storage/migrate.ts';
import { type MigrationTarget, postgresTarget, sqliteTarget } from '../../src/storage/migration-targets.ts';
import { openStore } from '../../src/storage/open-store.ts';
import { prismaFolder, temporaryFolder } from './folders.ts';
import { hasPostgres, postgresServer, type TestServer } from './postgres.ts';

const HANDED = '20261123042849_handed_keys';
const [ANN, BOB, CAT] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string];

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

/** The migrations before this one. */
function migrationsBefore(provider: string): string {
  const before = join(folder.path, 'prisma');
  cpSync(prismaFolder, before, { recursive: true });
  const migrations = join(before, provider, 'migrations');
  for (const name of readdirSync(migrations))
    if (name >= HANDED && name < 'm') rmSync(join(migrations, name), { recursive: true });
  return before;
}

async function check(target: MigrationTarget, open: () => ReturnType<typeof openStore>): Promise<void> {
  expect(await migrate(target, migrationsBefore(target.provider))).toMatchObject({ ok: true });
  await target.transaction(async ({ script }) => {
    await script(
      `INSERT INTO accounts (pub, username, email, wrapped, created) VALUES ('${ANN}', 'Ann', 'a@x.org', '{}', 5)`,
    );
    for (const [hash, pub] of [
      ['1', ANN],
      ['2', BOB],
      ['3', BOB],
    ])
      await script(`INSERT INTO mail_tokens (hash, kind, email, pub, username, wrapped, expires)
        VALUES ('${hash}', 'register', 'b@x.org', '${pub}', 'Bob', '{}', 9000000)`);
    await script("INSERT INTO mail_tokens (hash, kind, email, expires) VALUES ('4', 'sign-in', 'a@x.org', 9000000)");
  });
  const opened = await open();
  if (!opened.ok) throw new Error(opened.message);
  const { accounts } = opened.value;
  const known = await Promise.all([ANN, BOB, CAT].map((pub) => accounts.wasHanded(pub)));
  await opened.value.close();
  expect(known).toEqual([true, true, false]);
}

describe('a migrated database with accounts and open registrations knows which keys it has had', () => {
  it('in the embedded file', async () => {
    const dataDir = folder.path;
    await check(sqliteTarget(join(dataDir, 'anchor.db')), () =>
      openStore({ dataDir, databaseUrl: null, prismaFolder }),
    );
  });

  describe.runIf(hasPostgres)('in PostgreSQL', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await postgresServer();
    });
    afterAll(() => server.stop());

    it('too', async () => {
      const databaseUrl = await server.newDatabase();
      await check(postgresTarget(databaseUrl), () => openStore({ dataDir: folder.path, databaseUrl, prismaFolder }));
    });
  });
});
