import type { KeeperStore } from '../domain/ports.ts';
import { type Db, isMissingParent, patience } from './db.ts';

export function keeperStore(db: Db): KeeperStore {
  return {
    enrol: (keeper, until) => enrol(db, keeper, until),
    keep: async (keeper, until) =>
      (await db.keeper.updateMany({ where: { id: keeper }, data: { until: BigInt(until) } })).count === 1,
    claim: (keeper, now, most) => claim(db, { keeper, now, most }),
    giveUp: async (keeper) => void (await db.keeper.deleteMany({ where: { id: keeper } })),
    giveUpAll: async () => void (await db.keeper.deleteMany()),
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

/** The end of a keeper's row frees all its matches, and says so to a keeper that was only slow: `keep` finds nothing then. */
async function claim(db: Db, { keeper, now, most }: Claim): Promise<readonly string[] | null> {
  await db.keeper.deleteMany({ where: { until: { lte: BigInt(now) } } });
  const free = await db.liveMatch.findMany({
    ...{ where: { keeperId: null }, select: { id: true }, orderBy: [{ created: 'asc' }, { id: 'asc' }], take: most },
  });
  if (free.length === 0) return [];
  try {
    return await takeThose(db, keeper, free);
  } catch (error) {
    if (isMissingParent(error)) return null;
    throw error;
  }
}

/** One after the other in an order that is everywhere the same: of two that claim at once one waits, and neither locks the other out. */
function takeThose(db: Db, keeper: string, free: readonly { readonly id: string }[]): Promise<readonly string[]> {
  return db.$transaction(async (transaction) => {
    const taken: string[] = [];
    for (const { id } of free) {
      const mine = await transaction.liveMatch.updateMany({
        where: { id, keeperId: null },
        data: { keeperId: keeper },
      });
      if (mine.count === 1) taken.push(id);
    }
    return taken;
  }, patience);
}
