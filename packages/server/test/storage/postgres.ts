import { randomUUID } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { hasPostgres, throwawayPostgres } from '../../scripts/throwaway-postgres.mjs';

if (!hasPostgres) {
  const message = 'No PostgreSQL found: set TEST_POSTGRES_URL or install the Debian package postgresql.';
  if (process.env.CI) throw new Error(message);
  console.warn(`SKIPPED LOUDLY: ${message}`);
}

export { hasPostgres };

export interface TestServer {
  /** The URL of a new, empty database. */
  newDatabase(): Promise<string>;
  stop(): Promise<void>;
}

/** A real PostgreSQL server. Each test file creates its own databases in it. */
export async function postgresServer(): Promise<TestServer> {
  const server = await throwawayPostgres();
  const admin = await new PrismaPg({ connectionString: server.url }).connect();
  const made: string[] = [];
  const run = (sql: string) => admin.executeRaw({ sql, args: [], argTypes: [] });
  return {
    async newDatabase() {
      const name = `anchor_test_${randomUUID().replaceAll('-', '')}`;
      await run(`CREATE DATABASE ${name}`);
      made.push(name);
      return Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
    },
    async stop() {
      for (const name of made) await run(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.dispose();
      await server.stop();
    },
  };
}
