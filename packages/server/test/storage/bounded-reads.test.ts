import { join } from 'node:path';
import { ANALYSES_SHOWN } from '@anchor/wire';
import { PrismaPg } from '@prisma/adapter-pg';
import { canonicalJson } from 'bg-record';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Standings } from '../../src/domain/players/standings.ts';
import { TakenNames } from '../../src/domain/players/taken-names.ts';
import { PrismaClient as PostgresClient } from '../../src/generated/postgresql/client.ts';
import { PrismaClient } from '../../src/generated/sqlite/client.ts';
import { accountStore } from '../../src/storage/accounts.ts';
import { annotationStore } from '../../src/storage/annotations.ts';
import { Appender } from '../../src/storage/append.ts';
import type { Db } from '../../src/storage/db.ts';
import { diceStore } from '../../src/storage/dice-totals.ts';
import { openEmbedded } from '../../src/storage/embedded.ts';
import { EmbeddedAdapter } from '../../src/storage/embedded-adapter.ts';
import { matchStore } from '../../src/storage/matches.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { postgresTarget, sqliteTarget } from '../../src/storage/migration-targets.ts';
import { playerStore } from '../../src/storage/players.ts';
import { recordStore } from '../../src/storage/records.ts';
import { reportFigureStore } from '../../src/storage/report-figures.ts';
import { FakeWorld, START_MS } from '../support/fake-world.ts';
import { header, nextPub } from './fixtures.ts';
import { prismaFolder, temporaryFolder } from './folders.ts';
import { hasPostgres, postgresServer, type TestServer } from './postgres.ts';

const PLAYERS = 200_000;
/** Matches of one key, such as a bot that plays with everyone. */
const MATCHES = 50_000;
/** Time limit on two busy cores. On an idle machine each query takes at most a tenth of it. */
const PATIENCE_MS = 1_000;
const LIMITS = [1, 50, 200];

interface TestDatabase {
  readonly db: Db;
  /** The client's statements since the last call. */
  heard(): readonly string[];
  /** The query plan, one step per line. */
  plan(query: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Integers from 1, as a table `n` with the column `i`. */
const counting = {
  sqlite: (most: number) =>
    `(WITH RECURSIVE up(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM up WHERE i < ${most}) SELECT i FROM up) AS n`,
  postgresql: (most: number) => `generate_series(1, ${most}) AS n(i)`,
};

const busy = nextPub();
/** One of the thousand opponents of the busy key. */
const other = (7 * 7919).toString(16).padStart(64, '0');

/** Newcomers, who all tie; players with few games; long absent ones with high bounds; and many with few games above those with many. */
function inserts(provider: keyof typeof counting): readonly string[] {
  const long = START_MS - 700 * 86_400_000;
  const key = (i: string) =>
    provider === 'sqlite' ? `printf('%064x', ${i} * 7919)` : `lpad(to_hex(${i} * 7919), 64, '0')`;
  const head = canonicalJson(header()).replaceAll("'", "''");
  const id = provider === 'sqlite' ? "printf('match-%012d', i)" : "'match-' || lpad(i::text, 12, '0')";
  return [
    `INSERT INTO players (pub, name, rating, rd, volatility, rated_at, rated_games, rated_wins, created, opponents, known, at_most)
      SELECT ${key('i')}, 'Player ' || i,
        CASE WHEN i <= 100000 THEN 1500 WHEN i <= 180000 THEN 1300 + i % 500 ELSE 1950 + i % 100 END,
        CASE WHEN i <= 100000 THEN 350 ELSE 60 END, 0.06,
        CASE WHEN i <= 100000 THEN NULL WHEN i <= 180000 THEN ${START_MS} ELSE ${long} END,
        CASE WHEN i <= 100000 THEN i % 3 WHEN i <= 180000 THEN 3 + i % 4 ELSE 3 END, 0, 0, 9,
        CASE WHEN i <= 100000 THEN 0 ELSE 5 END,
        CASE WHEN i <= 100000 THEN 800 WHEN i <= 180000 THEN 1180 + i % 500 ELSE 1830 + i % 100 END
      FROM ${counting[provider](PLAYERS)}`,
    `INSERT INTO players (pub, name, rating, rd, volatility, rated_games, rated_wins, created, at_most)
      VALUES ('${busy}', 'Busy', 1500, 350, 0.06, ${MATCHES}, 0, 0, 800)`,
    `INSERT INTO matches (id, header, finished, p0, p1, rated, winner, score0, score1, reason, final_hash, events, told0, told1)
      SELECT ${id}, '${head}', i, CASE WHEN i % 2 = 0 THEN '${busy}' ELSE ${key('(i % 1000)')} END,
        CASE WHEN i % 2 = 0 THEN ${key('(i % 1000)')} ELSE '${busy}' END, false, 0, 5, 0, 'points', 'f', 2, true, true
      FROM ${counting[provider](MATCHES)}`,
    `INSERT INTO report_figures (match_id, engine_id, ply, seq, p0, p1, decisions0, loss0, decisions1, loss1)
      SELECT id, 'engine-1', 2, seq, p0, p1, 50, 0.5, 50, 0.5 FROM matches`,
    `INSERT INTO annotations (match_id, engine_id, ply, gzip, created)
      SELECT id, 'engine-1', 2, ${provider === 'sqlite' ? "x'00'" : "'\\x00'::bytea"}, 0 FROM matches`,
    `INSERT INTO records (match_id, gzip) SELECT id, ${provider === 'sqlite' ? "x'00'" : "'\\x00'::bytea"} FROM matches`,
  ];
}

async function onSqlite(file: string): Promise<TestDatabase> {
  const migrated = await migrate(sqliteTarget(file), prismaFolder);
  if (!migrated.ok) throw new Error(migrated.message);
  const client = await openEmbedded(file);
  for (const sql of inserts('sqlite')) await client.execute(sql);
  const db = new PrismaClient({ adapter: new EmbeddedAdapter(client), log: [{ emit: 'event', level: 'query' }] });
  let queries: string[] = [];
  db.$on('query', ({ query }) => queries.push(query));
  return {
    db,
    heard: () => {
      const all = queries;
      queries = [];
      return all;
    },
    plan: async (query) =>
      (await client.execute(`EXPLAIN QUERY PLAN ${query}`)).rows.map(({ detail }) => String(detail)),
    close: async () => client.close(),
  };
}

async function onPostgres(url: string): Promise<TestDatabase> {
  const migrated = await migrate(postgresTarget(url), prismaFolder);
  if (!migrated.ok) throw new Error(migrated.message);
  const adapter = new PrismaPg({ connectionString: url });
  const db = new PostgresClient({ adapter, log: [{ emit: 'event', level: 'query' }] });
  for (const sql of [...inserts('postgresql'), 'ANALYZE']) await db.$executeRawUnsafe(sql);
  let queries: string[] = [];
  db.$on('query', ({ query }) => queries.push(query));
  return {
    // As in openPostgres: the PostgreSQL class has only additional members.
    db: db as unknown as Db,
    heard: () => {
      const all = queries;
      queries = [];
      return all;
    },
    plan: async (query) => {
      // Without values, as for a prepared statement with any values.
      const nulls = [...new Set(query.match(/\$\d+/g))].map(() => 'NULL');
      return db.$transaction(async (one) => {
        await one.$executeRawUnsafe('SET LOCAL plan_cache_mode = force_generic_plan');
        await one.$executeRawUnsafe(`PREPARE asked AS ${query}`);
        const call = nulls.length > 0 ? `asked(${nulls.join(', ')})` : 'asked';
        const rows = await one.$queryRawUnsafe<{ 'QUERY PLAN': string }[]>(`EXPLAIN EXECUTE ${call}`);
        await one.$executeRawUnsafe('DEALLOCATE asked');
        return rows.map((row) => row['QUERY PLAN']);
      });
    },
    close: () => db.$disconnect(),
  };
}

/** Steps that read more rows than they return, or sort without an index. */
const UNBOUNDED =
  /Seq Scan on (players|matches|records|report_figures|annotations)|\bSort\b|TEMP B-TREE|SCAN (players|matches|records|report_figures|annotations)(?! USING)/;

/** Steps that read a whole index unless the query ends them by a limit: a count of all rows, for example. */
const WHOLE_INDEX =
  /SCAN (players|matches|records|report_figures|annotations) USING|Aggregate.*\n.*Index Only Scan using \S+ on (players|matches|records|report_figures|annotations)[^\n]*$/;

async function firstTwo(steps: AsyncIterable<unknown>): Promise<void> {
  let count = 0;
  for await (const _ of steps) if (++count === 2) return;
  throw new Error('too few steps');
}

/** The public reads, each by an index. */
function readsContract(name: string, open: () => Promise<TestDatabase>): void {
  describe(`with ${PLAYERS} players on ${name}`, () => {
    let database: TestDatabase;
    let reads: readonly (readonly [string, () => Promise<unknown>])[];
    beforeAll(async () => {
      database = await open();
      const { db, heard } = database;
      const [players, records, dice] = [playerStore(db, db), recordStore(db, db), diceStore(db)];
      const matches = matchStore(db, db, new Appender(async () => 'conflict'));
      const annotations = annotationStore(db);
      const figures = reportFigureStore(db, db, annotations);
      const takenNames = new TakenNames({ accounts: accountStore(db), bots: new Map() });
      const world = new FakeWorld();
      const standings = new Standings({ players, records, figures, world, bots: new Set([busy]), takenNames });
      const middle = `match-${String(MATCHES / 2).padStart(12, '0')}`;
      reads = [
        ...LIMITS.flatMap((limit) =>
          [0, 1, 2, 3, 4, 6, 7, 1_000_000].map(
            (games) => [`leaderboard ${games} ${limit}`, () => standings.leaderboard(games, limit)] as const,
          ),
        ),
        [
          'a page after one that ties',
          async () => {
            const page = await players.byAtMost(0, 250);
            const newcomer = (await players.withGames(0, 1))[0];
            const last = page.at(-1);
            if (!last || !newcomer) throw new Error('no players');
            await players.byAtMost(0, 250, last);
            return players.byAtMost(0, 250, { ...newcomer, atMost: 800 });
          },
        ],
        ['card', () => standings.card(busy)],
        ['card of a newcomer', () => standings.card(`${'0'.repeat(60)}1eef`)],
        ['older matches', () => standings.matches(busy, 100, middle)],
        ['analyses', () => standings.analysed(busy, ANALYSES_SHOWN)],
        ['filling in figures', () => firstTwo(figures.fillIn())],
        ['newest matches', () => records.recentRows(25)],
        ['records', () => records.recentIds(50)],
        ['one row', () => records.row(middle)],
        ['one record', () => records.gzip(middle)],
        ['key', () => standings.keyOf(busy.slice(0, 16))],
        ['untold', () => records.untold(busy)],
        ['rated matches of a pair', () => matches.ratedSince([busy, other], 40_000)],
        ['dice', () => dice.totals()],
      ];
      heard();
    }, 180_000);
    afterAll(() => database.close());

    it('BR1 every read uses an index, and sorts nothing', async () => {
      for (const [what, read] of reads) {
        await read();
        const queries = database.heard().filter((query) => /^\s*(SELECT|UPDATE)/i.test(query));
        expect(queries.length, what).toBeGreaterThan(0);
        for (const query of new Set(queries)) {
          const plan = (await database.plan(query)).join('\n');
          expect(plan, `${what}: ${query}`).not.toMatch(UNBOUNDED);
          if (!/\bLIMIT\b/i.test(query)) expect(plan, `${what}: ${query}`).not.toMatch(WHOLE_INDEX);
        }
        database.heard();
      }
    }, 120_000);

    it('BR3 older matches of a player are read once each, wherever the player sat', async () => {
      const { match } = database.db;
      const read = vi.spyOn(match, 'findMany');
      const records = recordStore(database.db, database.db);
      for (const before of [undefined, 'match-000000040000', 'match-000000000009', 'match-000000000001']) {
        read.mockClear();
        const rows = await records.recentRows(100, busy, before);
        const results = await Promise.all(read.mock.results.map(({ value }) => value));
        expect(results.flat().filter((row) => 'header' in row)).toHaveLength(rows.length);
        const newest = before === undefined ? MATCHES : Number(before.slice(-12)) - 1;
        const expected = Array.from({ length: Math.min(100, newest) }, (_, index) => newest - index);
        expect(rows.map(({ finishedAt }) => finishedAt)).toEqual(expected);
      }
      read.mockRestore();
    }, 60_000);

    it('BR2 every read is fast, for any parameters', async () => {
      const slow = [];
      const took: Record<string, number> = {};
      for (const [what, read] of reads) {
        const begin = performance.now();
        await read();
        took[what] = Math.round(performance.now() - begin);
        if (took[what] > PATIENCE_MS) slow.push(`${what}: ${took[what]} ms`);
      }
      console.log(name, JSON.stringify(took));
      expect(slow).toEqual([]);
    }, 120_000);
  });
}

const folder = temporaryFolder();
afterAll(folder.remove);
readsContract('SQLite', () => onSqlite(join(folder.path, 'anchor.db')));

describe.skipIf(!hasPostgres)('with a real server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await postgresServer();
  });
  afterAll(() => server.stop());
  readsContract('PostgreSQL', async () => onPostgres(await server.newDatabase()));
});
