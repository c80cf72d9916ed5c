import type { EvaluationStore, StoredEvaluation } from '../domain/ports/analysis.ts';
import type { Db } from './db.ts';

/**
 * Uses hand-written statements that do not depend on the number of rows: Prisma compiles one for each number, which costs more than the rows
 * do. They work on both databases.
 */
export function evaluationStore(db: Db): EvaluationStore {
  return {
    async read(keys) {
      if (keys.length === 0) return new Map();
      const wanted = asObject(keys.map((key) => ({ key })));
      const rows = await db.$queryRaw<readonly { key: string; text: string }[]>`SELECT key, text FROM evaluations
        WHERE key IN (SELECT value->>'key' FROM json_each(${wanted}))`;
      return new Map(rows.map(({ key, text }) => [key, text]));
    },
    async readJudged(keys) {
      if (keys.length === 0) return [];
      const wanted = asObject(keys.map((key) => ({ key })));
      return db.$queryRaw<StoredEvaluation[]>`SELECT key, text, judges FROM evaluations
        WHERE key IN (SELECT value->>'key' FROM json_each(${wanted}))`;
    },
    async prune(most) {
      const [newestTooMany] = await db.evaluation.findMany({
        orderBy: { created: 'desc' },
        skip: most,
        take: 1,
        select: { created: true },
      });
      if (newestTooMany) await db.evaluation.deleteMany({ where: { created: { lte: newestTooMany.created } } });
    },
  };
}

/** Encodes the list as an object, because `json_each` of PostgreSQL does not accept arrays. */
export function asObject(rows: readonly object[]): string {
  return JSON.stringify(Object.fromEntries(rows.entries()));
}
