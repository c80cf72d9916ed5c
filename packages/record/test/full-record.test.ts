import { describe, expect, test, vi } from 'vitest';
import { closeRecord } from '../src/closing.ts';
import { sentHash } from '../src/event.ts';
import { examine } from '../src/evidence.ts';
import { endsByFullness, hasRoomForTheEndOnly, isClosing, isFull } from '../src/full-record.ts';
import { signReceipt } from '../src/statements.ts';
import type { Header } from '../src/types.ts';
import { verify } from '../src/verify.ts';
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

  test('DL28 does not excuse a server that had the event of the loser before the last event of the record', async () => {
    const table = await filledTable(MAX - 50, BY_TURNS);
    const roll = await nextEvent(table, 'roll');
    const seenAt = (now: number) => {
      const { length: n, head } = table.ledger;
      return signReceipt(table.keys.server, table.header.id, { n, head, seen: sentHash(roll), now });
    };
    const receipt = await seenAt(table.ledger.at - 1);
    const late = await seenAt(table.ledger.at);
    const transcriptOf = async (kept: unknown) => {
      const { header, events } = table.ledger;
      return { transcripts: [{ header, events: [...events], receipts: [kept] }], sentEvents: [roll] };
    };
    await ended(table);
    const findingsOf = async (kept: unknown) => {
      const base = { format: 'bg-evidence/1', match: table.header.id, seat: 0, code: 'kept-by-player', said: '' };
      const rest = { aborted: null, finished: null, log: [] };
      const examined = await examine({ ...base, ...rest, ...(await transcriptOf(kept)) });
      return examined.ok ? examined.findings.map(({ code }) => code) : examined.message;
    };
    expect(await findingsOf(receipt)).toContain('undeserved-forfeit');
    expect(await findingsOf(late)).toEqual([]);
  });
});
