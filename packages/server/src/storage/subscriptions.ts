import type { StoredSubscription, SubscriptionStore } from '../domain/ports/mailings.ts';
import type { Subscription } from '../generated/sqlite/client.ts';
import type { Db } from './db.ts';

export function subscriptionStore(db: Db): SubscriptionStore {
  return {
    get: async (email) => {
      const row = await db.subscription.findUnique({ where: { email } });
      return row && toSubscription(row);
    },
    ask: async (email, stop, at) =>
      void (await db.subscription.upsert({
        where: { email },
        update: {},
        create: { email, stop, created: BigInt(at) },
      })),
    confirm: async (email) => {
      const { count } = await db.subscription.updateMany({ where: { email }, data: { confirmed: true, daily: true } });
      return count === 1;
    },
    stop: (token) => stop(db, token),
    byStop: async (token) => {
      const row = await db.subscription.findUnique({ where: { stop: token } });
      return row && toSubscription(row);
    },
  };
}

export function toSubscription({ email, confirmed, daily, stop }: Subscription): StoredSubscription {
  return { email, confirmed, daily, stop };
}

async function stop(db: Db, token: string): Promise<boolean> {
  return db.$transaction(async (transaction) => {
    const row = await transaction.subscription.findUnique({ where: { stop: token } });
    if (!row) return false;
    await transaction.subscription.update({ where: { stop: token }, data: { daily: false } });
    await transaction.mailToken.deleteMany({ where: { kind: 'verify', email: row.email } });
    return true;
  });
}
