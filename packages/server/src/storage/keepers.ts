import type { ClaimedMatch, KeeperStore } from '../domain/ports/leases.ts';
import { type Db, isMissingParent, patience, type Transaction } from './db.ts';

export function keeperStore(db: Db): KeeperStore {
  return {
    enrol: (keeper, until) => enrol(db, keeper, until),
    renew: async (keeper, until) =>
      (await db.keeper.updateMany({ where: { id: keeper }, data: { until: BigInt(until) } })).count === 1,
    claim: (keeper, now, most) => claim(db, { keeper, now, most }),
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
}

/** Claims free matches. Returns null when this keeper's own row has been removed, that is, it was declared dead. */
async function claim(db: Db, { keeper, now, most }: Claim): Promise<readonly ClaimedMatch[] | null> {
  await declareDead(db, now);
  const free = await db.liveMatch.findMany({
    where: { keeperId: null },
    select: { id: true },
    orderBy: [{ created: 'asc' }, { id: 'asc' }],
    take: most,
  });
  if (free.length === 0) return [];
  try {
    return await takeThose(db, keeper, free);
  } catch (error) {
    if (isMissingParent(error)) return null;
    throw error;
  }
}

async function declareDead(db: Db, now: number): Promise<void> {
  const isOver = { lte: BigInt(now) };
  const dead = await db.keeper.findMany({ where: { until: isOver } });
  for (const { id, until } of dead) {
    await db.$transaction(async (transaction) => {
      // Locks the row without changing it, so that a concurrent `keep` runs before or after this transaction.
      const held = await transaction.keeper.updateMany({ where: { id, until: isOver }, data: { until } });
      if (held.count === 1) await remove(transaction, id, until);
    }, patience);
  }
}

async function giveUp(db: Db, keeper: string, until: number): Promise<void> {
  await db.$transaction((transaction) => remove(transaction, keeper, BigInt(until)), patience);
}

async function giveUpAll(db: Db): Promise<void> {
  const all = await db.keeper.findMany();
  for (const { id, until } of all) await db.$transaction((transaction) => remove(transaction, id, until), patience);
}

/** Removes a keeper. Its matches become free and note until when it counted as alive. */
async function remove(db: Transaction, keeper: string, until: bigint): Promise<void> {
  await db.liveMatch.updateMany({ where: { keeperId: keeper, keptUntil: null }, data: { keptUntil: until } });
  await db.keeper.deleteMany({ where: { id: keeper } });
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
      select: { id: true, keptUntil: true },
      orderBy: [{ created: 'asc' }, { id: 'asc' }],
    });
    return rows.map(({ id, keptUntil }) => ({ match: id, keptUntil: keptUntil === null ? null : Number(keptUntil) }));
  }, patience);
}
