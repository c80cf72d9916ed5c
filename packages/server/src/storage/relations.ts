import type { RelationKind } from '@anchor/wire';
import type { RelationStore, StoredRelation } from '../domain/ports/relations.ts';
import type { Relation } from '../generated/sqlite/client.ts';
import type { Db } from './db.ts';

/** Every query finds its rows by the primary key. */
export function relationStore(db: Db): RelationStore {
  return {
    put: (relation, most) => put(db, relation, most),
    remove: async (pub, other) => void (await db.relation.deleteMany({ where: { pub, other } })),
    async of(pub) {
      const rows = await db.relation.findMany({ where: { pub }, orderBy: [{ created: 'asc' }, { other: 'asc' }] });
      return rows.map(toStored);
    },
    async areApart(a, b) {
      const pairs = [
        { pub: a, other: b },
        { pub: b, other: a },
      ];
      return (await db.relation.findFirst({ where: { OR: pairs, kind: 'block' } })) !== null;
    },
    async blockersOf(pub, keys) {
      const where = { pub: { in: [...keys] }, other: pub, kind: 'block' };
      return (await db.relation.findMany({ where, select: { pub: true } })).map((row) => row.pub);
    },
  };
}

function put(db: Db, { pub, other, kind, created }: StoredRelation, most: number): Promise<boolean> {
  return db.$transaction(async (transaction) => {
    if ((await transaction.relation.count({ where: { pub, kind, other: { not: other } } })) >= most) return false;
    const columns = { kind, created: BigInt(created) };
    await transaction.relation.upsert({
      where: { pub_other: { pub, other } },
      create: { pub, other, ...columns },
      update: columns,
    });
    return true;
  });
}

function toStored({ kind, created, ...keys }: Relation): StoredRelation {
  return { ...keys, kind: kind as RelationKind, created: Number(created) };
}
