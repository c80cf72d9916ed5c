import { PrismaPg } from '@prisma/adapter-pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/storage/open-store.ts';
import { prismaFolder, temporaryFolder } from './folders.ts';
import { hasPostgres, postgresServer, type TestServer } from './postgres.ts';
import { fillEmbedded, ownedMatches, parkedMatches } from './turn-rows.ts';

/** The reads of `storage/matches.ts` and `storage/leases.ts` about correspondence matches, as Prisma sends them, with the index that each must use. */
const reads = [
  ['the list of a person', `SELECT place, match_id FROM turn_seats WHERE pub = 'p77' ORDER BY place`, /turn_seats/],
  [
    'the matches of the list',
    `SELECT id, header, snapshot, wake_at FROM live_matches WHERE id IN ('m1', 'm2', 'm3')`,
    /live_matches/,
  ],
  ['the number of places', `SELECT count(*) FROM turn_seats WHERE pub = 'p77' AND place > 0`, /turn_seats/],
  [
    'the free matches',
    'SELECT id FROM live_matches WHERE free_from <= 100 ORDER BY free_from, created, id LIMIT 100',
    /_free_from_created_idx/,
  ],
  [
    'the next deadline',
    'SELECT free_from FROM live_matches WHERE free_from IS NOT NULL ORDER BY free_from LIMIT 1',
    /_free_from_created_idx/,
  ],
] as const;

const parked = { people: 10_000, wakeAt: 1_000_000, header: '{}' };
/** As many as are parked. */
const OWNED = 100_000;

it('YT16 on SQLite the reads of correspondence matches use an index', async () => {
  const folder = temporaryFolder();
  const client = await fillEmbedded(folder.path, parked);
  for (const sql of ownedMatches(OWNED)) await client.execute(sql);
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

  it('the reads of correspondence matches use an index', async () => {
    const databaseUrl = await server.newDatabase();
    const opened = await openStore({ dataDir: 'unused', databaseUrl, prismaFolder });
    if (!opened.ok) throw new Error(opened.message);
    await opened.value.close();
    const client = await new PrismaPg({ connectionString: databaseUrl }).connect();
    const run = (sql: string) => client.executeRaw({ sql, args: [], argTypes: [] });
    const rows = [...parkedMatches(parked), ...ownedMatches(OWNED)];
    for (const sql of [...rows, 'ANALYZE live_matches', 'ANALYZE turn_seats']) await run(sql);
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
