import { PrismaPg } from '@prisma/adapter-pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/storage/open-store.ts';
import { prismaFolder, temporaryFolder } from './folders.ts';
import { hasPostgres, postgresServer, type TestServer } from './postgres.ts';
import { fillEmbedded, parkedMatches } from './turn-rows.ts';

/** The reads of `storage/matches.ts` and `storage/keepers.ts` about matches by turns, as Prisma sends them, with the index that each must use. */
const reads = [
  ['the list of a person', `SELECT place, match_id FROM turn_seats WHERE pub = 'p77' ORDER BY place`, /turn_seats/],
  [
    'the matches of the list',
    `SELECT id, header, standing, wake_at FROM live_matches WHERE id IN ('m1', 'm2', 'm3')`,
    /live_matches/,
  ],
  ['the number of places', `SELECT count(*) FROM turn_seats WHERE pub = 'p77' AND place > 0`, /turn_seats/],
  [
    'matches without a keeper',
    'SELECT id FROM live_matches WHERE keeper IS NULL AND wake_at IS NULL ORDER BY created, id LIMIT 100',
    /_wake_at_idx/,
  ],
  [
    'parked matches that are due',
    'SELECT id FROM live_matches WHERE keeper IS NULL AND wake_at <= 100 ORDER BY created, id LIMIT 100',
    /_wake_at_idx/,
  ],
  [
    'the next deadline',
    'SELECT wake_at FROM live_matches WHERE keeper IS NULL AND wake_at IS NOT NULL ORDER BY wake_at LIMIT 1',
    /_wake_at_idx/,
  ],
] as const;

const parked = { people: 10_000, wakeAt: 1_000_000, header: '{}' };

it('YT16 on SQLite the reads of matches by turns use an index', async () => {
  const folder = temporaryFolder();
  const client = await fillEmbedded(folder.path, parked);
  for (const [, sql, index] of reads) {
    const { rows } = await client.execute(`EXPLAIN QUERY PLAN ${sql}`);
    const plan = rows.map(({ detail }) => String(detail)).join('\n');
    expect(plan).toMatch(/SEARCH/);
    expect(plan).not.toMatch(/SCAN/);
    expect(plan).toMatch(index);
  }
  client.close();
  folder.remove();
});

describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await postgresServer();
  });
  afterAll(() => server.stop());

  it('the reads of matches by turns use an index', async () => {
    const databaseUrl = await server.newDatabase();
    const opened = await openStore({ dataDir: 'unused', databaseUrl, prismaFolder });
    if (!opened.ok) throw new Error(opened.message);
    await opened.value.close();
    const client = await new PrismaPg({ connectionString: databaseUrl }).connect();
    const run = (sql: string) => client.executeRaw({ sql, args: [], argTypes: [] });
    for (const sql of [...parkedMatches(parked), 'ANALYZE live_matches', 'ANALYZE turn_seats']) await run(sql);
    for (const [, sql, index] of reads) {
      const { rows } = await client.queryRaw({ sql: `EXPLAIN ${sql}`, args: [], argTypes: [] });
      const plan = rows.map(([line]) => String(line)).join('\n');
      expect(plan).toMatch(/Index/);
      expect(plan).not.toMatch(/Seq Scan/);
      expect(plan).toMatch(index);
    }
    await client.dispose();
  });
});
