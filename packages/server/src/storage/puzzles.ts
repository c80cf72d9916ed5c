import type { PuzzleStore, StoredAttempt } from '../domain/ports/puzzles.ts';
import { Prisma } from '../generated/sqlite/client.ts';
import { type Db, inserted } from './db.ts';

const select = { date: true } as const;
/** Dates are text that sorts like a calendar. */
const within = (month: string) => ({ gte: `${month}-01`, lte: `${month}-31` });

export function puzzleStore(db: Db, reads: Db): PuzzleStore {
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
    async counts(pub) {
      const player = await reads.player.findUnique({ where: { pub }, select: { games: true } });
      return player !== null && player.games > 0;
    },
    async stats(date) {
      const [row] = await reads.$queryRaw<{ tries: bigint | number; solved: bigint | number }[]>(statsSql(date));
      return { tries: Number(row?.tries ?? 0), solved: Number(row?.solved ?? 0) };
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

const statsSql = (date: string) =>
  Prisma.sql`SELECT count(*) AS tries, count(CASE WHEN attempt.rank = 1 THEN 1 END) AS solved
    FROM puzzle_attempts AS attempt JOIN players ON players.pub = attempt.pub
    WHERE attempt.date = ${date} AND players.games > 0`;

async function get(db: Db, date: string): Promise<string | null> {
  return (await db.puzzle.findUnique({ where: { date } }))?.text ?? null;
}

async function attemptOf(db: Db, pub: string, date: string): Promise<StoredAttempt | null> {
  const row = await db.puzzleAttempt.findUnique({ where: { pub_date: { pub, date } } });
  return row && { ...row, at: Number(row.at) };
}
