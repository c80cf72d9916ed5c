import { INITIAL_RATING } from '../domain/players/rating.ts';
import type { PlayerStore, StoredPlayer } from '../domain/ports.ts';
import type { Db } from './db.ts';
import { playerColumns, toStoredPlayer } from './rows.ts';

export function playerStore(db: Db): PlayerStore {
  return {
    get: async (pub) => {
      const row = await db.player.findUnique({ where: { pub } });
      return row && toStoredPlayer(row);
    },
    startingWith: (start, count) => startingWith(db, start, count),
    see: (pub, name, at) => see(db, pub, name, at),
    byConservative: (minGames, from, count) => byConservative(db, minGames, from, count),
  };
}

/** As a range, which the index of the primary key answers; `g` comes after every hex digit. */
async function startingWith(db: Db, start: string, take: number): Promise<readonly StoredPlayer[]> {
  const rows = await db.player.findMany({ where: { pub: { gte: start, lt: `${start}g` } }, take });
  return rows.map(toStoredPlayer);
}

async function see(db: Db, pub: string, name: string | null, at: number): Promise<StoredPlayer> {
  const fresh = { pub, name: name ?? '', ...playerColumns(INITIAL_RATING), created: BigInt(at) };
  const update = name === null ? {} : { name };
  return toStoredPlayer(await db.player.upsert({ where: { pub }, create: fresh, update }));
}

async function byConservative(db: Db, minGames: number, skip: number, take: number): Promise<readonly StoredPlayer[]> {
  const where = { games: { gte: minGames } };
  const rows = await db.player.findMany({ where, orderBy: [{ atMost: 'desc' }, { pub: 'asc' }], skip, take });
  return rows.map(toStoredPlayer);
}
