import type { Claim, ClaimedMatch, KeeperStore, Parking } from '../domain/ports/leases.ts';
import { type Db, isMissingParent, patience } from './db.ts';

/** `freeFrom` of a match that has lost its keeper or never had one. Later times are those of parked matches. */
export const FREE_AT_ONCE = 0n;

/** `heartbeats` is the client for what a process does to stay alive, and `db` the one for its matches. */
export function keeperStore(db: Db, heartbeats: Db = db): KeeperStore {
  return {
    enrol: (keeper, until) => enrol(heartbeats, keeper, until),
    renew: async (keeper, until) =>
      (await heartbeats.keeper.updateMany({ where: { id: keeper }, data: { until: BigInt(until) } })).count === 1,
    claim: (keeper, now, most, deadUntil = now) => claim(db, { keeper, now, most, deadUntil }),
    adopt: (keeper, match, now) => adopt(db, keeper, match, now),
    park: (keeper, match, parking) => park(db, keeper, match, parking),
    nextWake: async () => {
      const where = { freeFrom: { not: null } };
      const first = await db.liveMatch.findFirst({ where, orderBy: { freeFrom: 'asc' }, select: { freeFrom: true } });
      return first && Number(first.freeFrom);
    },
    resumed: (keeper, matches) => resumed(db, keeper, matches),
    giveUp: (keeper, until) => giveUp(db, keeper, until),
    giveUpAll: () => giveUpAll(db),
  };
}

async function enrol(db: Db, keeper: string, until: number): Promise<void> {
  const data = { until: BigInt(until) };
  await db.keeper.upsert({ where: { id: keeper }, create: { id: keeper, ...data }, update: data });
}

interface ClaimOrder {
  readonly keeper: string;
  readonly now: number;
  readonly most: number;
  readonly deadUntil: number;
}

/** Each process does this every second, so it reads as little as possible when nothing is free: two statements. */
async function claim(db: Db, { keeper, now, most, deadUntil }: ClaimOrder): Promise<Claim | null> {
  const others = await db.keeper.findMany({ where: { id: { not: keeper } }, orderBy: { until: 'asc' } });
  const dead = others.filter(({ until }) => until <= deadUntil);
  for (const { id, until } of dead) await remove(db, { id, until: { lte: BigInt(deadUntil) } }, until);
  const living = others[dead.length];
  const othersUntil = living ? Number(living.until) : null;
  const free = await freeMatches(db, now, { take: most });
  if (free.length === 0) return { matches: [], othersUntil };
  try {
    return { matches: await takeThose(db, keeper, free), othersUntil };
  } catch (error) {
    if (isMissingParent(error)) return null;
    throw error;
  }
}

interface FreeMatch {
  readonly id: string;
  readonly freeFrom: bigint | null;
}

function freeMatches(
  db: Db,
  now: number,
  which: { readonly take: number; readonly id?: string },
): Promise<FreeMatch[]> {
  const { take, ...where } = which;
  return db.liveMatch.findMany({
    where: { ...where, freeFrom: { lte: BigInt(now) } },
    select: { id: true, freeFrom: true },
    orderBy: [{ freeFrom: 'asc' }, { created: 'asc' }, { id: 'asc' }],
    take,
  });
}

async function adopt(db: Db, keeper: string, match: string, now: number): Promise<ClaimedMatch | 'no-keeper' | null> {
  try {
    const early = await db.liveMatch.updateMany({
      where: { id: match, freeFrom: { gt: BigInt(now) } },
      data: { keeperId: keeper, freeFrom: null, keptUntil: null },
    });
    if (early.count === 1) return { match, keptUntil: null, isParked: true };
    return (await takeThose(db, keeper, await freeMatches(db, now, { take: 1, id: match })))[0] ?? null;
  } catch (error) {
    if (isMissingParent(error)) return 'no-keeper';
    throw error;
  }
}

/**
 * A process that is not the keeper may append an event at the same moment. It then claims the match, so either that process or this one
 * keeps it.
 */
async function park(db: Db, keeper: string, match: string, { length, wakeAt, keptUntil }: Parking): Promise<boolean> {
  const isLast = { none: { n: { gte: length } } };
  const { count } = await db.liveMatch.updateMany({
    where: { id: match, keeperId: keeper, keptUntil: null, events: isLast },
    data: { keeperId: null, freeFrom: BigInt(wakeAt), keptUntil: keptUntil === null ? null : BigInt(keptUntil) },
  });
  return count === 1;
}

function giveUp(db: Db, keeper: string, until: number): Promise<void> {
  return remove(db, { id: keeper }, BigInt(until));
}

async function giveUpAll(db: Db): Promise<void> {
  const all = await db.keeper.findMany();
  for (const { id, until } of all) await remove(db, { id }, until);
}

interface KeeperRow {
  readonly id: string;
  readonly until?: { lte: bigint };
}

/**
 * Removes a keeper if its row still matches `where`. Its matches become free, also those by turns, and note until when it counted as
 * alive. A keeper may give up while others declare it dead. Both lock its row before its matches, because two orders could deadlock.
 */
async function remove(db: Db, where: KeeperRow, until: bigint): Promise<void> {
  try {
    await removeWith(db, where, until);
  } catch (error) {
    // The keeper has created a match since its matches were freed. That match is among them now.
    if (!isMissingParent(error)) throw error;
    await removeWith(db, where, until);
  }
}

async function removeWith(db: Db, where: KeeperRow, until: bigint): Promise<void> {
  await db.$transaction(async (transaction) => {
    const held = await transaction.keeper.updateMany({ where, data: { until } });
    if (held.count === 0) return;
    const kept = { keeperId: where.id };
    await transaction.liveMatch.updateMany({ where: { ...kept, keptUntil: null }, data: { keptUntil: until } });
    await transaction.liveMatch.updateMany({ where: kept, data: { keeperId: null, freeFrom: FREE_AT_ONCE } });
    await transaction.keeper.deleteMany({ where: { id: where.id } });
  }, patience);
}

async function resumed(db: Db, keeper: string, matches: readonly string[]): Promise<void> {
  await db.liveMatch.updateMany({ where: { id: { in: [...matches] }, keeperId: keeper }, data: { keptUntil: null } });
}

/**
 * Takes those matches that no process has claimed since they were read. Updates rows in a fixed order, so that concurrent claims wait for each
 * other instead of deadlocking.
 */
function takeThose(db: Db, keeper: string, free: readonly FreeMatch[]): Promise<readonly ClaimedMatch[]> {
  return db.$transaction(async (transaction) => {
    const freeFrom = new Map<string, bigint | null>();
    for (const where of free) {
      const mine = await transaction.liveMatch.updateMany({ where, data: { keeperId: keeper, freeFrom: null } });
      if (mine.count === 1) freeFrom.set(where.id, where.freeFrom);
    }
    const rows = await transaction.liveMatch.findMany({
      where: { id: { in: [...freeFrom.keys()] } },
      select: { id: true, keptUntil: true },
      orderBy: [{ created: 'asc' }, { id: 'asc' }],
    });
    return rows.map(({ id, keptUntil }) => ({
      match: id,
      keptUntil: keptUntil === null ? null : Number(keptUntil),
      isParked: freeFrom.get(id) !== FREE_AT_ONCE,
    }));
  }, patience);
}
