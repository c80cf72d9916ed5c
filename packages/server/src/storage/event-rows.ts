import { isDriverAdapterError } from '@prisma/driver-adapter-utils';
import { Prisma } from '../generated/sqlite/client.ts';
import type { Db } from './db.ts';

/** A stored event of a live match. `text` is its canonical JSON. */
export interface EventRow {
  readonly matchId: string;
  readonly n: number;
  readonly text: string;
}

export type Verdict = 'stored' | 'conflict';

/**
 * Stores all rows in one statement, or none: returns `conflict` when a number is taken or a match is not live. Hand-written because every
 * event pays for it: Prisma compiles a statement for each number of rows, which took four times as long as storing them. Works on both
 * databases.
 */
export async function insertEvents(db: Db, rows: readonly EventRow[]): Promise<Verdict> {
  // Insert in a fixed order, so that two processes cannot deadlock.
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

/** A raw statement fails with the same Prisma code for every reason. The adapter's error tells which. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  const origin = error.meta?.driverAdapterError;
  return origin instanceof Error && isDriverAdapterError(origin) && refusals.includes(origin.cause.kind);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
