import { describe, expect, test } from 'vitest';
import { closeRecord } from '../src/closing.ts';
import { sentHash } from '../src/event.ts';
import { examine } from '../src/evidence.ts';
import { Ledger } from '../src/ledger.ts';
import { signAborted, signReceipt } from '../src/statements.ts';
import type { MatchEvent, Receipt, SignedEvent } from '../src/types.ts';
import { accept, committedTable, movedTable, nextEvent, signAs, step, type Table } from './support/table.ts';

const receiptAt = ({ keys, header, ledger }: Table, now: number, seen: SignedEvent | null = null): Promise<Receipt> =>
  signReceipt(keys.server, header.id, { n: ledger.length, head: ledger.head, seen: seen && sentHash(seen), now });

interface Kept {
  readonly receipts?: readonly Receipt[];
  readonly sent?: readonly SignedEvent[];
  readonly more?: readonly unknown[];
}

const transcriptOf = ({ ledger, header }: Table, receipts: readonly Receipt[] = []) => ({
  header,
  events: [...ledger.events],
  receipts,
});

function evidence(table: Table, { receipts = [], sent = [], more = [] }: Kept = {}) {
  return {
    format: 'bg-evidence/1',
    match: table.header.id,
    seat: 0,
    code: 'forked',
    said: 'The server showed two histories.',
    transcripts: [transcriptOf(table, receipts), ...more],
    aborted: null as unknown,
    finished: null,
    sentEvents: sent,
    log: [],
  };
}

async function codes(value: unknown): Promise<readonly string[] | string> {
  const result = await examine(value);
  return result.ok ? result.findings.map(({ code, about }) => `${code}: ${about}`) : result.message;
}

/** The match, forfeited by the player to act. */
async function forfeited(table: Table, reason: 'time' | 'abandonment'): Promise<Table> {
  await accept(table, await table.server.forfeit(table.ledger, table.ledger.expects.party === 1 ? 1 : 0, reason));
  return table;
}

async function twin(table: Table): Promise<Table> {
  const ledger = new Ledger(table.header);
  await ledger.appendAll(table.ledger.events);
  return { ...table, ledger };
}

describe('evidence proves', () => {
  test('nothing about an ordinary unfinished match', async () => {
    const table = await movedTable(1);
    expect(await codes(evidence(table, { receipts: [await receiptAt(table, table.now)] }))).toEqual([]);
  });

  test('two histories of the server', async () => {
    const a = await movedTable(1);
    const b = await twin(a);
    await step(a, 'roll', 'reveal', 'dice');
    await accept(b, await b.server.absent(b.ledger, b.ledger.expects.party === 1 ? 1 : 0));
    expect(await codes(evidence(a, { more: [transcriptOf(b)] }))).toEqual(['two-histories: the server']);
  });

  test('dice that the server signed and that do not follow from the reveals', async () => {
    const table = await step(await movedTable(1), 'roll', 'reveal');
    const right = await table.server.dice(table.ledger);
    if (right.type !== 'dice') throw new Error('the server gives dice');
    const { dice } = right;
    const wrong = await signAs(table, null, {
      type: 'dice',
      reveal: right.reveal,
      dice: [dice[0], (dice[1] % 6) + 1] as typeof dice,
    });
    const value = evidence(table);
    const told = { ...transcriptOf(table), events: [...table.ledger.events, { ...wrong, at: table.now }] };
    expect(await codes({ ...value, transcripts: [told] })).toEqual(['refused-event: the server']);
    const unsigned = { ...wrong, sig: right.sig, at: table.now } as MatchEvent;
    expect(await codes({ ...value, transcripts: [{ ...told, events: [...table.ledger.events, unsigned] }] })).toEqual(
      [],
    );
  });

  test.each([
    ['dice', -1_000_000],
    ['dice', Number.NaN],
    ['play', -1_000_000],
    ['play', 0.5],
    ['resume', -1_000_000],
  ] as const)('nothing about the party of a right %s whose date was moved by %d ms', async (type, movedMs) => {
    const table = await movedTable(1);
    if (type === 'resume') await accept(table, await table.server.resume(table.ledger, table.ledger.at));
    else await step(table, 'roll', 'reveal', 'dice', ...(type === 'play' ? (['play'] as const) : []));
    const { events } = table.ledger;
    const last = events.at(-1)!;
    expect(last.type).toBe(type);
    const told = { header: table.header, events: [...events.slice(0, -1), { ...last, at: last.at + movedMs }] };
    expect(await codes({ ...evidence(table), transcripts: [told] })).toEqual([]);
  });

  test('two contents that a player signed for one place', async () => {
    const table = await movedTable(1);
    const mover = table.ledger.expects.party;
    const double = await nextEvent(table, 'double');
    await step(table, 'roll');
    expect(await codes(evidence(table, { sent: [double] }))).toEqual([
      `two-contents: player ${mover} ("${table.header.players[mover === 1 ? 1 : 0].name}")`,
    ]);
  });

  test('an event dated before a receipt that does not include it, if the server signed later events', async () => {
    const table = await movedTable(1);
    const receipt = await receiptAt(table, table.now + 60_000);
    await step(table, 'roll', 'reveal');
    expect(await codes(evidence(table, { receipts: [receipt] }))).toEqual([]);
    await step(table, 'dice');
    expect(await codes(evidence(table, { receipts: [receipt] }))).toEqual(['receipt-contradicted: the server']);
    const soon = await receiptAt(await movedTable(1), table.now + 4_000);
    expect(await codes(evidence(table, { receipts: [soon] }))).toEqual([]);
  });

  test('a gap during which the server signed a receipt', async () => {
    const table = await movedTable(1);
    const since = table.now;
    const within = await receiptAt(table, since + 30_000);
    const edge = await receiptAt(table, since + 5_000);
    table.now += 60_000;
    await accept(table, await table.server.resume(table.ledger, since));
    await step(table, 'roll', 'reveal', 'dice');
    expect(await codes(evidence(table, { receipts: [within] }))).toEqual(['gap-with-receipt: the server']);
    expect(await codes(evidence(table, { receipts: [edge] }))).toEqual([]);
  });

  test('a forfeit after the server had received the event in time', async () => {
    const table = await movedTable(1);
    const roll = await nextEvent(table, 'roll');
    const expiresAt = table.ledger.expiresAt ?? 0;
    const inTime = await receiptAt(table, expiresAt - 1, roll);
    const late = await receiptAt(table, expiresAt, roll);
    table.now = expiresAt + 2_000;
    await forfeited(table, 'time');
    expect(await codes(evidence(table, { receipts: [inTime], sent: [roll] }))).toEqual([
      'undeserved-forfeit: the server',
    ]);
    expect(await codes(evidence(table, { receipts: [late], sent: [roll] }))).toEqual([]);
    expect(await codes(evidence(table, { receipts: [inTime] }))).toEqual([]);
  });

  test('nothing from a receipt for an event that the rules refuse', async () => {
    const table = await movedTable(1);
    const illegal = await signAs(table, table.ledger.expects.party, { type: 'take' });
    const receipt = await receiptAt(table, table.now + 1, illegal);
    table.now = (table.ledger.expiresAt ?? 0) + 2_000;
    await forfeited(table, 'time');
    expect(await codes(evidence(table, { receipts: [receipt], sent: [illegal] }))).toEqual([]);
  });

  test('an absence that was not announced, or cut short in a closed record', async () => {
    expect(await codes(evidence(await forfeited(await movedTable(1), 'abandonment')))).toEqual([
      'absence-not-announced: the server',
    ]);
    const table = await movedTable(1);
    await accept(table, await table.server.absent(table.ledger, table.ledger.expects.party === 1 ? 1 : 0));
    table.now += 89_000;
    await forfeited(table, 'abandonment');
    expect(await codes(evidence(table))).toEqual([]);
    const record = await closeRecord(table.ledger, table.keys.server);
    expect(await codes({ ...evidence(table), transcripts: [record] })).toEqual(['absence-too-short: the server']);
  });

  test('an absence that was long enough only with a gap in the service', async () => {
    const table = await movedTable(1);
    const absent = await accept(
      table,
      await table.server.absent(table.ledger, table.ledger.expects.party === 1 ? 1 : 0),
    );
    table.now += 80_000;
    await accept(table, await table.server.resume(table.ledger, absent.at));
    table.now += 10_000;
    await forfeited(table, 'abandonment');
    const record = await closeRecord(table.ledger, table.keys.server);
    expect(await codes({ ...evidence(table), transcripts: [record] })).toEqual(['absence-too-short: the server']);
  });

  test('that a match was aborted after its first roll', async () => {
    const table = await step(await committedTable(1), 'roll', 'reveal', 'dice');
    const aborted = async (n: number, head: string) =>
      signAborted(table.keys.server, table.header.id, { n, head, reason: 'restart' });
    const value = { ...evidence(table), aborted: await aborted(table.ledger.length, table.ledger.head) };
    expect(await codes(value)).toEqual(['aborted-after-roll: the server']);
    expect(await codes({ ...value, aborted: { ...value.aborted, n: 3 } })).toEqual([]);
    const early = await committedTable(1);
    const before = { ...evidence(early), aborted: await aborted(early.ledger.length, early.ledger.head) };
    expect(await codes(before)).toEqual([]);
  });
});

describe('invalid evidence is refused', () => {
  test.each([
    ['null', () => null],
    ['another format', (right: object) => ({ ...right, format: 'bg-evidence/9' })],
    ['no transcript', (right: object) => ({ ...right, transcripts: [] })],
    ['a transcript of another match', (right: object) => ({ ...right, match: 'another-match-000' })],
    ['too many events', (right: object) => ({ ...right, sentEvents: Array.from({ length: 65 }, () => ({})) })],
    ['no reason', (right: object) => ({ ...right, code: 7 })],
  ])('%s', async (_, spoil) => {
    expect(await examine(spoil(evidence(await committedTable(1))))).toMatchObject({ ok: false, code: 'evidence-form' });
  });

  test('ignores events that no player signed', async () => {
    const table = await movedTable(1);
    const double = { ...(await nextEvent(table, 'double')), sig: '0'.repeat(128) };
    await step(table, 'roll');
    expect(await codes(evidence(table, { sent: [double] }))).toEqual([]);
  });
});
