import type { EvaluationStore } from '../domain/ports.ts';
import { Prisma } from '../generated/sqlite/client.ts';
import type { Db } from './db.ts';

/** Rows of one statement: three parameters each, of which SQLite takes 32,766 and PostgreSQL 65,535. */
const CHUNK = 500;

export function evaluationStore(db: Db): EvaluationStore {
  return {
    async read(keys) {
      const rows = await inChunks(keys, (some) => db.evaluation.findMany({ where: { key: { in: [...some] } } }));
      return new Map(rows.flat().map(({ key, text }) => [key, text]));
    },
    async keep(evaluations, at) {
      // createMany cannot leave out what is there already on SQLite. In one order everywhere: two writers who meet wait, and do not lock each other out.
      const inOrder = [...evaluations].sort((a, b) => (a.key < b.key ? -1 : 1));
      await inChunks(inOrder, (some) => {
        const rows = some.map(({ key, text }) => Prisma.sql`(${key}, ${text}, ${BigInt(at)})`);
        return db.$executeRaw`INSERT INTO evaluations (key, text, created) VALUES ${Prisma.join(rows)} ON CONFLICT DO NOTHING`;
      });
    },
    async prune(most) {
      const [newestTooMany] = await db.evaluation.findMany({
        ...{ orderBy: { created: 'desc' }, skip: most, take: 1, select: { created: true } },
      });
      if (newestTooMany) await db.evaluation.deleteMany({ where: { created: { lte: newestTooMany.created } } });
    },
  };
}

async function inChunks<T, R>(list: readonly T[], work: (some: readonly T[]) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let start = 0; start < list.length; start += CHUNK) done.push(await work(list.slice(start, start + CHUNK)));
  return done;
}
