import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson } from 'bg-record';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../src/storage/migrate.ts';
import { type MigrationTarget, postgresTarget, sqliteTarget } from '../../src/storage/migration-targets.ts';
import { type OpenStore, openStore } from '../../src/storage/open-store.ts';
import { event, header } from './fixtures.ts';
import { prismaFolder, temporaryFolder } from './folders.ts';
import { hasPostgres, postgresServer, type TestServer } from './postgres.ts';

const SEATS = '20261121171344_keepers_and_seats';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

/** The migrations before seats were introduced. */
function migrationsBefore(provider: string): string {
  const before = join(folder.path, 'prisma');
  cpSync(prismaFolder, before, { recursive: true });
  const migrations = join(before, provider, 'migrations');
  for (const name of readdirSync(migrations))
    if (name >= SEATS && name < 'm') rmSync(join(migrations, name), { recursive: true });
  return before;
}

/** Migrates a database with live matches, and checks them. */
async function check(target: MigrationTarget, open: () => ReturnType<typeof openStore>): Promise<void> {
  expect(await migrate(target, migrationsBefore(target.provider))).toMatchObject({ ok: true });
  const [plain, withBot, other] = [header(), header({ bots: [false, true] }), header({ bots: [true, false] })];
  const [, { pub: bot }] = withBot.players;
  const sameBot = { ...other, players: [{ ...other.players[0], pub: bot }, other.players[1]] as const };
  const [{ pub: twice }] = plain.players;
  const newest = header({ pubs: [header().players[0].pub, twice], created: plain.created + 1 });
  const live = [plain, withBot, sameBot, newest];
  await target.transaction(async ({ script }) => {
    for (const one of live) {
      const [first, second] = one.players;
      const people = [first, second].map(({ pub }) => `'${pub}'`).concat([first, second].map(({ bot }) => String(bot)));
      const text = canonicalJson(one).replaceAll("'", "''");
      await script(`INSERT INTO live_matches (id, created, header, pub0, pub1, bot0, bot1)
        VALUES ('${one.id}', ${one.created}, '${text}', ${people.join(', ')})`);
      await script(`INSERT INTO live_events (match_id, n, text) VALUES ('${one.id}', 0, '${canonicalJson(event(0))}')`);
    }
  });
  const opened = await open();
  if (!opened.ok) throw new Error(opened.message);
  await looksRight(opened.value, live, { bot, twice }).finally(() => opened.value.close());
}

async function looksRight(
  { matches, keepers }: OpenStore,
  live: readonly ReturnType<typeof header>[],
  { bot, twice }: { readonly bot: string; readonly twice: string },
): Promise<void> {
  for (const one of live) expect(await matches.live(one.id)).toEqual({ header: one, events: [event(0)] });
  const [plain, withBot, sameBot, newest] = live.map(({ id, players }) => ({ id, players }));
  expect(await matches.liveOf(plain?.players[1].pub ?? '')).toBe(plain?.id);
  expect(await matches.liveOf(withBot?.players[0].pub ?? '')).toBe(withBot?.id);
  expect(await matches.liveOf(sameBot?.players[1].pub ?? '')).toBe(sameBot?.id);
  expect(await matches.liveOf(twice)).toBe(newest?.id);
  expect(await matches.liveOf(bot)).toBeNull();
  await keepers.enrol('first', 2);
  expect(await keepers.claim('first', 1, 10)).toHaveLength(live.length);
}

describe('a migrated database with live matches has their seats, and keepers can claim them', () => {
  it('in the embedded file', async () => {
    const dataDir = folder.path;
    const target = sqliteTarget(join(dataDir, 'anchor.db'));
    await check(target, () => openStore({ dataDir, databaseUrl: null, prismaFolder }));
  });

  describe.skipIf(!hasPostgres)('with a real server', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await postgresServer();
    });
    afterAll(() => server.stop());

    it('on PostgreSQL', async () => {
      const databaseUrl = await server.newDatabase();
      await check(postgresTarget(databaseUrl), () => openStore({ dataDir: 'unused', databaseUrl, prismaFolder }));
    });
  });
});
