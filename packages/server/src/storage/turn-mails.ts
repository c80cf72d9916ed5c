import type { TurnMailStore } from '../domain/ports/mailings.ts';
import type { Db } from './db.ts';

export function turnMailStore(db: Db): TurnMailStore {
  return {
    async isOn(pub) {
      const account = await db.account.findUnique({ where: { pub }, select: { turnMails: true } });
      return account?.turnMails ?? null;
    },
    async set(pub, isOn, stop) {
      await db.account.updateMany({ where: { pub, turnMailsStop: null }, data: { turnMailsStop: stop } });
      await db.account.updateMany({ where: { pub }, data: { turnMails: isOn } });
    },
    async stop(token) {
      const { count } = await db.account.updateMany({ where: { turnMailsStop: token }, data: { turnMails: false } });
      return count === 1;
    },
    async get(pub) {
      const account = await db.account.findUnique({ where: { pub } });
      if (!account?.turnMails || account.turnMailsStop === null) return null;
      return { pub, email: account.email, stop: account.turnMailsStop };
    },
    async after(pub, count) {
      const rows = await db.account.findMany({
        where: { turnMails: true, pub: { gt: pub } },
        select: { pub: true },
        orderBy: { pub: 'asc' },
        take: count,
      });
      return rows.map((row) => row.pub);
    },
  };
}
