import { isDriverAdapterError } from '@prisma/driver-adapter-utils';
import { Prisma } from '../generated/sqlite/client.ts';
import type { Db } from './db.ts';

/** An event of a live match as it is stored: `text` is its canonical JSON. */
export interface EventRow {
  readonly matchId: string;
  readonly n: number;
  readonly text: string;
}

export type Verdict = 'stored' | 'conflict';

/**
 * Stores all rows in one statement or none: `conflict` when one has a number that is taken, or a match that is not live.
 * Written by hand because this is what durability costs at every event: Prisma compiles a statement for each number of rows,
 * which took four times as long as storing them. Both databases read this one.
 */
export async function insertEvents(db: Db, rows: readonly EventRow[]): Promise<Verdict> {
  // always in the same order, or two processes could each wait for a row of the other
  const sorted = [...rows].sort((a, b) => compare(a.matchId, b.matchId));
  const text = JSON.stringify(Object.fromEntries(sorted.entries()));
  try {
    await db.$executeRaw`INSERT INTO live_events (match_id, n, text)
      SELECT value->>'matchId', CAST(value->>'n' AS integer), value->>'text' FROM json_each(${text})`;
    return 'stored';
  } catch (error) {
    if (isRefused(error)) return 'conflict';
    throw error;
  }
}

const refusals: readonly string[] = ['UniqueConstraintViolation', 'ForeignKeyConstraintViolation'];

/** A statement of our own is refused with one code for everything; the adapter says what for. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  const origin = error.meta?.driverAdapterError;
  return origin instanceof Error && isDriverAdapterError(origin) && refusals.includes(origin.cause.kind);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
