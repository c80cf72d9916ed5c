import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from 'bg-rules';
import type { MigrationSession, MigrationTarget } from './migration-targets.ts';

export type MigrationCode = 'migration-edited' | 'migration-failed' | 'migration-unknown';

interface Migration {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file as Prisma computes it, in hex. */
  readonly checksum: string;
}

interface Applied {
  readonly name: string;
  readonly checksum: string;
  readonly state: string;
}

/** The table that Prisma's own tools expect. */
const tables = {
  sqlite: `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" TEXT PRIMARY KEY NOT NULL, "checksum" TEXT NOT NULL, "finished_at" DATETIME, "migration_name" TEXT NOT NULL,
    "logs" TEXT, "rolled_back_at" DATETIME, "started_at" DATETIME NOT NULL DEFAULT current_timestamp,
    "applied_steps_count" INTEGER UNSIGNED NOT NULL DEFAULT 0)`,
  postgresql: `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ, migration_name VARCHAR(255) NOT NULL,
    logs TEXT, rolled_back_at TIMESTAMPTZ, started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0)`,
};

/**
 * Applies the missing migrations, each in a transaction that takes the migration lock first, and records them as Prisma does. Returns the
 * names of the applied ones. Changes nothing if the database disagrees with the files.
 */
export async function migrate(
  target: MigrationTarget,
  folder: string,
): Promise<Result<readonly string[], MigrationCode>> {
  const migrations = readMigrations(join(folder, target.provider, 'migrations'));
  const agreed = await target.transaction(async (session) => {
    await session.script(tables[target.provider]);
    return disagreement(await appliedTo(session), migrations);
  });
  if (agreed) return agreed;
  const applied: string[] = [];
  for (const migration of migrations) {
    const step = await applyOne(target, migration);
    if (!step.ok) return step;
    if (step.value) applied.push(migration.name);
  }
  return { ok: true, value: applied };
}

/** Compares a database with the committed migrations. Returns the first disagreement or null. Changes nothing. */
export async function compareMigrations(
  query: MigrationSession['query'],
  provider: MigrationTarget['provider'],
  folder: string,
): Promise<ReturnType<typeof disagreement>> {
  return disagreement(await appliedTo({ query }), readMigrations(join(folder, provider, 'migrations')));
}

/** The reason, as a sentence, why a database is not of exactly this version. Returns null when it is. Changes nothing. */
export async function lacksMigrations(
  query: MigrationSession['query'],
  provider: MigrationTarget['provider'],
  folder: string,
): Promise<string | null> {
  const migrations = readMigrations(join(folder, provider, 'migrations'));
  const applied = await appliedTo({ query });
  const missing = migrations.some(({ name }) => applied.every((one) => one.name !== name));
  const behind = missing ? 'The database is of an older version: start the server of this version once.' : null;
  return disagreement(applied, migrations)?.message ?? behind;
}

function readMigrations(folder: string): readonly Migration[] {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return names
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

async function appliedTo(session: Pick<MigrationSession, 'query'>): Promise<readonly Applied[]> {
  const rows =
    await session.query(`SELECT migration_name, checksum, CASE WHEN finished_at IS NULL THEN 'failed' ELSE 'done' END
    FROM "_prisma_migrations" WHERE rolled_back_at IS NULL`);
  return rows.map(([name, checksum, state]) => ({
    name: String(name),
    checksum: String(checksum),
    state: String(state),
  }));
}

function disagreement(applied: readonly Applied[], migrations: readonly Migration[]) {
  for (const { name, checksum, state } of applied) {
    const known = migrations.find((one) => one.name === name);
    if (!known)
      return refused(
        'migration-unknown',
        `The database has migration ${name}, which this version does not know: it belongs to a newer one.`,
      );
    if (known.checksum !== checksum)
      return refused('migration-edited', `Migration ${name} was edited after it had been applied to this database.`);
    if (state === 'failed')
      return refused('migration-failed', `Migration ${name} failed half-way earlier; repair the database first.`);
  }
  return null;
}

/** Returns true when it was applied now, false when another process had applied it in the meantime. */
async function applyOne(target: MigrationTarget, migration: Migration): Promise<Result<boolean, MigrationCode>> {
  try {
    return await target.transaction(async (session) => {
      const applied = await appliedTo(session);
      if (applied.some(({ name }) => name === migration.name)) return { ok: true, value: false };
      await session.script(migration.sql);
      await session.script(note(migration, target.provider));
      return { ok: true, value: true };
    });
  } catch (error) {
    return refused('migration-failed', `Migration ${migration.name} failed and was undone: ${reason(error)}`);
  }
}

function note({ name, checksum }: Migration, provider: MigrationTarget['provider']): string {
  if (!/^\w+$/.test(name)) throw new Error(`invalid migration name: ${name}`);
  const now = provider === 'sqlite' ? String(Date.now()) : 'now()';
  return `INSERT INTO "_prisma_migrations" (id, checksum, finished_at, migration_name, started_at, applied_steps_count)
    VALUES ('${randomUUID()}', '${checksum}', ${now}, '${name}', ${now}, 1)`;
}

function refused(code: MigrationCode, message: string) {
  return { ok: false, code, message } as const;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
