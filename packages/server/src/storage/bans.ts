import type { BanStore } from '../domain/ports/players.ts';
import type { Db } from './db.ts';

export function banStore(db: Db): BanStore {
  return {
    async all() {
      const rows = await db.ban.findMany({ orderBy: [{ created: 'asc' }, { subject: 'asc' }] });
      return rows.map(({ subject, until, reason, created }) => ({
        subject,
        reason,
        until: until === null ? null : Number(until),
        created: Number(created),
      }));
    },
    async put({ subject, until, reason, created }) {
      const columns = { until: until === null ? null : BigInt(until), reason, created: BigInt(created) };
      await db.$transaction(async (transaction) => {
        await transaction.ban.upsert({ where: { subject }, create: { subject, ...columns }, update: columns });
        // The subject of a key's ban is the key.
        await transaction.invite.deleteMany({ where: { by: subject } });
      });
    },
    remove: async (subject) => (await db.ban.deleteMany({ where: { subject } })).count === 1,
    expire: async (now) => void (await db.ban.deleteMany({ where: { until: { lte: BigInt(now) } } })),
  };
}
