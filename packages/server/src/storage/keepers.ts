import type { ClaimedMatch, KeeperStore, Parking } from '../domain/ports/leases.ts';
import { type Db, isMissingParent, patience } from './db.ts';

export function keeperStore(db: Db): KeeperStore {
  return {
    enrol: (keeper, until) => enrol(db, keeper, until),
    renew: async (keeper, until) =>
      (await db.keeper.updateMany({ where: { id: keeper }, data: { until: BigInt(until) } })).count === 1,
    claim: (keeper, now, most, deadUntil = now) => claim(db, { keeper, now, most, deadUntil }),
    firstUntil: async (keeper) => {
      const where = { id: { not: keeper } };
      const first = await db.keeper.findFirst({ where, orderBy: { until: 'asc' }, select: { until: true } });
      return first && Number(first.until);
    },
    adopt: (keeper, match, now) => adopt(db, keeper, match, now),
    park: (keeper, match, parking) => park(db, keeper, match, parking),
    nextWake: async () => {
      const where = { keeperId: null, wakeAt: { not: null } };
      const first = await db.liveMatch.findFirst({ where, orderBy: { wakeAt: 'asc' }, select: { wakeAt: true } });
      return first && Number(first.wakeAt);
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

interface Claim {
  readonly keeper: string;
  readonly now: number;
  readonly most: number;
  readonly deadUntil: number;
}

/** Claims free matches and parked ones that are due. Returns null when this keeper's own row has been removed, that is, it was declared dead. */
async function claim(db: Db, { keeper, now, most, deadUntil }: Claim): Promise<readonly ClaimedMatch[] | null> {
  await declareDead(db, deadUntil);
  // Two queries, because each reads one range of the index on keeper and `wake_at`. Parked matches that are not due are in neither.
  const free = [...(await freeMatches(db, null, most)), ...(await freeMatches(db, { lte: BigInt(now) }, most))];
  if (free.length === 0) return [];
  try {
    return await takeThose(db, keeper, free);
  } catch (error) {
    if (isMissingParent(error)) return null;
    throw error;
  }
}

function freeMatches(db: Db, wakeAt: null | { lte: bigint }, most: number) {
  return db.liveMatch.findMany({
    where: { keeperId: null, wakeAt },
    select: { id: true },
    orderBy: [{ created: 'asc' }, { id: 'asc' }],
    take: most,
  });
}

async function adopt(db: Db, keeper: string, match: string, now: number): Promise<ClaimedMatch | 'no-keeper' | null> {
  try {
    const early = await db.liveMatch.updateMany({
      where: { id: match, keeperId: null, wakeAt: { gt: BigInt(now) } },
      data: { keeperId: keeper, keptUntil: null },
    });
    if (early.count === 1) return { match, keptUntil: null, isParked: true };
    return (await takeThose(db, keeper, [{ id: match }]))[0] ?? null;
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
    data: { keeperId: null, wakeAt: BigInt(wakeAt), keptUntil: keptUntil === null ? null : BigInt(keptUntil) },
  });
  return count === 1;
}

async function declareDead(db: Db, deadUntil: number): Promise<void> {
  const isOver = { lte: BigInt(deadUntil) };
  const dead = await db.keeper.findMany({ where: { until: isOver } });
  for (const { id, until } of dead) await remove(db, { id, until: isOver }, until);
}

function giveUp(db: Db, keeper: string, until: number): Promise<void> {
  return remove(db, { id: keeper }, BigInt(until));
}

async function giveUpAll(db: Db): Promise<void> {
  const all = await db.keeper.findMany();
  for (const { id, until } of all) await remove(db, { id }, until);
}

/**
 * Removes a keeper if its row still matches `where`. Its matches become free, also those by turns, and note until when it counted as
 * alive. A keeper may give up while others declare it dead. Both lock its row before its matches, because two orders could deadlock.
 */
async function remove(
  db: Db,
  where: { readonly id: string; readonly until?: { lte: bigint } },
  until: bigint,
): Promise<void> {
  await db.$transaction(async (transaction) => {
    const held = await transaction.keeper.updateMany({ where, data: { until } });
    if (held.count === 0) return;
    const kept = { keeperId: where.id };
    await transaction.liveMatch.updateMany({ where: { ...kept, wakeAt: { not: null } }, data: { wakeAt: null } });
    await transaction.liveMatch.updateMany({ where: { ...kept, keptUntil: null }, data: { keptUntil: until } });
    await transaction.keeper.deleteMany({ where: { id: where.id } });
  }, patience);
}

async function resumed(db: Db, keeper: string, matches: readonly string[]): Promise<void> {
  await db.liveMatch.updateMany({ where: { id: { in: [...matches] }, keeperId: keeper }, data: { keptUntil: null } });
}

/** Updates rows in a fixed order, so that concurrent claims wait for each other instead of deadlocking. */
function takeThose(db: Db, keeper: string, free: readonly { readonly id: string }[]): Promise<readonly ClaimedMatch[]> {
  return db.$transaction(async (transaction) => {
    const taken: string[] = [];
    for (const { id } of free) {
      const mine = await transaction.liveMatch.updateMany({
        where: { id, keeperId: null },
        data: { keeperId: keeper },
      });
      if (mine.count === 1) taken.push(id);
    }
    const rows = await transaction.liveMatch.findMany({
      where: { id: { in: taken } },
      select: { id: true, keptUntil: true, wakeAt: true },
      orderBy: [{ created: 'asc' }, { id: 'asc' }],
    });
    return rows.map(({ id, keptUntil, wakeAt }) => ({
      match: id,
      keptUntil: keptUntil === null ? null : Number(keptUntil),
      isParked: wakeAt !== null,
    }));
  }, patience);
}
