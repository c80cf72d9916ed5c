import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adapterFor, migrationList, noFilters, openEngine } from '../../scripts/schema-engine.mjs';
import { migrate } from '../../src/storage/migrate.ts';
import { type MigrationTarget, postgresTarget, sqliteTarget } from '../../src/storage/migration-targets.ts';
import { prismaFolder, temporaryFolder } from './folders.ts';
import { hasPostgres, postgresServer, type TestServer } from './postgres.ts';
import { runChild } from './run-child.ts';

interface Place {
  readonly target: MigrationTarget;
  /** The output of a separate process. */
  readonly address: string;
  readonly engineUrl: string;
}

/** The contract of migrations on both databases. `newPlace` is empty each time. */
function migrationContract(provider: 'sqlite' | 'postgresql', newPlace: (folder: string) => Promise<Place>): void {
  let folder: ReturnType<typeof temporaryFolder>;
  let place: Place;
  let prisma: string;
  const committed = readdirSync(join(prismaFolder, provider, 'migrations'))
    .filter((name) => /^\d{14}_/.test(name))
    .sort();
  const migrationFile = (name: string) => join(prisma, provider, 'migrations', name, 'migration.sql');

  beforeEach(async () => {
    folder = temporaryFolder();
    place = await newPlace(folder.path);
    prisma = join(folder.path, 'prisma');
    cpSync(prismaFolder, prisma, { recursive: true });
  });
  afterEach(() => folder.remove());

  function addMigration(sql: string, name = '29990101000000_next'): string {
    mkdirSync(join(prisma, provider, 'migrations', name));
    writeFileSync(migrationFile(name), sql);
    return name;
  }
  const rows = (sql: string) => place.target.transaction((session) => session.query(sql));

  it('applies missing migrations, once', async () => {
    expect(await migrate(place.target, prisma)).toEqual({ ok: true, value: committed });
    expect(await migrate(place.target, prisma)).toEqual({ ok: true, value: [] });
    const name = addMigration('CREATE TABLE one (id INTEGER PRIMARY KEY); CREATE TABLE two (id INTEGER PRIMARY KEY);');
    expect(await migrate(place.target, prisma)).toEqual({ ok: true, value: [name] });
    expect(await rows('SELECT * FROM two')).toEqual([]);
  });

  it('leaves a database that Prisma’s own engine accepts', async () => {
    await migrate(place.target, prismaFolder);
    const engine = await openEngine(adapterFor(provider, place.engineUrl), provider);
    const migrations = {
      migrationsList: migrationList(join(prismaFolder, provider, 'migrations')),
      filters: noFilters,
    };
    const found = await engine.diagnoseMigrationHistory({ ...migrations, optInToShadowDatabase: false });
    expect(found).toMatchObject({ editedMigrationNames: [], failedMigrationNames: [], hasMigrationsTable: true });
    expect(found.history).toBeNull();
    expect(await engine.applyMigrations(migrations)).toMatchObject({ appliedMigrationNames: [] });
  });

  it('records the checksum of the file', async () => {
    await migrate(place.target, prisma);
    const noted = await rows('SELECT migration_name, checksum FROM "_prisma_migrations" ORDER BY migration_name');
    const sums = committed.map((name) =>
      createHash('sha256')
        .update(readFileSync(migrationFile(name)))
        .digest('hex'),
    );
    expect(noted).toEqual(committed.map((name, index) => [name, sums[index]]));
  });

  it('refuses a migration that was edited after it had been applied', async () => {
    await migrate(place.target, prisma);
    const [first = ''] = committed;
    writeFileSync(migrationFile(first), `${readFileSync(migrationFile(first), 'utf8')}\n-- later`);
    const refused = await migrate(place.target, prisma);
    expect(refused).toMatchObject({ ok: false, code: 'migration-edited' });
    expect(JSON.stringify(refused)).toContain(first);
  });

  it('refuses a database of a newer version', async () => {
    addMigration('CREATE TABLE one (id INTEGER PRIMARY KEY);');
    await migrate(place.target, prisma);
    expect(await migrate(place.target, prismaFolder)).toMatchObject({ ok: false, code: 'migration-unknown' });
  });

  it('refuses a database in which a migration failed half-way', async () => {
    await migrate(place.target, prisma);
    await place.target.transaction((session) => session.script('UPDATE "_prisma_migrations" SET finished_at = NULL'));
    expect(await migrate(place.target, prisma)).toMatchObject({ ok: false, code: 'migration-failed' });
  });

  it('rolls back a failing migration, names it, and applies it once it is repaired', async () => {
    const name = addMigration('CREATE TABLE one (id INTEGER PRIMARY KEY); INSERT INTO nowhere VALUES (1);');
    const failed = await migrate(place.target, prisma);
    expect(failed).toMatchObject({ ok: false, code: 'migration-failed' });
    expect(JSON.stringify(failed)).toContain(name);
    writeFileSync(migrationFile(name), 'CREATE TABLE one (id INTEGER PRIMARY KEY);');
    expect(await migrate(place.target, prisma)).toEqual({ ok: true, value: [name] });
  });

  it('runs once with three processes that start together', async () => {
    const said = await Promise.all([1, 2, 3].map(() => runChild('migrate', place.address)));
    const applied = said.map(([line = '']) => Number(/^applied (\d+)$/.exec(line)?.[1]));
    expect(applied.reduce((sum, count) => sum + count, 0)).toBe(committed.length);
  });
}

describe('migrating SQLite', () => {
  migrationContract('sqlite', async (folder) => {
    const file = join(folder, 'anchor.db');
    return { target: sqliteTarget(file), address: folder, engineUrl: `file:${file}` };
  });

  it('keeps the children of a table that a migration recreates', async () => {
    const folder = temporaryFolder();
    const target = sqliteTarget(join(folder.path, 'anchor.db'));
    const prisma = join(folder.path, 'prisma');
    const add = (name: string, sql: string) => {
      mkdirSync(join(prisma, 'sqlite', 'migrations', name), { recursive: true });
      writeFileSync(join(prisma, 'sqlite', 'migrations', name, 'migration.sql'), sql);
    };
    add(
      '1_tables',
      `CREATE TABLE parent (id INTEGER PRIMARY KEY);
       CREATE TABLE child (parent INTEGER NOT NULL REFERENCES parent (id) ON DELETE CASCADE);
       INSERT INTO parent VALUES (1); INSERT INTO child VALUES (1);`,
    );
    // The form in which Prisma writes a change that SQLite cannot make in place.
    add(
      '2_anew',
      `PRAGMA defer_foreign_keys=ON; PRAGMA foreign_keys=OFF;
       CREATE TABLE new_parent (id INTEGER PRIMARY KEY, name TEXT);
       INSERT INTO new_parent (id) SELECT id FROM parent; DROP TABLE parent; ALTER TABLE new_parent RENAME TO parent;
       PRAGMA foreign_keys=ON; PRAGMA defer_foreign_keys=OFF;`,
    );
    expect(await migrate(target, prisma)).toEqual({ ok: true, value: ['1_tables', '2_anew'] });
    expect(await target.transaction((session) => session.query('SELECT parent FROM child'))).toEqual([[1]]);
    folder.remove();
  });
});

describe.skipIf(!hasPostgres)('migrating PostgreSQL', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await postgresServer();
  });
  afterAll(() => server.stop());

  migrationContract('postgresql', async () => {
    const url = await server.newDatabase();
    return { target: postgresTarget(url), address: url, engineUrl: url };
  });
});
