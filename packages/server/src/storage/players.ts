import { INITIAL_RATING } from 'bg-record/ratings';
import type { BoundedPlayer, PlayerStore, StoredPlayer } from '../domain/ports/players.ts';
import { type Player, Prisma } from '../generated/sqlite/client.ts';
import type { Db } from './db.ts';
import { playerColumns, toStoredPlayer } from './rows.ts';

export function playerStore(db: Db, reads: Db): PlayerStore {
  return {
    get: async (pub) => {
      const row = await reads.player.findUnique({ where: { pub } });
      return row && toStoredPlayer(row);
    },
    among: async (pubs) => (await reads.player.findMany({ where: { pub: { in: [...pubs] } } })).map(toStoredPlayer),
    startingWith: (start, count) => startingWith(reads, start, count),
    see: (pub, name, at) => see(db, pub, name, at),
    setCountry: async (pub, country) => (await db.player.updateMany({ where: { pub }, data: { country } })).count === 1,
    countWithGames: (minGames, most) => countWithGames(reads, minGames, most),
    withGames: (minGames, count) => withGames(reads, minGames, count),
    byAtMost: (minGames, count, after) => byAtMost(reads, minGames, count, after),
    lower: (bounds) => lower(db, bounds),
  };
}

/** Uses a range, which the primary key's index supports. `g` sorts after every hex digit. */
async function startingWith(db: Db, start: string, take: number): Promise<readonly StoredPlayer[]> {
  const rows = await db.player.findMany({ where: { pub: { gte: start, lt: `${start}g` } }, take });
  return rows.map(toStoredPlayer);
}

async function see(db: Db, pub: string, name: string, at: number): Promise<StoredPlayer> {
  const fresh = { pub, name, ...playerColumns(INITIAL_RATING), created: BigInt(at) };
  return toStoredPlayer(await db.player.upsert({ where: { pub }, create: fresh, update: { name } }));
}

async function countWithGames(db: Db, minGames: number, most: number): Promise<number> {
  const rows = await db.$queryRaw<{ n: number | bigint }[]>(countWithGamesSql(minGames, most));
  return Number(rows[0]?.n ?? 0);
}

/** Sorted in index order, so that no query planner scans the table. */
async function withGames(db: Db, minGames: number, take: number): Promise<readonly StoredPlayer[]> {
  const rows = await db.player.findMany({
    where: { ratedGames: { gte: minGames } },
    orderBy: { ratedGames: 'desc' },
    take,
  });
  return rows.map(toStoredPlayer);
}

async function byAtMost(
  db: Db,
  minGames: number,
  count: number,
  after?: BoundedPlayer,
): Promise<readonly BoundedPlayer[]> {
  if (!after) return read(db, firstSql(minGames, count));
  const equals = await read(db, equalsSql(minGames, count, after));
  if (equals.length === count) return equals;
  return [...equals, ...(await read(db, followersSql(minGames, count - equals.length, after)))];
}

/** A row of a raw query on either database. */
type RawRow = { readonly [column in (typeof columnNames)[number]]: Player['name'] | number | bigint | null };

const columnNames = [
  'pub',
  'name',
  'rating',
  'rd',
  'volatility',
  'rated_at',
  'opponents',
  'known',
  'known_on',
  'games',
  'wins',
  'rated_games',
  'rated_wins',
  'country',
  'at_most',
] as const;
const columns = Prisma.raw(columnNames.join(', '));
const order = Prisma.raw('ORDER BY at_most DESC, rating DESC, rated_games DESC, pub');

const countWithGamesSql = (minGames: number, most: number) =>
  Prisma.sql`SELECT count(*) AS n
    FROM (SELECT rated_games FROM players WHERE rated_games >= ${minGames} ORDER BY rated_games DESC LIMIT ${most}) AS counted`;

const firstSql = (minGames: number, count: number) =>
  Prisma.sql`SELECT ${columns} FROM players WHERE rated_games >= ${minGames} ${order} LIMIT ${count}`;

/** Players who differ from `after` only in the key. A separate query, because an index range has one comparison. */
const equalsSql = (minGames: number, count: number, { atMost, rating, ratedGames, pub }: BoundedPlayer) =>
  Prisma.sql`SELECT ${columns} FROM players
    WHERE at_most = ${atMost} AND rating = ${rating.rating} AND rated_games = ${ratedGames} AND pub > ${pub}
      AND rated_games >= ${minGames}
    ${order} LIMIT ${count}`;

const followersSql = (minGames: number, count: number, { atMost, rating, ratedGames }: BoundedPlayer) =>
  Prisma.sql`SELECT ${columns} FROM players
    WHERE (at_most, rating, rated_games) < (${atMost}, ${rating.rating}, ${ratedGames}) AND rated_games >= ${minGames}
    ${order} LIMIT ${count}`;

async function read(db: Db, query: Prisma.Sql): Promise<readonly BoundedPlayer[]> {
  const rows = await db.$queryRaw<RawRow[]>(query);
  return rows.map((row) => ({
    pub: String(row.pub),
    name: String(row.name),
    rating: {
      rating: Number(row.rating),
      rd: Number(row.rd),
      volatility: Number(row.volatility),
      at: row.rated_at === null ? null : Number(row.rated_at),
      opponents: Number(row.opponents),
      known: Number(row.known),
      knownOn: row.known_on === null ? null : Number(row.known_on),
    },
    games: Number(row.games),
    wins: Number(row.wins),
    ratedGames: Number(row.rated_games),
    ratedWins: Number(row.rated_wins),
    country: row.country === null ? null : String(row.country),
    atMost: Number(row.at_most),
  }));
}

/** Rows per statement, so that no event waits long for it. */
const LOWERED_AT_ONCE = 50;

async function lower(db: Db, bounds: readonly BoundedPlayer[]): Promise<void> {
  for (let from = 0; from < bounds.length; from += LOWERED_AT_ONCE) {
    const some = bounds.slice(from, from + LOWERED_AT_ONCE).toSorted((a, b) => (a.pub < b.pub ? -1 : 1));
    const text = JSON.stringify(Object.fromEntries(some.map(({ pub, atMost, rating }) => [pub, [atMost, rating.at]])));
    await db.$executeRaw(lowerSql(text));
  }
}

const lowerSql = (text: string) => Prisma.sql`UPDATE players
  SET at_most = CAST(bound.value->>0 AS double precision)
  FROM json_each(${text}) AS bound
  WHERE players.pub = bound.key AND players.rated_at = CAST(bound.value->>1 AS bigint)
    AND players.at_most > CAST(bound.value->>0 AS double precision)`;
