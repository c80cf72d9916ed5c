import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../src/storage/migrate.ts';
import { type MigrationTarget, postgresTarget, sqliteTarget } from '../../src/storage/migration-targets.ts';
import { type OpenStore, openStore } from '../../src/storage/open-store.ts';
import { prismaFolder, temporaryFolder } from './folders.ts';
import { hasPostgres, postgresServer, type TestServer } from './postgres.ts';

/** A database as an earlier version left it. */
export interface OldDatabase {
  readonly provider: MigrationTarget['provider'];
  /** Runs statements in one transaction, before or after the upgrade. */
  run(...statements: readonly string[]): Promise<void>;
  /** Upgrades the database and opens it. The caller closes the store. */
  open(): Promise<OpenStore>;
}

/**
 * Describes what an upgrade does to an old database, on both kinds.
 *
 * @param migration the end of the name of the first migration that the old database lacks
 */
export function describeUpgrade(title: string, migration: string, check: (old: OldDatabase) => Promise<void>): void {
  describe(title, () => {
    let folder: ReturnType<typeof temporaryFolder>;
    beforeEach(() => {
      folder = temporaryFolder();
    });
    afterEach(() => folder.remove());

    async function checkIn(target: MigrationTarget, databaseUrl: string | null): Promise<void> {
      const { provider } = target;
      expect(await migrate(target, migrationsBefore(migration, provider, folder.path))).toMatchObject({ ok: true });
      await check({
        provider,
        run: (...statements) =>
          target.transaction(async ({ script }) => {
            for (const statement of statements) await script(statement);
          }),
        async open() {
          const opened = await openStore({ dataDir: folder.path, databaseUrl, prismaFolder });
          if (!opened.ok) throw new Error(opened.message);
          return opened.value;
        },
      });
    }

    it('in the embedded file', () => checkIn(sqliteTarget(join(folder.path, 'anchor.db')), null));

    describe.runIf(hasPostgres)('in PostgreSQL', () => {
      let server: TestServer;
      beforeAll(async () => {
        server = await postgresServer();
      });
      afterAll(() => server.stop());

      it('too', async () => {
        const databaseUrl = await server.newDatabase();
        await checkIn(postgresTarget(databaseUrl), databaseUrl);
      });
    });
  });
}

/** Copies the migrations before the given one. Returns the folder of the copy. */
function migrationsBefore(migration: string, provider: string, folder: string): string {
  const copy = join(folder, 'prisma');
  cpSync(prismaFolder, copy, { recursive: true });
  const migrations = join(copy, provider, 'migrations');
  const names = readdirSync(migrations).filter((name) => /^\d/.test(name));
  const first = names.find((name) => name.endsWith(migration));
  if (first === undefined) throw new Error(`there is no migration ${migration}`);
  for (const name of names) if (name >= first) rmSync(join(migrations, name), { recursive: true });
  return copy;
}
