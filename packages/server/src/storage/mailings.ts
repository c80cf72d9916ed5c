import type { MailingState, MailingStore, StoredSubscription, TurnMailStore } from '../domain/ports/mailings.ts';
import { type Db, isConflict } from './db.ts';
import { toSubscription } from './subscriptions.ts';

export function mailingStore(db: Db): MailingStore {
  return {
    due: (date) => due(db, date),
    claim: (date, email, owner, at, deadBefore) => claim(db, { date, email, owner, at }, deadBefore),
    setState: async (date, email, owner, state, at) =>
      void (await db.mailing.updateMany({
        where: { date, email, owner, state: 'claimed' },
        data: { state, at: BigInt(at) },
      })),
    forget: async (beforeDate) => void (await db.mailing.deleteMany({ where: { date: { lt: beforeDate } } })),
  };
}

/** Reopens the claims of a process that is known to be gone. */
export async function reopenMailings(db: Db): Promise<void> {
  const open: MailingState = 'open';
  await db.mailing.updateMany({ where: { state: 'claimed' }, data: { state: open } });
}

async function due(db: Db, date: string): Promise<readonly StoredSubscription[]> {
  const mailings = await db.mailing.findMany({ where: { date } });
  const triedAt = new Map(mailings.map(({ email, at }) => [email, Number(at)]));
  const done = new Set(
    mailings.filter(({ state }) => state === 'sent' || state === 'refused').map(({ email }) => email),
  );
  const wanted = await db.subscription.findMany({ where: { confirmed: true, daily: true }, orderBy: { email: 'asc' } });
  // Latest failures come last, so that one failing address does not block the others.
  const lastTry = (email: string) => triedAt.get(email) ?? 0;
  return wanted
    .filter(({ email }) => !done.has(email))
    .sort((a, b) => lastTry(a.email) - lastTry(b.email))
    .map(toSubscription);
}

interface Claim {
  readonly date: string;
  readonly email: string;
  readonly owner: string;
  readonly at: number;
}

async function claim(db: Db, { at, ...claimed }: Claim, deadBefore: number): Promise<boolean> {
  try {
    await db.mailing.create({ data: { ...claimed, at: BigInt(at), state: 'claimed' } });
    return true;
  } catch (error) {
    if (!isConflict(error)) throw error;
    return reclaim(db, { at, ...claimed }, deadBefore);
  }
}

/** Takes over a void claim. An owner sends one mail at a time, so its own earlier claim is void too. */
async function reclaim(db: Db, { date, email, owner, at }: Claim, deadBefore: number): Promise<boolean> {
  const isVoid = [{ state: 'open' }, { state: 'claimed', owner }, { state: 'claimed', at: { lt: BigInt(deadBefore) } }];
  const { count } = await db.mailing.updateMany({
    where: { date, email, OR: isVoid },
    data: { state: 'claimed', owner, at: BigInt(at) },
  });
  return count === 1;
}

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
