import { type Db, isConflict } from './db.ts';

/** An event of a live match as it is stored: `text` is its canonical JSON. */
export interface EventRow {
  readonly matchId: string;
  readonly n: number;
  readonly text: string;
}

export type Verdict = 'stored' | 'conflict';

/** Stores all rows in one transaction or none: `conflict` when one has a number that is taken, or a match that is not live. */
export async function insertEvents(db: Db, rows: readonly EventRow[]): Promise<Verdict> {
  try {
    // always in the same order, or two processes could each wait for a row of the other
    const data = [...rows].sort((a, b) => compare(a.matchId, b.matchId));
    await db.liveEvent.createMany({ data });
    return 'stored';
  } catch (error) {
    if (isConflict(error)) return 'conflict';
    throw error;
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
