import type { PushKind } from '@anchor/wire';
import type { PushStore, StoredPushSubscription } from '../domain/ports/push.ts';
import type { PushSubscription } from '../generated/sqlite/client.ts';
import type { Db } from './db.ts';

export function pushStore(db: Db): PushStore {
  return {
    put: (subscription, most) => put(db, subscription, most),
    async of(pub) {
      const rows = await db.pushSubscription.findMany({
        where: { pub },
        orderBy: [{ created: 'asc' }, { endpoint: 'asc' }],
      });
      return rows.map(toStored);
    },
    remove: async (endpoint, pub) => void (await db.pushSubscription.deleteMany({ where: { endpoint, pub } })),
  };
}

function put(db: Db, { endpoint, kinds, created, ...rest }: StoredPushSubscription, most: number): Promise<void> {
  const columns = { ...rest, kinds: kinds.join(' '), created: BigInt(created) };
  return db.$transaction(async (transaction) => {
    await transaction.pushSubscription.upsert({
      where: { endpoint },
      create: { endpoint, ...columns },
      update: columns,
    });
    const surplus = await transaction.pushSubscription.findMany({
      where: { pub: rest.pub, endpoint: { not: endpoint } },
      select: { endpoint: true },
      orderBy: [{ created: 'desc' }, { endpoint: 'desc' }],
      skip: most - 1,
    });
    for (const one of surplus) await transaction.pushSubscription.deleteMany({ where: one });
  });
}

function toStored({ endpoint, pub, p256dh, auth, kinds, vapid, created }: PushSubscription): StoredPushSubscription {
  const names = kinds.split(' ').filter(Boolean) as PushKind[];
  return { endpoint, pub, p256dh, auth, kinds: names, vapid, created: Number(created) };
}
