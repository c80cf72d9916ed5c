import type { PuzzleStore, StoredAttempt } from '../domain/ports/puzzles.ts';
import { type Db, inserted } from './db.ts';

const select = { date: true } as const;
/** Dates are text that sorts like a calendar. */
const within = (month: string) => ({ gte: `${month}-01`, lte: `${month}-31` });

export function puzzleStore(db: Db): PuzzleStore {
  return {
    get: (date) => get(db, date),
    async keep(date, text, at) {
      await inserted(db.puzzle.create({ data: { date, text, created: BigInt(at) } }));
      return (await get(db, date)) ?? text;
    },
    async has(part) {
      return (await db.puzzle.findFirst({ where: { text: { contains: part } }, select })) !== null;
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
    async datesIn(month) {
      const rows = await db.puzzle.findMany({ where: { date: within(month) }, orderBy: { date: 'asc' }, select });
      return rows.map(({ date }) => date);
    },
    async ranksIn(month, pub) {
      const rows = await db.puzzleAttempt.findMany({ where: { pub, date: within(month) } });
      return new Map(rows.map(({ date, rank }) => [date, rank]));
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
