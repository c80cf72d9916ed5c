// Prisma's schema engine as WebAssembly, with the driver adapters of the server: writes and checks migrations without a downloaded binary.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaLibSql } from '@prisma/adapter-libsql';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as engine from '@prisma/schema-engine-wasm/schema_engine_bg';
import { composeSchema, migrationsFolder, schemaFile } from './schemas.mjs';

let started;
async function start() {
  const module = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  globalThis.PRISMA_WASM_PANIC_REGISTRY ??= { set_message: (message) => console.error(message) };
  const wasm = readFileSync(join(dirname(module), 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': engine });
  engine.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
}

/** Runs whole scripts: the engine sends them through executeRaw, of which libsql would run only the first statement without an error. */
function runScriptsWhole(factory) {
  const connect = factory.connectToShadowDb.bind(factory);
  factory.connectToShadowDb = async () => {
    const shadow = await connect();
    const executeRaw = shadow.executeRaw.bind(shadow);
    shadow.executeRaw = async (query) => {
      if (query.args.length > 0) return executeRaw(query);
      await shadow.executeScript(query.sql);
      return 0;
    };
    const queryRaw = shadow.queryRaw.bind(shadow);
    // The engine quotes the name of a partial index as if it were a column, which libsql refuses.
    shadow.queryRaw = (query) =>
      queryRaw({ ...query, sql: query.sql.replace(/ AND name = "(\w+)";$/, " AND name = '$1';") });
    return shadow;
  };
  return factory;
}

/** Maps PostgreSQL's internal one-byte type "char" (OID 18), which the adapter does not know, to text (25). */
function readInternalChars(factory) {
  for (const method of ['connect', 'connectToShadowDb']) {
    const connect = factory[method].bind(factory);
    factory[method] = async () => {
      const connection = await connect();
      const pool = connection.underlyingDriver();
      const query = pool.query.bind(pool);
      pool.query = async (...args) => asText(await query(...args));
      return connection;
    };
  }
  return factory;
}

function asText(result) {
  for (const field of result.fields ?? []) if (field.dataTypeID === 18) field.dataTypeID = 25;
  return result;
}

/** An adapter whose shadow database is in memory (SQLite) or a separate database on the given PostgreSQL server. */
export function adapterFor(provider, url) {
  if (provider === 'postgresql') return readInternalChars(new PrismaPg({ connectionString: url }));
  return runScriptsWhole(new PrismaLibSql({ url: url ?? ':memory:' }));
}

/** Prisma's schema engine with a driver adapter. */
export async function openEngine(factory, provider) {
  started ??= start();
  await started;
  const datamodels = [[schemaFile(provider), composeSchema(provider)]];
  return engine.SchemaEngine.new({ datamodels }, () => {}, bindMigrationAwareSqlAdapterFactory(factory));
}

export const noFilters = { externalTables: [], externalEnums: [] };

/** A migrations folder in the form that the engine expects. */
export function migrationList(folder) {
  const lockFile = join(folder, 'migration_lock.toml');
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return {
    baseDir: folder,
    lockfile: { path: 'migration_lock.toml', content: existsSync(lockFile) ? readFileSync(lockFile, 'utf8') : null },
    shadowDbInitScript: '',
    migrationDirectories: names
      .map(({ name }) => name)
      .sort()
      .map((name) => migration(folder, name)),
  };
}

function migration(folder, name) {
  const value = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
  return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok', value } } };
}

/** SQL that brings the committed migrations to the model. Returns null when they agree. */
export async function missingSql(provider, url) {
  const schema = await openEngine(adapterFor(provider, url), provider);
  const { exitCode, stdout } = await schema.diff({
    from: { tag: 'migrations', ...migrationList(migrationsFolder(provider)) },
    to: { tag: 'schemaDatamodel', files: [{ path: schemaFile(provider), content: composeSchema(provider) }] },
    script: true,
    exitCode: true,
    filters: noFilters,
    shadowDatabaseUrl: null,
  });
  return exitCode === 0 ? null : stdout;
}
