import type { InviteStore, StoredInvite } from '../domain/ports/players.ts';
import type { Db } from './db.ts';

export function inviteStore(db: Db): InviteStore {
  return {
    put: async (invite) => void (await db.invite.create({ data: { ...invite, created: BigInt(invite.created) } })),
    get: (code) => get(db, code),
    take: async (code) => (await db.invite.deleteMany({ where: { code } })).count === 1,
    expire: async (before) => (await db.invite.deleteMany({ where: { created: { lt: BigInt(before) } } })).count,
    countBy: (pub, since) => db.invite.count({ where: { by: pub, created: { gte: BigInt(since) } } }),
  };
}

async function get(db: Db, code: string): Promise<StoredInvite | null> {
  const row = await db.invite.findUnique({ where: { code } });
  return row && { ...row, created: Number(row.created) };
}
