import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../src/storage/migrate.ts';
import { type MigrationTarget, postgresTarget, sqliteTarget } from '../../src/storage/migration-targets.ts';
import { openStore } from '../../src/storage/open-store.ts';
import { finished, header } from './fixtures.ts';
import { prismaFolder, temporaryFolder } from './folders.ts';
import { hasPostgres, postgresServer, type TestServer } from './postgres.ts';

const RATED_COUNTS = readdirSync(join(prismaFolder, 'sqlite', 'migrations')).find((name) =>
  name.endsWith('_rated_counts'),
);
const [ANN, BOB] = ['a', 'b'].map((digit) => digit.repeat(64)) as [string, string];

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

/** The migrations before the counts of rated matches. */
function migrationsBefore(provider: string): string {
  const before = join(folder.path, 'prisma');
  cpSync(prismaFolder, before, { recursive: true });
  const migrations = join(before, provider, 'migrations');
  for (const name of readdirSync(migrations))
    if (name >= String(RATED_COUNTS) && name < 'm') rmSync(join(migrations, name), { recursive: true });
  return before;
}

/** Two players after a rated match that Ann won, a rated one that Bob won, and an unrated one. */
const OLD_MATCHES = [
  [0, ANN, BOB, true, 0],
  [1, BOB, ANN, true, 0],
  [2, BOB, ANN, false, 1],
] as const;

async function check(target: MigrationTarget, open: () => ReturnType<typeof openStore>): Promise<void> {
  const run = (sql: string) => target.transaction(({ script }) => script(sql));
  expect(await migrate(target, migrationsBefore(target.provider))).toMatchObject({ ok: true });
  for (const [pub, wins] of [
    [ANN, 2],
    [BOB, 1],
  ])
    await run(`INSERT INTO players (pub, name, rating, rd, volatility, games, wins, created)
      VALUES ('${pub}', 'Name', 1500, 350, 0.06, 3, ${wins}, 1)`);
  for (const [n, p0, p1, rated, winner] of OLD_MATCHES)
    await run(`INSERT INTO matches (id, header, finished, p0, p1, rated, winner, score0, score1, reason, final_hash)
      VALUES ('match-${n}', '{}', ${n}, '${p0}', '${p1}', ${rated}, ${winner}, 5, 0, 'points', 'f')`);
  const counts = async (change: (store: Opened) => Promise<unknown>) => {
    const opened = await open();
    if (!opened.ok) throw new Error(opened.message);
    const store = opened.value;
    await change(store);
    const players = await Promise.all([ANN, BOB].map((pub) => store.players.get(pub)));
    await store.close();
    return players.map((player) => [player?.games, player?.ratedGames, player?.ratedWins]);
  };
  const play = (rated: boolean) => async (store: Opened) => {
    const one = header({ pubs: [ANN, BOB], rated });
    await store.matches.create(one);
    await store.matches.finish(finished(one, 1_790_000_100_000, 1));
  };
  expect(await counts(async () => {})).toEqual([
    [3, 2, 1],
    [3, 2, 1],
  ]);
  expect(await counts(play(true))).toEqual([
    [4, 3, 1],
    [4, 3, 2],
  ]);
  expect(await counts(play(false))).toEqual([
    [5, 3, 1],
    [5, 3, 2],
  ]);
  // A process of an earlier version finishes a rated match and does not know the columns.
  await run(`INSERT INTO matches (id, header, finished, p0, p1, rated, winner, score0, score1, reason, final_hash)
    VALUES ('match-old', '{}', 9, '${ANN}', '${BOB}', true, 0, 5, 0, 'points', 'f')`);
  await run('UPDATE players SET games = games + 1');
  expect(await counts(async () => {})).toEqual([
    [6, 3, 1],
    [6, 3, 2],
  ]);
  expect(await counts(play(true))).toEqual([
    [7, 5, 2],
    [7, 5, 3],
  ]);
}

type Opened = Extract<Awaited<ReturnType<typeof openStore>>, { ok: true }>['value'];

describe('the counts of rated matches are those of the index, after an update and after matches of an earlier version', () => {
  it('in the embedded file', async () => {
    const dataDir = folder.path;
    await check(sqliteTarget(join(dataDir, 'anchor.db')), () =>
      openStore({ dataDir, databaseUrl: null, prismaFolder }),
    );
  });

  describe.runIf(hasPostgres)('in PostgreSQL', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await postgresServer();
    });
    afterAll(() => server.stop());

    it('too', async () => {
      const databaseUrl = await server.newDatabase();
      await check(postgresTarget(databaseUrl), () => openStore({ dataDir: folder.path, databaseUrl, prismaFolder }));
    });
  });
});
