import { describe, expect, test, vi } from 'vitest';
import { closeRecord } from '../src/closing.ts';
import { examine } from '../src/evidence.ts';
import { endsByFullness, hasRoomForTheEndOnly, isClosing, isFull } from '../src/full-record.ts';
import type { Header } from '../src/types.ts';
import { verify } from '../src/verify.ts';
import { codes, evidence, receiptAt } from './support/evidence.ts';
import { accept, movedTable, nextEvent, type Table } from './support/table.ts';

const MAX = 120;
vi.mock('../src/event.ts', async (original) => ({ ...(await original<object>()), MAX_EVENTS: 120 }));

const BY_TURNS = { clock: null, absenceMs: null } as const;
const LIMITED = { clock: null, absenceMs: 90_000 } as const;

/** Returns a table with `length` events at which a player must act. */
async function filledTable(length: number, changes: Partial<Header>): Promise<Table> {
  const table = await movedTable(1, changes);
  while (table.ledger.length < length) await accept(table, await table.server.resume(table.ledger, table.now));
  return table;
}

const loserOf = ({ ledger }: Table) => (ledger.expects.party === 1 ? 1 : 0);

/** Ends the match by abandonment. Returns the codes of the verifier's notes about it, without those of the filling, and of the evidence. */
async function ended(table: Table, more: object = {}) {
  await accept(table, await table.server.forfeit(table.ledger, loserOf(table), 'abandonment'));
  const record = await closeRecord(table.ledger, table.keys.server);
  const result = await verify(record);
  const examined = await examine({
    format: 'bg-evidence/1',
    match: table.header.id,
    seat: 0,
    code: 'forfeit-unannounced',
    said: '',
    transcripts: [record],
    aborted: null,
    finished: null,
    sentEvents: [],
    log: [],
    ...more,
  });
  const ofFilling: readonly string[] = ['refunds', 'quick-asides'];
  const codes = result.ok ? result.notes.map(({ code }) => code) : [result.code];
  const notes = codes.filter((code) => !ofFilling.includes(code));
  return { notes, findings: examined.ok ? examined.findings.map(({ code }) => code) : examined.message };
}

describe('a full record', () => {
  test('DL25 has fifty places left; ten before the end it takes no events of players, and the last place takes the end', () => {
    const lengths = Array.from({ length: MAX + 1 }, (_, length) => length);
    expect(lengths.find(isFull)).toBe(MAX - 50);
    expect(lengths.find(isClosing)).toBe(MAX - 10);
    expect(lengths.find(hasRoomForTheEndOnly)).toBe(MAX - 1);
    const firstOf = (absenceMs: number | null, count = 0, voids = 0) =>
      lengths.find((length) =>
        endsByFullness({ header: { absenceMs }, state: { refunds: { count, sumMs: 0 }, voids } }, length),
      );
    expect(firstOf(null)).toBe(MAX - 50);
    expect(firstOf(90_000)).toBe(MAX - 1);
    expect([firstOf(null, 600, 400), firstOf(null, 600, 401)]).toEqual([MAX - 50, undefined]);
  });

  test('DL26 is what the verifier notes about an abandonment, and it is no evidence against the server', async () => {
    const filled = { notes: ['record-full'], findings: [] };
    expect(await ended(await filledTable(MAX - 50, BY_TURNS))).toEqual(filled);
    expect(await ended(await filledTable(MAX - 1, LIMITED))).toEqual(filled);
    const announced = await filledTable(MAX - 2, LIMITED);
    await accept(announced, await announced.server.absent(announced.ledger, loserOf(announced)));
    expect(await ended(announced)).toEqual(filled);
  });

  test('DL27 is no excuse for an abandonment with room left', async () => {
    const unannounced = { notes: ['absence-not-announced'], findings: ['absence-not-announced'] };
    expect(await ended(await filledTable(MAX - 51, BY_TURNS))).toEqual(unannounced);
    expect(await ended(await filledTable(MAX - 2, LIMITED))).toEqual(unannounced);
  });

  test('CA12 is noted in place of the missing claim of an absence that was long enough', async () => {
    const unclaimed = async (length: number) => {
      const table = await filledTable(length, {});
      await accept(table, await table.server.absent(table.ledger, loserOf(table)));
      table.now += 90_000;
      return ended(table);
    };
    expect(await unclaimed(MAX - 2)).toEqual({ notes: ['record-full'], findings: [] });
    expect(await unclaimed(MAX - 3)).toEqual({ notes: ['not-claimed'], findings: ['absence-not-claimed'] });
  });

  test('DL28 does not excuse a server that denied the event of the loser, except in the last ten places', async () => {
    const findingsAt = async (length: number) => {
      const table = await filledTable(length, BY_TURNS);
      const roll = await nextEvent(table, 'roll');
      const denied = await receiptAt(table, table.now, { event: roll, fate: 'moved' });
      await accept(table, await table.server.forfeit(table.ledger, loserOf(table), 'abandonment'));
      return codes(evidence(table, { receipts: [denied], sent: [roll] }));
    };
    expect(await findingsAt(MAX - 50)).toEqual(['event-denied: the server']);
    expect(await findingsAt(MAX - 11)).toEqual(['event-denied: the server']);
    expect(await findingsAt(MAX - 10)).toEqual([]);
  });
});
