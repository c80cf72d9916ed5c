import type { ComplaintKind } from '@anchor/wire';
import type { Complaint, ComplaintStore } from '../domain/ports/complaints.ts';
import type { Db } from './db.ts';

export function complaintStore(db: Db): ComplaintStore {
  return {
    add: (complaint, since, most) => add(db, complaint, since, most),
    async newest(count, against) {
      const rows = await db.complaint.findMany({
        where: against === undefined ? {} : { against },
        orderBy: [{ created: 'desc' }, { match: 'asc' }, { by: 'asc' }, { about: 'asc' }],
        take: count,
      });
      return rows.map(({ created, about, ...keys }) => ({
        ...keys,
        about: about as ComplaintKind,
        created: Number(created),
      }));
    },
    async totals(against) {
      const rows = await db.complaint.groupBy({
        by: ['against', 'by'],
        where: { against: { in: [...against] } },
        _count: true,
      });
      const totals = new Map<string, { complaints: number; players: number }>();
      for (const row of rows) {
        const total = totals.get(row.against) ?? { complaints: 0, players: 0 };
        totals.set(row.against, { complaints: total.complaints + row._count, players: total.players + 1 });
      }
      return totals;
    },
    expire: async (before) => void (await db.complaint.deleteMany({ where: { created: { lt: BigInt(before) } } })),
  };
}

function add(db: Db, { created, ...columns }: Complaint, since: number, most: number): Promise<boolean> {
  const { match, by, about } = columns;
  return db.$transaction(async (transaction) => {
    if (await transaction.complaint.findUnique({ where: { match_by_about: { match, by, about } } })) return true;
    if ((await transaction.complaint.count({ where: { by, created: { gt: BigInt(since) } } })) >= most) return false;
    await transaction.complaint.create({ data: { ...columns, created: BigInt(created) } });
    return true;
  });
}
