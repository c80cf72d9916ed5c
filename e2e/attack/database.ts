import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { randomRecord } from '@anchor/testkit/records';
import { PEOPLE } from '@anchor/wire';
import type { MatchRecord } from 'bg-record';
import { openEmbedded } from '../../packages/server/src/storage/embedded.ts';
import { type OpenStore, openStore } from '../../packages/server/src/storage/open-store.ts';
import { puzzleBank } from '../../packages/server/src/storage/puzzle-bank.ts';
import { event, finished, header } from '../../packages/server/test/storage/fixtures.ts';
import { temporaryFolder } from '../kit/server.ts';
import { flooderKey, openInvite, PLAYERS, type Pool, type Stored, strangerKey } from './known.ts';

const LONG_EVENTS = 20_000;
/** The number of open invitations that a key may have. */
const INVITES_A_KEY = 20;
const INVITE_LASTS_MS = 7 * 24 * 3_600_000;
/** More finished matches than any list shows. */
const MATCHES = 60;
/** Past days with a puzzle that every guest has solved. */
const SOLVED_DAYS = 60;
const DAY_MS = 86_400_000;

const prismaFolder = fileURLToPath(new URL('../../prisma', import.meta.url));
const bankFile = fileURLToPath(new URL('../../packages/server/assets/puzzles.json.gz', import.meta.url));

type Client = Awaited<ReturnType<typeof openEmbedded>>;

export function openFile(dataDir: string): Promise<Client> {
  return openEmbedded(join(dataDir, 'anchor.db'));
}

/** The data folder of a server that has had many players. Each server under attack gets a copy. */
export class Database {
  readonly stored: Stored;
  readonly #folder: ReturnType<typeof temporaryFolder>;

  private constructor(folder: ReturnType<typeof temporaryFolder>, stored: Stored) {
    this.#folder = folder;
    this.stored = stored;
  }

  /**
   * Writes 62 finished matches, 20,000 players, a puzzle for each of the last days, and this number of flooders of each
   * pool with all that a key without a finished match may have.
   */
  static async fill(flooders: number): Promise<Database> {
    const folder = temporaryFolder();
    const opened = await openStore({ dataDir: folder.path, databaseUrl: null, prismaFolder });
    if (!opened.ok) throw new Error(opened.message);
    const stored = await addMatches(opened.value);
    await opened.value.close();
    const client = await openFile(folder.path);
    await addPlayers(client, stored.player);
    await addPuzzles(client);
    for (const pool of ['account', 'guest'] as const) await addFlooders(client, pool, flooders);
    await client.execute('PRAGMA wal_checkpoint(TRUNCATE)');
    client.close();
    return new Database(folder, stored);
  }

  /** Copies the folder to an empty one. */
  copyTo(path: string): void {
    cpSync(this.#folder.path, path, { recursive: true });
  }

  remove(): void {
    this.#folder.remove();
  }
}

async function addMatches(store: OpenStore): Promise<Stored> {
  const of = header();
  const pubs = [of.players[0].pub, of.players[1].pub] as const;
  for (const pub of pubs) await store.players.see(pub, 'Long', of.created);
  const events = Array.from({ length: LONG_EVENTS }, (_, n) => ({
    ...event(n),
    prev: randomBytes(32).toString('hex'),
    sig: randomBytes(64).toString('hex'),
  }));
  const add = async (one: typeof of, part: Partial<MatchRecord> = {}) => {
    await store.matches.create(one);
    const match = finished(one, one.created + 1);
    await store.matches.finish({ ...match, record: { ...match.record, ...part } });
  };
  for (let n = 0; n < MATCHES; n++) await add(header({ pubs }));
  const played = randomRecord(1, { length: 25, rules: of.rules });
  await add(played.header, played);
  await add(of, { events });
  return { longMatch: of.id, playedMatch: played.header.id, player: pubs[0] };
}

/** Copies one player's row to 20,000 new keys, with every column of the table. */
async function addPlayers(client: Client, like: string): Promise<void> {
  await client.execute(`UPDATE players SET country = 'DE' WHERE pub = '${like}'`);
  const columns = await columnsOf(client);
  const values = columns.map((name) => (name === '"pub"' ? "printf('%064x', i)" : name));
  await client.execute(`WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ${PLAYERS})
    INSERT INTO players (${columns}) SELECT ${values} FROM players, numbers WHERE pub = '${like}'`);
}

async function columnsOf(client: Client): Promise<string[]> {
  const { rows } = await client.execute('PRAGMA table_info(players)');
  return rows.map(({ name }) => `"${name}"`);
}

/** A puzzle for today and for past days. All players have tried today's. */
async function addPuzzles(client: Client): Promise<void> {
  const [text = ''] = await puzzleBank(bankFile)();
  const now = Date.now();
  const days = Array.from({ length: SOLVED_DAYS + 1 }, (_, n) => new Date(now - n * DAY_MS).toISOString().slice(0, 10));
  const args = [text, now, JSON.stringify(days)];
  await client.execute('INSERT INTO puzzles (date, text, created) SELECT value, ?, ? FROM json_each(?)', args);
  await client.execute(`INSERT INTO puzzle_attempts (pub, date, hops, rank, at)
    SELECT pub, '${days[0]}', '[]', 2, ${now} FROM players WHERE pub LIKE '0000%'`);
}

async function addFlooders(client: Client, pool: Pool, count: number): Promise<void> {
  const keys = await Promise.all(Array.from({ length: count }, (_, index) => flooderKey(pool, index)));
  await client.execute('CREATE TABLE flooders (i INTEGER PRIMARY KEY, pub TEXT)');
  await client.execute('INSERT INTO flooders SELECT key, value FROM json_each(?)', [
    JSON.stringify(keys.map(({ pub }) => pub)),
  ]);
  const now = Date.now();
  const fresh: Readonly<Record<string, string>> = { '"pub"': 'flooders.pub', '"name"': "'Flooder ' || i" };
  const zero = ['games', 'wins', 'rated_games', 'rated_wins'].map((name) => `"${name}"`);
  const columns = await columnsOf(client);
  const values = columns.map((name) => fresh[name] ?? (zero.includes(name) ? '0' : `players.${name}`));
  await client.execute(`INSERT INTO players (${columns})
    SELECT ${values} FROM flooders, players WHERE players.pub = '${strangerKey(0)}'`);
  for (const statement of pool === 'guest' ? knownPeople(now, count) : accounts(now, count))
    await client.execute(statement);
  await client.execute('DROP TABLE flooders');
}

/** Guests follow one another, block accounts, and have solved the puzzles of all days but today. */
function knownPeople(now: number, count: number): readonly string[] {
  const numbers = (most: number) =>
    `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${most})`;
  return [
    `${numbers(PEOPLE.follow)} INSERT INTO relations (pub, other, kind, created)
      SELECT one.pub, two.pub, 'follow', ${now} FROM numbers, flooders AS one, flooders AS two
      WHERE two.i = (one.i + n) % ${count} AND two.i <> one.i
      ON CONFLICT DO NOTHING`,
    `${numbers(PEOPLE.block)} INSERT INTO relations (pub, other, kind, created)
      SELECT flooders.pub, accounts.pub, 'block', ${now} FROM numbers, flooders, accounts
      WHERE email = 'flooder' || (i + n) % ${count} || '@example.org' ON CONFLICT DO NOTHING`,
    `INSERT INTO puzzle_attempts (pub, date, hops, rank, at)
      SELECT pub, date, '[]', 1, ${now} FROM flooders, puzzles WHERE date < date(${now / 1000}, 'unixepoch')`,
  ];
}

/** Each account has challenged the next one as often as a key may, less two, and has one open invitation. */
function accounts(now: number, count: number): readonly string[] {
  const terms = JSON.stringify({
    length: 25,
    rated: true,
    clock: 'days7',
    rules: { cube: true, crawford: true, jacoby: false, beavers: false },
  });
  const invite = 'INSERT INTO invites (code, "by", terms, created, until, challenged, friend, state)';
  return [
    `INSERT INTO accounts (pub, username, name_fold, email, wrapped, created)
      SELECT pub, 'Flooder ' || i, 'flooder' || i, 'flooder' || i || '@example.org', '{}', ${now} FROM flooders`,
    `${invite} SELECT '${openInvite(0).slice(0, -1)}' || i, pub, '${terms}', ${now}, ${now + INVITE_LASTS_MS}, NULL, NULL, 'open'
      FROM flooders`,
    `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${INVITES_A_KEY - 2})
      ${invite} SELECT 'challenge-' || one.i || '-' || n, one.pub, '${terms}', ${now}, ${now + INVITE_LASTS_MS}, two.pub, NULL, 'open'
      FROM numbers, flooders AS one, flooders AS two WHERE two.i = (one.i + 1) % ${count}`,
  ];
}
