import type { DiceStore } from '../domain/ports/records.ts';
import type { Db, Transaction } from './db.ts';

const faces = ['ones', 'twos', 'threes', 'fours', 'fives', 'sixes'] as const;
type Totals = Record<(typeof faces)[number], bigint>;
const none: Totals = { ones: 0n, twos: 0n, threes: 0n, fours: 0n, fives: 0n, sixes: 0n };

/** Adds the counts of a match, ones first. The totals are one row, so lock it last in a transaction. */
export async function addDice(transaction: Transaction, counts: readonly number[]): Promise<void> {
  const totals = { ...none };
  faces.forEach((face, index) => {
    totals[face] = BigInt(counts[index] ?? 0);
  });
  await transaction.diceTotal.upsert({
    where: { id: 1 },
    create: { id: 1, ...totals },
    update: {
      ones: { increment: totals.ones },
      twos: { increment: totals.twos },
      threes: { increment: totals.threes },
      fours: { increment: totals.fours },
      fives: { increment: totals.fives },
      sixes: { increment: totals.sixes },
    },
  });
}

/** The id of a row that no transaction leaves behind. */
const PROBE_ID = 0;

/**
 * Tests that the database can be written: inserts a row and deletes it in one transaction. Writing a row as it stands would
 * test nothing, because SQLite writes no page whose content stays the same.
 */
export async function probeByWriting(db: Db): Promise<void> {
  await db.$transaction(async ({ diceTotal }) => {
    await diceTotal.create({ data: { id: PROBE_ID, ...none } });
    await diceTotal.delete({ where: { id: PROBE_ID } });
  });
}

export function diceStore(db: Db): DiceStore {
  return {
    async totals() {
      const row = (await db.diceTotal.findUnique({ where: { id: 1 } })) ?? none;
      return faces.map((face) => Number(row[face]));
    },
  };
}
