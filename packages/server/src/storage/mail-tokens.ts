import type { MailToken, MailTokenStore, NamedLimit, StoredMailToken } from '../domain/ports/accounts.ts';
import type { MailToken as Row } from '../generated/sqlite/client.ts';
import type { Db } from './db.ts';

export function mailTokenStore(db: Db): MailTokenStore {
  return {
    put: async (hash, token, expires) =>
      void (await db.mailToken.create({ data: { hash, ...token, expires: BigInt(expires) } })),
    read: async (hash, kind, now) => toToken(await db.mailToken.findUnique({ where: { hash, kind } }), now),
    newestOf: (pub, kinds, now) => newestOf(db, pub, kinds, now),
    take: (hash, kind, now) => take(db, { hash, kind }, now),
    isOpen: async (email, kind, at) =>
      (await db.mailToken.findFirst({ where: { email, kind, expires: { gt: BigInt(at) } } })) !== null,
    expire: async (now) => void (await db.mailToken.deleteMany({ where: { expires: { lte: BigInt(now) } } })),
    mayAsk: (limits, forgotten, now) => mayAsk(db, limits, forgotten, now),
    forgetAsked: async (who) => void (await db.mailRequest.deleteMany({ where: { who } })),
  };
}

async function newestOf(
  db: Db,
  pub: string,
  kinds: readonly MailToken['kind'][],
  now: number,
): Promise<StoredMailToken | null> {
  const row = await db.mailToken.findFirst({
    where: { pub, kind: { in: [...kinds] }, expires: { gt: BigInt(now) } },
    orderBy: { expires: 'desc' },
  });
  const token = toToken(row, now);
  return row && token && { hash: row.hash, token };
}

/** The deletion decides between concurrent callers. */
async function take(db: Db, where: Pick<Row, 'hash' | 'kind'>, now: number): Promise<MailToken | null> {
  const row = await db.mailToken.findUnique({ where });
  const { count } = await db.mailToken.deleteMany({ where });
  return count === 1 ? toToken(row, now) : null;
}

function toToken(row: Row | null, now: number): MailToken | null {
  if (!row || Number(row.expires) <= now) return null;
  const { kind, email, pub, username, wrapped } = row;
  if (kind === 'sign-in' || kind === 'verify') return { kind, email };
  if (kind === 'address') return pub === null ? null : { kind, email, pub };
  if (pub === null || username === null || wrapped === null) return null;
  return { kind: 'register', email, pub, username, wrapped };
}

/** Inserts first and counts afterwards, so that two concurrent requests for the last place both see each other. */
async function mayAsk(db: Db, limits: readonly NamedLimit[], forgotten: number, now: number): Promise<boolean> {
  await db.mailRequest.deleteMany({ where: { at: { lte: BigInt(forgotten) } } });
  const noted = await db.$transaction(async (transaction) => {
    const rows = [];
    for (const who of new Set(limits.map(({ name }) => name)))
      rows.push(await transaction.mailRequest.create({ data: { who, at: BigInt(now) } }));
    return rows.map(({ seq }) => seq);
  });
  const counts = await Promise.all(
    limits.map(({ name: who, since }) => db.mailRequest.count({ where: { who, at: { gt: BigInt(since) } } })),
  );
  if (limits.every(({ limit }, n) => (counts[n] ?? limit) <= limit)) return true;
  await db.mailRequest.deleteMany({ where: { seq: { in: noted } } });
  return false;
}
