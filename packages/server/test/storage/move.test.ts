import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { vectorRecord } from '@anchor/testkit/records';
import { type Client, createClient } from '@libsql/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { finishedMatch } from '../../src/domain/table/outcome.ts';
import { makeBackup } from '../../src/storage/backup.ts';
import { fileUrl } from '../../src/storage/embedded.ts';
import { inPostgres } from '../../src/storage/migration-targets.ts';
import { moveToPostgres } from '../../src/storage/move/move.ts';
import { cellText, quoted, readTables, sourcePages } from '../../src/storage/move/tables.ts';
import { type OpenStore, openStore } from '../../src/storage/open-store.ts';
import { prismaFolder, temporaryFolder } from './folders.ts';
import { hasPostgres, postgresServer, type TestServer } from './postgres.ts';

const RECORDS = ['shortest', 'names', 'forfeit-time', 'match-1-borne-off', 'bot'];
const LIVE_EVENTS = 12;
const MANY_ROWS = 450;
/** A long timeout, because these tests wait for the disk. */
const PATIENCE_MS = 240_000;

/** The tables of the data model. */
const modelTables = [...readFileSync(join(prismaFolder, 'models.prisma'), 'utf8').matchAll(/@@map\("(\w+)"\)/g)].map(
  ([, name]) => name,
);

/** More rows than one page, with numbers out of order. */
const FILLING = `
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY_ROWS})
    INSERT INTO evaluations (key, text, created) SELECT char(33 + i * 100, 128512) || i, '', i FROM n;
  INSERT INTO mail_requests (seq, who, at) VALUES (41, 'ann', 1), (7, 'bob', 2);
  INSERT INTO log_pending (seq, ref, type, text, at) VALUES (3, 'a', 'analysis', '{}', 1);
  INSERT INTO report_figures SELECT id, 'engine', 2, seq, p0, p1, 3, 0.1, 4, 1.0 / 3 FROM matches LIMIT 1;
  INSERT INTO turn_seats (pub, place, match_id) SELECT 'ann', 3, id FROM live_matches LIMIT 1;`;

/** Values that databases tend to change, by column type. */
const TOUCHY: Record<string, string> = {
  TEXT: '\'{"a" : \\u00e9 é \u2028}\'',
  BIGINT: '9007199254740993',
  INTEGER: '-7',
  BOOLEAN: '1',
  REAL: '0.1',
  BLOB: "x'00ff0a'",
};

/** Inserts a row into every table that is still empty. Parents and children share ids. */
async function fillTheRest(client: Client): Promise<void> {
  for (const { name } of await readTables(client)) {
    if ((await client.execute(`SELECT 1 FROM ${name} LIMIT 1`)).rows.length > 0) continue;
    const { rows } = await client.execute(`PRAGMA table_info(${name})`);
    const cells = rows.map(({ type }) => TOUCHY[String(type)]);
    await client.execute(`INSERT INTO ${name} VALUES (${cells.join(', ')})`);
  }
}

let server: TestServer;
let folder: ReturnType<typeof temporaryFolder>;
let dataDir: string;
let databaseUrl: string;

async function open(settings = { dataDir, databaseUrl: null as string | null }): Promise<OpenStore> {
  const opened = await openStore({ ...settings, prismaFolder });
  if (!opened.ok) throw new Error(opened.message);
  return opened.value;
}

async function change<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = createClient({ url: fileUrl(join(dataDir, 'anchor.db')), intMode: 'bigint' });
  try {
    return await work(client);
  } finally {
    client.close();
  }
}
const sql = (script: string) => change((client) => client.executeMultiple(script));
const move = (from: string | null = null) =>
  moveToPostgres({ dataDir, from, databaseUrl, prismaFolder, say: () => undefined });
const inTarget = (query: string) => inPostgres(databaseUrl, (session) => session.query(query));

/** Real records, finished as the service does it, and a live match in the middle of one. */
async function fill(): Promise<void> {
  const store = await open();
  for (const name of RECORDS) {
    const record = vectorRecord(name);
    await store.matches.create(record.header);
    await store.matches.finish(finishedMatch(record));
  }
  const { header, events } = vectorRecord('match-3-crawford');
  await store.matches.create(header);
  await Promise.all(events.slice(0, LIVE_EVENTS).map((event) => store.matches.append(header.id, event)));
  await store.close();
  await sql(FILLING);
  await change(fillTheRest);
}

/** A record as an earlier version stored it: of another format, with ratings that cannot be replayed. */
describe.skipIf(!hasPostgres)('moving the embedded database to PostgreSQL', { timeout: PATIENCE_MS }, () => {
  const filled = temporaryFolder();
  let movedUrl: string;
  let moved: Awaited<ReturnType<typeof move>>;
  beforeAll(async () => {
    server = await postgresServer();
    dataDir = filled.path;
    await fill();
    movedUrl = databaseUrl = await server.newDatabase();
    moved = await move();
  }, PATIENCE_MS);
  afterAll(async () => {
    filled.remove();
    await server.stop();
  });
  beforeEach(() => {
    folder = temporaryFolder();
    dataDir = join(folder.path, 'data');
    cpSync(filled.path, dataDir, { recursive: true });
    databaseUrl = movedUrl;
  });
  afterEach(() => folder.remove());

  it('MV1 copies every row of every table of the data model, and reports how many', async () => {
    if (!moved.ok) throw new Error(moved.message);
    const { rows, records, live } = moved.value;
    expect(records).toBe(RECORDS.length);
    expect(live).toBe(1);
    expect(rows.map(([table]) => table).sort()).toEqual(modelTables.toSorted());
    expect(rows.filter(([, count]) => count === 0)).toEqual([]);
    expect(new Map(rows).get('evaluations')).toBe(MANY_ROWS);
    await change(async (client) => {
      for (const table of await readTables(client)) {
        const columns = table.columns.map(({ name }) => quoted(name)).join(', ');
        const there = await inTarget(`SELECT ${columns} FROM ${quoted(table.name)}`);
        const here = [];
        for await (const page of sourcePages(client, table)) here.push(...page);
        const texts = (cells: readonly (readonly unknown[])[]) =>
          cells.map((row) => row.map(cellText).join('|')).sort();
        expect(texts(there), table.name).toEqual(texts(here));
      }
    });
    expect(readdirSync(dataDir).filter((name) => name.includes('moving'))).toEqual([]);
  });

  it('MV2 leaves a working store: live matches, the next number of a finished one, ratings, dice', async () => {
    const before = await open();
    const [dice, leaders, [liveId = '']] = [
      await before.dice.totals(),
      await before.players.byAtMost(0, 100),
      await before.matches.liveIds(),
    ];
    const live = await before.matches.live(liveId);
    await before.close();
    const store = await open({ dataDir, databaseUrl });
    expect(await store.dice.totals()).toEqual(dice);
    expect(await store.players.byAtMost(0, 100)).toEqual(leaders);
    expect(await store.matches.live(liveId)).toEqual(live);
    const record = vectorRecord('match-3-crawford');
    await Promise.all(record.events.slice(LIVE_EVENTS).map((event) => store.matches.append(liveId, event)));
    await store.matches.finish(finishedMatch(record));
    expect((await store.records.recentIds(1))[0]).toBe(liveId);
    await store.close();
    await inTarget("INSERT INTO mail_requests (who, at) VALUES ('next', 3)");
    expect(await inTarget("SELECT seq FROM mail_requests WHERE who = 'next'")).toEqual([[42]]);
  });

  it('MV3 accepts a backup, too, also in an otherwise empty folder', async () => {
    const made = await makeBackup({ dataDir, keep: 1, prismaFolder, now: Date.UTC(2026, 10, 21) });
    if (!made.ok) throw new Error(made.message);
    const elsewhere = join(folder.path, 'elsewhere');
    const options = { prismaFolder, say: () => undefined };
    databaseUrl = await server.newDatabase();
    const taken = await moveToPostgres({ ...options, databaseUrl, dataDir: elsewhere, from: made.value.path });
    expect(taken).toMatchObject({ ok: true, value: { from: made.value.path, records: RECORDS.length } });
    expect(existsSync(join(elsewhere, 'anchor.db'))).toBe(false);
    // The newest of the folder is the same file.
    expect(await move('latest')).toMatchObject({ ok: false, code: 'target-not-empty' });
  });

  it('MV4 refuses a folder in use, one without a database, and one of a newer version', async () => {
    databaseUrl = await server.newDatabase();
    const store = await open();
    expect(await move()).toMatchObject({ ok: false, code: 'folder-in-use' });
    await store.close();
    const nothing = { dataDir: join(folder.path, 'nothing'), from: null, databaseUrl, prismaFolder };
    expect(await moveToPostgres({ ...nothing, say: () => undefined })).toMatchObject({
      ok: false,
      code: 'no-database',
    });
    await sql(`INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at)
      VALUES ('x', 'x', '99990101000000_later', 1)`);
    expect(await move()).toMatchObject({ ok: false, code: 'other-version' });
    expect(await inTarget('SELECT 1 FROM information_schema.tables WHERE table_schema = current_schema()')).toEqual([]);
  });

  it('MV5 refuses a target that is not empty or belongs to another application', async () => {
    expect(await move()).toMatchObject({ ok: false, code: 'target-not-empty' });
    databaseUrl = await server.newDatabase();
    await inTarget('CREATE TABLE cats (name TEXT)');
    expect(await move()).toMatchObject({
      ok: false,
      code: 'target-not-empty',
      message: expect.stringContaining('cats'),
    });
    expect(await inTarget("SELECT to_regclass('players')::text")).toEqual([[null]]);
  });

  const someRated = '(SELECT min(seq) FROM matches WHERE rated)';
  const faults: readonly (readonly [sql: string, told: RegExp])[] = [
    ['UPDATE records SET gzip = (SELECT gzip FROM records r ORDER BY match_id LIMIT 1)', /other than its record/],
    ['UPDATE players SET rating = rating + 0.001 WHERE pub = (SELECT min(pub) FROM players)', /rating of player/],
    [`UPDATE matches SET rd0_after = rd0_after + 0.001 WHERE seq = ${someRated}`, /ratings of match/],
    ['UPDATE dice_totals SET sixes = sixes + 1', /dice totals/],
    ['UPDATE matches SET score0 = score0 + 1 WHERE seq = 1', /other than its record/],
    ['DELETE FROM records WHERE match_id = (SELECT id FROM matches WHERE seq = 1)', /lacks the records of 1/],
    ['DELETE FROM live_events WHERE n = 5', /after event 5/],
  ];
  it('MV6 detects inconsistent data, leaves the target empty, and accepts the data after a repair', async () => {
    databaseUrl = await server.newDatabase();
    for (const [spoil, told] of faults) {
      await sql(spoil);
      expect(await move(), spoil).toMatchObject({ ok: false, message: expect.stringMatching(told) });
      rmSync(dataDir, { recursive: true });
      cpSync(filled.path, dataDir, { recursive: true });
    }
    expect(await move()).toMatchObject({ ok: true, value: { records: RECORDS.length } });
  });

  it('MV7 detects a column that is read back with another value', async () => {
    databaseUrl = await server.newDatabase();
    const store = await open({ dataDir, databaseUrl });
    await store.close();
    await inTarget('ALTER TABLE players ALTER COLUMN rating TYPE real');
    expect(await move()).toMatchObject({ ok: false, code: 'failed', message: expect.stringContaining('players') });
    expect(await inTarget('SELECT count(*)::int FROM players')).toEqual([[0]]);
  });
});
