import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingSql } from '../../scripts/schema-engine.mjs';
import { composeSchema, providers, schemaFile } from '../../scripts/schemas.mjs';
import { hasPostgres, postgresServer, type TestServer } from './postgres.ts';

describe('the data model', () => {
  it.each(providers)('is what the %s schema says', (provider) => {
    expect(readFileSync(schemaFile(provider), 'utf8')).toBe(composeSchema(provider));
  });

  it('is what the SQLite migrations lead to', async () => {
    expect(await missingSql('sqlite')).toBeNull();
  });

  describe.skipIf(!hasPostgres)('with a real server', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await postgresServer();
    });
    afterAll(() => server.stop());

    it('is what the PostgreSQL migrations lead to', async () => {
      expect(await missingSql('postgresql', await server.newDatabase())).toBeNull();
    });
  });
});
