import type { AccountStore, MailStopStore, StoredAccount } from '../domain/ports/accounts.ts';
import type { Account } from '../generated/sqlite/client.ts';
import { type Db, inserted, isConflict } from './db.ts';

export function accountStore(db: Db): AccountStore {
  return {
    byPub: async (pub) => toStored(await db.account.findUnique({ where: { pub } })),
    byEmail: async (email) => toStored(await db.account.findUnique({ where: { email } })),
    create: (account, nameFold) => create(db, account, nameFold),
    rename: (pub, username, nameFold) =>
      inserted(db.account.updateMany({ where: { pub }, data: { username, nameFold } })),
    async ownersOf(nameFolds) {
      const where = { nameFold: { in: [...nameFolds] } };
      const rows = await db.account.findMany({ where, select: { pub: true, nameFold: true } });
      return new Map(rows.map(({ pub, nameFold }) => [nameFold, pub]));
    },
    changeAddress: (pub, email) => changeAddress(db, pub, email),
    remove: (pub, name) => remove(db, pub, name),
    async noteHanded(pub, at) {
      await db.handedKey.upsert({ where: { pub }, create: { pub, since: BigInt(at) }, update: {} });
    },
    wasHanded: async (pub) => (await db.handedKey.findUnique({ where: { pub } })) !== null,
    keysAfter: (pub, take) =>
      db.account.findMany({
        where: { pub: { gt: pub } },
        select: { pub: true, wrapped: true },
        orderBy: { pub: 'asc' },
        take,
      }),
    rewrap: async (pub, from, to) =>
      void (await db.account.updateMany({ where: { pub, wrapped: from }, data: { wrapped: to } })),
  };
}

function toStored(row: Account | null): StoredAccount | null {
  if (!row) return null;
  const { pub, username, email, wrapped, created } = row;
  return { pub, username, email, wrapped, created: Number(created) };
}

function create(db: Db, account: StoredAccount, nameFold: string): Promise<boolean> {
  return inserted(db.account.create({ data: { ...account, nameFold, created: BigInt(account.created) } }));
}

async function changeAddress(db: Db, pub: string, email: string): Promise<StoredAccount | null> {
  try {
    return await db.$transaction(async (transaction) => {
      const before = await transaction.account.findUnique({ where: { pub } });
      if (!before || before.email === email) return null;
      await transaction.account.update({ where: { pub }, data: { email } });
      await transaction.mailToken.deleteMany({ where: { OR: [{ email: before.email }, { pub }] } });
      const subscription = await transaction.subscription.findUnique({ where: { email: before.email } });
      if (subscription?.daily) {
        await transaction.subscription.deleteMany({ where: { email } });
        await transaction.subscription.update({ where: { email: before.email }, data: { email } });
      }
      return toStored(before);
    });
  } catch (error) {
    if (isConflict(error)) return null;
    throw error;
  }
}

async function remove(db: Db, pub: string, name: string): Promise<void> {
  await db.$transaction(async (transaction) => {
    const account = await transaction.account.findUnique({ where: { pub } });
    await transaction.account.deleteMany({ where: { pub } });
    await transaction.mailToken.deleteMany({ where: { pub } });
    await transaction.puzzleAttempt.deleteMany({ where: { pub } });
    await transaction.pushSubscription.deleteMany({ where: { pub } });
    await transaction.relation.deleteMany({ where: { pub } });
    await transaction.complaint.deleteMany({ where: { by: pub } });
    await transaction.invite.deleteMany({ where: { by: pub } });
    if (account) {
      const { email } = account;
      await transaction.mailToken.deleteMany({ where: { email } });
      await transaction.subscription.deleteMany({ where: { email } });
      await transaction.mailing.deleteMany({ where: { email } });
    }
    const newest = await transaction.match.aggregate({ _max: { seq: true } });
    // The last statement, because the end of a match waits for this row.
    await transaction.player.updateMany({
      where: { pub },
      data: { name, country: null, figuresAfter: newest._max.seq },
    });
  });
}

export function mailStopStore(db: Db): MailStopStore {
  return {
    has: async (address) => (await db.mailStop.findUnique({ where: { address } })) !== null,
    put: async (address, at) =>
      void (await db.mailStop.upsert({ where: { address }, create: { address, at: BigInt(at) }, update: {} })),
    remove: async (address) => void (await db.mailStop.deleteMany({ where: { address } })),
  };
}
