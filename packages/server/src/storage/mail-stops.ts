import type { MailStopStore } from '../domain/ports/accounts.ts';
import type { Db } from './db.ts';

export function mailStopStore(db: Db): MailStopStore {
  return {
    has: async (address) => (await db.mailStop.findUnique({ where: { address } })) !== null,
    put: async (address, at) =>
      void (await db.mailStop.upsert({ where: { address }, create: { address, at: BigInt(at) }, update: {} })),
    remove: async (address) => void (await db.mailStop.deleteMany({ where: { address } })),
  };
}
