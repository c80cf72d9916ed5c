import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingSql } from '../../scripts/schema-engine.mjs';
import { composeSchema, providers, schemaFile } from '../../scripts/schemas.mjs';
import { hasPostgres, postgresServer, type TestServer } from './postgres.ts';

describe('the data model', () => {
  it.each(providers)('equals the %s schema', (provider) => {
    expect(readFileSync(schemaFile(provider), 'utf8')).toBe(composeSchema(provider));
  });

  it('equals the result of the SQLite migrations', async () => {
    expect(await missingSql('sqlite')).toBeNull();
  });

  describe.skipIf(!hasPostgres)('with a real server', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await postgresServer();
    });
    afterAll(() => server.stop());

    it('equals the result of the PostgreSQL migrations', async () => {
      expect(await missingSql('postgresql', await server.newDatabase())).toBeNull();
    });
  });
});
