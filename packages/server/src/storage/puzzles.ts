import type { PuzzleStore, StoredAttempt } from '../domain/ports.ts';
import { type Db, inserted } from './db.ts';

export function puzzleStore(db: Db): PuzzleStore {
  return {
    get: (date) => get(db, date),
    async keep(date, text, at) {
      await inserted(db.puzzle.create({ data: { date, text, created: BigInt(at) } }));
      return (await get(db, date)) ?? text;
    },
    attempt: (attempt) => inserted(db.puzzleAttempt.create({ data: { ...attempt, at: BigInt(attempt.at) } })),
    attemptOf: (pub, date) => attemptOf(db, pub, date),
    async stats(date) {
      const [tries, solved] = await Promise.all([
        db.puzzleAttempt.count({ where: { date } }),
        db.puzzleAttempt.count({ where: { date, rank: 1 } }),
      ]);
      return { tries, solved };
    },
    async solvedDates(pub) {
      const rows = await db.puzzleAttempt.findMany({ where: { pub, rank: 1 }, orderBy: { date: 'desc' } });
      return rows.map(({ date }) => date);
    },
  };
}

async function get(db: Db, date: string): Promise<string | null> {
  return (await db.puzzle.findUnique({ where: { date } }))?.text ?? null;
}

async function attemptOf(db: Db, pub: string, date: string): Promise<StoredAttempt | null> {
  const row = await db.puzzleAttempt.findUnique({ where: { pub_date: { pub, date } } });
  return row && { ...row, at: Number(row.at) };
}
