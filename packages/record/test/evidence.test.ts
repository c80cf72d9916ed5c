import { describe, expect, test } from 'vitest';
import { closeRecord } from '../src/closing.ts';
import { examine } from '../src/evidence.ts';
import { Ledger } from '../src/ledger.ts';
import { firstChainOf } from '../src/own-chain.ts';
import { signAborted, signReceipt } from '../src/statements.ts';
import type { Header, MatchEvent } from '../src/types.ts';
import { codes, evidence, receiptAt, transcriptOf } from './support/evidence.ts';
import {
  accept,
  committedTable,
  inAdvance,
  movedTable,
  nextEvent,
  openTable,
  signAs,
  step,
  type Table,
} from './support/table.ts';

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

  test('GP1 a gap in which the server signed a receipt, more than 5 s after its beginning and more than 1 s before its end', async () => {
    const table = await movedTable(1);
    const since = table.now;
    const until = since + 60_000;
    const moments = [0, 5_000, 5_001, 30_000, 58_999, 59_000, 60_000];
    const receipts = await Promise.all(moments.map((ms) => receiptAt(table, since + ms)));
    table.now = until;
    await accept(table, await table.server.resume(table.ledger, since));
    await step(table, 'roll', 'reveal', 'dice');
    const found = await Promise.all(receipts.map((one) => codes(evidence(table, { receipts: [one] }))));
    expect(moments.filter((_, i) => found[i]?.length !== 0)).toEqual([5_001, 30_000, 58_999]);
    expect(found[3]).toEqual(['gap-with-receipt: the server']);
  });

  test('GP2 a gap of 9.9 s with a receipt in its middle, and none of 6 s with any receipt', async () => {
    const foundIn = async (gapMs: number, receiptMs: number) => {
      const table = await movedTable(1);
      const since = table.now;
      const receipt = await receiptAt(table, since + receiptMs);
      table.now += gapMs;
      await accept(table, await table.server.resume(table.ledger, since));
      await step(table, 'roll', 'reveal', 'dice');
      return codes(evidence(table, { receipts: [receipt] }));
    };
    expect(await foundIn(9_900, 6_000)).toEqual(['gap-with-receipt: the server']);
    for (const ms of [0, 1_000, 4_999, 5_000, 5_001, 6_000]) expect(await foundIn(6_000, ms), `${ms}`).toEqual([]);
  });

  test('GP3 each gap by itself: nothing by a receipt between two gaps, with ten minutes of thinking in between', async () => {
    const table = await movedTable(1);
    table.now += 60_000;
    await accept(table, await table.server.resume(table.ledger, table.now - 60_000));
    const between = await receiptAt(table, table.now + 300_000);
    table.now += 660_000;
    await accept(table, await table.server.resume(table.ledger, table.now - 60_000));
    await step(table, 'roll', 'reveal', 'dice');
    expect(await codes(evidence(table, { receipts: [between] }))).toEqual([]);
  });

  test('an absence that was not announced, or cut short in a closed record', async () => {
    expect(await codes(evidence(await forfeited(await movedTable(1), 'abandonment')))).toEqual([
      'absence-not-announced: the server',
    ]);
    const table = await movedTable(1);
    await accept(table, await table.server.absent(table.ledger, table.ledger.expects.party === 1 ? 1 : 0));
    table.now += 89_000;
    await accept(table, await table.seats[table.ledger.expects.party === 1 ? 0 : 1].claim(table.ledger));
    await forfeited(table, 'abandonment');
    expect(await codes(evidence(table))).toEqual([]);
    const record = await closeRecord(table.ledger, table.keys.server);
    expect(await codes({ ...evidence(table), transcripts: [record] })).toEqual(['absence-too-short: the server']);
  });

  test('CA11 an absence that ended the match without a claim, in a match with a clock only', async () => {
    const found = async (changes: Partial<Header>, claims: boolean) => {
      const table = await movedTable(1, changes);
      const seat = table.ledger.expects.party === 1 ? 1 : 0;
      await accept(table, await table.server.absent(table.ledger, seat));
      if (claims) await accept(table, await table.seats[seat === 0 ? 1 : 0].claim(table.ledger));
      table.now += 90_000;
      await forfeited(table, 'abandonment');
      return codes(evidence(table));
    };
    expect(await found({}, false)).toEqual(['absence-not-claimed: the server']);
    expect(await found({}, true)).toEqual([]);
    expect(await found({ clock: null }, false)).toEqual([]);
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

  test('EV17 a receipt for more events than the server closed the match with', async () => {
    const table = await forfeited(await movedTable(1), 'time');
    const record = await closeRecord(table.ledger, table.keys.server);
    const { keys, header, ledger, now } = table;
    const receiptFor = (n: number) =>
      signReceipt(keys.server, header.id, { n, head: ledger.head, asked: null, fate: null, now });
    const found = async (n: number) => codes(evidence(table, { receipts: [await receiptFor(n)], more: [record] }));
    expect(await found(ledger.length + 1)).toEqual(['receipt-contradicted: the server']);
    expect(await found(ledger.length)).toEqual([]);
    const open = evidence(table, { receipts: [await receiptFor(ledger.length + 1)] });
    expect(await codes(open)).toEqual([]);
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

  test('TV16 that a match was aborted after the first commit of player 1, if the opening roll came before that', async () => {
    const plain = await openTable(1, inAdvance);
    const firstChain = firstChainOf(plain.keys.players[1], plain.header);
    const table = await step(await openTable(1, { ...inAdvance, firstChain }), 'commit', 'commit', 'roll');
    const found = async () => {
      const facts = { n: table.ledger.length, head: table.ledger.head, reason: 'time' };
      return codes({ ...evidence(table), aborted: await signAborted(table.keys.server, table.header.id, facts) });
    };
    expect(await found()).toEqual([]);
    await step(table, 'commit');
    expect(await found()).toEqual(['aborted-after-roll: the server']);
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
