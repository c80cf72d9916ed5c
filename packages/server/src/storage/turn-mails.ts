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
    async turn(token, isOn) {
      const { count } = await db.account.updateMany({ where: { turnMailsStop: token }, data: { turnMails: isOn } });
      return count === 1;
    },
    async has(token) {
      return (await db.account.findFirst({ where: { turnMailsStop: token }, select: { pub: true } })) !== null;
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
