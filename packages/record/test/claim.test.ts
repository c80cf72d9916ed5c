import { describe, expect, test } from 'vitest';
import { closeRecord } from '../src/closing.ts';
import { isDisplacing } from '../src/displacing.ts';
import { claimDueAt } from '../src/ledger-state.ts';
import type { Header, Party } from '../src/types.ts';
import { verify } from '../src/verify.ts';
import { accept, movedTable, nextEvent, signAs, step, type Table } from './support/table.ts';

const ABSENCE_MS = 90_000;
const UNTIMED = { clock: null } as const;

const actorOf = ({ ledger }: Table) => (ledger.expects.party === 1 ? 1 : 0);
const otherThan = (seat: Party) => (seat === 0 ? 1 : 0);

/** Announces the player to act as absent. Returns both seats. */
async function announce(table: Table) {
  const absent = actorOf(table);
  await accept(table, await table.server.absent(table.ledger, absent));
  return { absent, opponent: otherThan(absent) } as const;
}

/** The opponent of the absent player claims. */
async function claim(table: Table): Promise<void> {
  const seat = otherThan(table.ledger.state.absent?.seat ?? null);
  await accept(table, await table.seats[seat].claim(table.ledger));
}

async function announcedTable(changes: Partial<Header> = {}) {
  const table = await movedTable(1, { length: 1, ...changes });
  return { table, ...(await announce(table)) };
}

/** A table with an absence announced at 0 and claimed `claimMs` later. Its functions take times since the announcement. */
async function claimedTable(claimMs: number) {
  const begun = await announcedTable();
  const { table } = begun;
  const since = table.now;
  const moveTo = (ms: number) => {
    table.now = since + ms;
  };
  moveTo(claimMs);
  await claim(table);
  return { ...begun, since, moveTo };
}

/** The code with which the ledger refuses a claim, or null. */
async function claimedBy(table: Table, party: Party): Promise<string | null> {
  const result = await table.ledger.check(await signAs(table, party, { type: 'claim' }), table.now);
  return result.ok ? null : result.code;
}

/** The codes of the notes on the record, whose match the loser resigns if it is not over. */
async function notesOn(table: Table): Promise<readonly string[]> {
  while (!table.ledger.state.result) {
    const [type = 'roll'] = table.ledger.expects.types.filter((one) => one === 'resign' || one === 'accept');
    await accept(table, await nextEvent(table, type));
  }
  const result = await verify(await closeRecord(table.ledger, table.keys.server));
  if (!result.ok) throw new Error(result.message);
  return result.notes.map(({ code, seat }) => (seat === null ? code : `${code} ${seat}`));
}

async function forfeit(table: Table, reason: 'time' | 'abandonment' = 'abandonment'): Promise<Table> {
  await accept(table, await table.server.forfeit(table.ledger, actorOf(table), reason));
  return table;
}

describe('a claim', () => {
  test('CA1 is signed by the opponent of the player announced as absent, while the announcement stands', async () => {
    const before = await movedTable(1);
    expect(await claimedBy(before, 0)).toBe('wrong-type');
    expect(await claimedBy(before, 1)).toBe('wrong-type');
    expect(await claimedBy(before, null)).toBe('wrong-party');
    const { table, absent, opponent } = await announcedTable();
    expect(await claimedBy(table, opponent)).toBe(null);
    expect(await claimedBy(table, absent)).toBe('wrong-party');
    expect(await claimedBy(table, null)).toBe('wrong-party');
  });

  test('CA2 is signed once while the announcement stands, and at any time of it', async () => {
    for (const ms of [0, 1, ABSENCE_MS - 1, ABSENCE_MS, 10 * ABSENCE_MS]) {
      const { table, absent, opponent } = await claimedTable(ms);
      expect(table.ledger.state.absent).toMatchObject({ seat: absent, claimedAt: table.now });
      expect(await claimedBy(table, opponent)).toBe('wrong-type');
      expect(await claimedBy(table, absent)).toBe('wrong-party');
    }
  });

  test('CA3 is refused in a match without a clock, by either player', async () => {
    const { table, absent, opponent } = await announcedTable(UNTIMED);
    expect(await claimedBy(table, opponent)).toBe('wrong-type');
    expect(await claimedBy(table, absent)).toBe('wrong-type');
    const correspondence = await movedTable(1, { ...UNTIMED, absenceMs: null });
    expect(await claimedBy(correspondence, 0)).toBe('wrong-type');
  });

  test('CA4 lapses with the announcement, and a later absence needs a claim of its own', async () => {
    for (const back of ['present', 'roll'] as const) {
      const { table, absent, opponent } = await claimedTable(10_000);
      await accept(table, await table.seats[absent][back](table.ledger));
      expect(table.ledger.state.absent).toBe(null);
      expect(await claimedBy(table, opponent)).toBe('wrong-type');
      if (back === 'roll') await step(table, 'reveal', 'dice');
      await announce(table);
      expect(table.ledger.state.absent).toMatchObject({ seat: absent, claimedAt: null });
      expect(await claimedBy(table, opponent)).toBe(null);
    }
  });

  test('CA5 stands through changes of device, gaps and voids, and the match waits for the same player', async () => {
    const { table, absent, opponent } = await claimedTable(10_000);
    const { expects, state } = table.ledger;
    const claimedAt = state.absent?.claimedAt;
    for (const seat of [absent, opponent]) await accept(table, await table.seats[seat].sit(table.ledger));
    await accept(table, await table.server.void(table.ledger, await nextEvent(table, 'roll')));
    await accept(table, await table.server.resume(table.ledger, table.now));
    expect(table.ledger.state.absent).toMatchObject({ seat: absent, claimedAt });
    expect(table.ledger.expects).toEqual(expects);
  });

  test('CA6 is an aside: the clock runs on, the match waits for the same player, and it displaces as any other', async () => {
    const { table } = await announcedTable();
    const { expects, expiresAt, at } = table.ledger;
    table.now += 5_000;
    await claim(table);
    const { last, state } = table.ledger;
    expect(table.ledger.expects).toEqual(expects);
    expect(table.ledger.expiresAt).toBe(expiresAt);
    expect(state.answerSince).toBeLessThan(table.now);
    expect(last && isDisplacing(last, { at, type: 'absent', party: expects.party })).toBe(true);
    expect(await table.seats[0].sign(table.ledger, { type: 'claim' })).toMatchObject({ type: 'claim', p: 0 });
  });

  test('CA7 is due at the end of the time of absence, or at once if that is over, and a gap begins that time anew', async () => {
    for (const [claimMs, dueMs] of [
      [0, ABSENCE_MS],
      [ABSENCE_MS, ABSENCE_MS],
      [ABSENCE_MS + 5, ABSENCE_MS + 5],
    ] as const) {
      const { table, since } = await claimedTable(claimMs);
      expect(claimDueAt(table.ledger.state, table.header)).toBe(since + dueMs);
    }
    const { table, since, moveTo } = await claimedTable(10_000);
    moveTo(40_000);
    await accept(table, await table.server.resume(table.ledger, since + 35_000));
    expect(table.ledger.state.absent?.since).toBe(since + 40_000);
    expect(claimDueAt(table.ledger.state, table.header)).toBe(since + 40_000 + ABSENCE_MS);
    const { ledger } = (await announcedTable()).table;
    expect(claimDueAt(ledger.state, ledger.header)).toBe(null);
  });
});

describe('the notes of the verifier say', () => {
  test('CA8 that an abandonment was not claimed, in a match with a clock whose absence was long enough', async () => {
    const ended = async (changes: Partial<Header>, claims: boolean, ms: number) => {
      const { table } = await announcedTable(changes);
      if (claims) await claim(table);
      table.now += ms;
      return notesOn(await forfeit(table));
    };
    expect(await ended({}, true, ABSENCE_MS)).toEqual([]);
    expect(await ended({}, false, ABSENCE_MS)).toEqual(['not-claimed']);
    expect(await ended({}, false, ABSENCE_MS - 1)).toEqual(['absence-too-short']);
    expect(await ended({}, true, ABSENCE_MS - 1)).toEqual(['absence-too-short']);
    expect(await ended(UNTIMED, false, ABSENCE_MS)).toEqual([]);
    const { table, absent } = await claimedTable(0);
    await accept(table, await table.seats[absent].present(table.ledger));
    await announce(table);
    table.now += ABSENCE_MS;
    expect(await notesOn(await forfeit(table))).toEqual(['not-claimed']);
  });

  test('CA9 that a claim was ignored, if another event is dated more than 5 s after it was due', async () => {
    const returnAt = async (claimMs: number, ms: number) => {
      const { table, opponent, moveTo } = await claimedTable(claimMs);
      moveTo(ms);
      return (await notesOn(table)).map((code) => code.replace(String(opponent), 'by claimant'));
    };
    const ignored = ['claim-ignored by claimant'];
    expect(await returnAt(0, ABSENCE_MS + 5_000)).toEqual([]);
    expect(await returnAt(0, ABSENCE_MS + 5_001)).toEqual(ignored);
    expect(await returnAt(ABSENCE_MS + 60_000, ABSENCE_MS + 65_000)).toEqual([]);
    expect(await returnAt(ABSENCE_MS + 60_000, ABSENCE_MS + 65_001)).toEqual(ignored);
    // Asides count like other events.
    const { table, opponent, moveTo } = await claimedTable(0);
    moveTo(ABSENCE_MS + 5_001);
    await accept(table, await table.seats[opponent].sit(table.ledger));
    expect(await notesOn(await forfeit(table))).toEqual([`claim-ignored ${opponent}`]);
  });

  test('CA10 nothing about a claim that was due in a gap, or that any forfeit follows', async () => {
    const gapFrom = async (sinceMs: number) => {
      const { table, since, moveTo } = await claimedTable(0);
      moveTo(2 * ABSENCE_MS);
      await accept(table, await table.server.resume(table.ledger, since + sinceMs));
      moveTo(3 * ABSENCE_MS + 5_000);
      return notesOn(table);
    };
    expect(await gapFrom(ABSENCE_MS + 5_000)).toEqual(['refunds']);
    expect(await gapFrom(ABSENCE_MS + 5_001)).toEqual([expect.stringMatching(/^claim-ignored [01]$/), 'refunds']);
    for (const [reason, notes] of [
      ['time', ['time-ran-out']],
      ['abandonment', []],
    ] as const) {
      const { table, moveTo } = await claimedTable(0);
      moveTo(10 * ABSENCE_MS);
      expect(await notesOn(await forfeit(table, reason))).toEqual(notes);
    }
  });

  test('CA13 the seconds since the last gap, if an absence was too short', async () => {
    const { table, since, moveTo } = await claimedTable(0);
    moveTo(60_000);
    await accept(table, await table.server.resume(table.ledger, since + 50_000));
    moveTo(120_000);
    await forfeit(table);
    const result = await verify(await closeRecord(table.ledger, table.keys.server));
    const [note] = result.ok ? result.notes : [];
    expect(note).toMatchObject({ code: 'absence-too-short', figures: [60, 90] });
    expect(note?.message.match(/[\d.]+(?= s\b)/g)?.map(Number)).toEqual(note?.figures);
  });
});
