import { describe, expect, test } from 'vitest';
import { closeRecord } from '../src/closing.ts';
import { compare } from '../src/compare.ts';
import { Ledger } from '../src/ledger.ts';
import { Seat } from '../src/seat.ts';
import { ServerSeat } from '../src/server-seat.ts';
import { signReceipt } from '../src/statements.ts';
import type { Receipt } from '../src/types.ts';
import { accept, committedTable, movedTable, nextEvent, openTable, playOn, step, type Table } from './support/table.ts';

const transcript = ({ ledger, header }: Table) => ({ header, events: [...ledger.events] });

/** Returns a second table with the same parties and the same first events. */
async function twin(table: Table, n = table.ledger.length): Promise<Table> {
  const ledger = new Ledger(table.header);
  await ledger.appendAll(table.ledger.events.slice(0, n));
  const { keys, header } = table;
  const random = (length: number) => new Uint8Array(length).fill(7);
  const seats = [new Seat(keys.players[0], header, 0, random), new Seat(keys.players[1], header, 1, random)] as const;
  return { ...table, ledger, seats, server: new ServerSeat(keys.server, header, random) };
}

/** Returns the parties that signed both histories, in the order server, player 0, player 1. */
async function signers(a: Table, b: Table) {
  const result = await compare(transcript(a), transcript(b));
  if (result.relation !== 'fork') throw new Error(`this is not a fork: ${result.relation}`);
  const { server, players } = a.header;
  const names = new Map([
    [server, 'server'],
    [players[0].pub, 'player 0'],
    [players[1].pub, 'player 1'],
  ]);
  return { n: result.n, who: result.signedBoth.map(({ pub }) => names.get(pub)) };
}

describe('two transcripts of one history', () => {
  test('are the same', async () => {
    const table = await movedTable(1);
    expect(await compare(transcript(table), transcript(table))).toMatchObject({ relation: 'same' });
  });

  test('are the same as a record and its transcript', async () => {
    const table = await playOn(await openTable(2, { length: 1 }));
    const record = await closeRecord(table.ledger, table.keys.server);
    expect(await compare(record, transcript(table))).toMatchObject({ relation: 'same' });
  });

  test('are a beginning and its continuation, whichever comes first', async () => {
    const table = await movedTable(1);
    const shorter = { ...transcript(table), events: table.ledger.events.slice(0, 4) };
    expect(await compare(shorter, transcript(table))).toMatchObject({ relation: 'prefix', longer: 1, shared: 4 });
    expect(await compare(transcript(table), shorter)).toMatchObject({ relation: 'prefix', longer: 0, shared: 4 });
    const empty = { ...shorter, events: [] };
    expect(await compare(empty, shorter)).toMatchObject({ relation: 'prefix', longer: 1, shared: 0 });
  });
});

describe('a fork', () => {
  test('proves which party signed two different events in one place', async () => {
    const a = await movedTable(1);
    const b = await twin(a);
    const mover = a.ledger.expects.party;
    await step(a, 'double');
    await step(b, 'roll');
    expect(await signers(a, b)).toEqual({ n: a.ledger.length - 1, who: [`player ${mover}`] });
  });

  test('proves which party continued both histories', async () => {
    const a = await movedTable(1);
    const b = await twin(a);
    const mover = a.ledger.expects.party;
    await step(a, 'double', 'take', 'roll');
    await step(b, 'resign', 'decline', 'roll');
    const { who, n } = await signers(a, b);
    expect(n).toBe(a.ledger.length - 3);
    expect(who).toEqual([`player ${mover}`, `player ${mover === 0 ? 1 : 0}`].sort());
  });

  test('that changes only the time of one event proves nothing until a party signs further events in both', async () => {
    const a = await committedTable(1);
    const b = await twin(a);
    const roll = await nextEvent(a, 'roll');
    b.now += 1;
    await accept(a, roll);
    await accept(b, roll);
    expect(await signers(a, b)).toEqual({ n: 3, who: [] });
    await step(a, 'reveal');
    await step(b, 'reveal');
    expect(await signers(a, b)).toEqual({ n: 3, who: ['player 1'] });
    await step(a, 'dice');
    await step(b, 'dice');
    expect(await signers(a, b)).toEqual({ n: 3, who: ['server', 'player 1'] });
  });

  test('in which a lost event was signed again after a resume does not incriminate its signer', async () => {
    const a = await committedTable(1);
    const b = await twin(a);
    await step(a, 'roll');
    await accept(b, await b.server.resume(b.ledger, b.ledger.at));
    await step(b, 'roll', 'reveal');
    expect(await signers(a, b)).toEqual({ n: 3, who: [] });
    await step(a, 'reveal');
    expect((await signers(a, b)).who).toEqual(['player 1']);
  });

  test('in the dice incriminates the server', async () => {
    const a = await step(await openTable(1), 'commit', 'commit', 'commit', 'roll', 'reveal');
    const b = await twin(a);
    await step(a, 'dice');
    await accept(b, await b.server.resume(b.ledger, b.ledger.at));
    expect(await signers(a, b)).toEqual({ n: 5, who: ['server'] });
  });

  test('in the header incriminates only the server, which may have shown each player another header', async () => {
    const a = await step(await openTable(1), 'commit', 'commit', 'commit', 'roll');
    const b = await step(await openTable(1, { length: 5 }), 'commit', 'commit', 'commit', 'roll');
    expect(await signers(a, b)).toEqual({ n: null, who: ['server'] });
  });

  test('between two devices of one player does not incriminate the player', async () => {
    // The first device continues one history; the second device joins the other, which the server shows it.
    const a = await movedTable(1);
    const b = await twin(a);
    const mover = a.ledger.expects.party === 1 ? 1 : 0;
    await step(a, 'roll', 'reveal', 'dice', 'play');
    await accept(b, await b.seats[mover].sit(b.ledger));
    await step(b, 'double', 'take', 'roll');
    const { who } = await signers(a, b);
    expect(who).not.toContain(`player ${mover}`);
    await step(b, 'reveal', 'dice');
    expect((await signers(a, b)).who).toEqual(['server', `player ${mover === 0 ? 1 : 0}`]);
  });

  test('only in the date of a player’s event, shown to two devices, does not incriminate the player', async () => {
    const a = await movedTable(1);
    const b = await twin(a);
    const mover = a.ledger.expects.party === 1 ? 1 : 0;
    const roll = await nextEvent(a, 'roll');
    await accept(a, roll);
    b.now += 5_000;
    await accept(b, roll);
    await step(a, 'reveal', 'dice', 'play');
    await accept(b, await b.seats[mover].sit(b.ledger));
    await step(b, 'reveal', 'dice', 'play');
    expect((await signers(a, b)).who).not.toContain(`player ${mover}`);
  });

  test('after a change of device that both histories share incriminates the player', async () => {
    const a = await movedTable(1);
    const mover = a.ledger.expects.party === 1 ? 1 : 0;
    await accept(a, await a.seats[mover].sit(a.ledger));
    const b = await twin(a);
    await step(a, 'double');
    await step(b, 'roll');
    expect((await signers(a, b)).who).toEqual([`player ${mover}`]);
  });

  test('over a voided event does not incriminate the player who decided again', async () => {
    const a = await movedTable(1);
    const b = await twin(a);
    const mover = a.ledger.expects.party === 1 ? 1 : 0;
    const double = await nextEvent(a, 'double');
    await accept(a, double);
    await accept(b, await b.server.void(b.ledger, double));
    await step(b, 'roll', 'reveal', 'dice');
    expect((await signers(a, b)).who).not.toContain(`player ${mover}`);
  });

  test('names the service as well if it keeps the player’s key', async () => {
    const { header } = await openTable(1);
    const players = [{ ...header.players[0], custody: 'service' }, header.players[1]] as const;
    const a = await committedTable(1, { players });
    const b = await twin(a);
    await accept(a, await nextEvent(a, 'roll'));
    b.now += 5;
    await accept(b, await nextEvent(b, 'roll'));
    const result = await compare(transcript(a), transcript(b));
    expect(result).toMatchObject({
      signedBoth: [{ who: expect.stringMatching(/or the service, which keeps this key/) }],
    });
  });

  test('is described in one sentence', async () => {
    const a = await movedTable(1);
    const b = await twin(a);
    await step(a, 'double');
    await step(b, 'resign');
    const { message } = await compare(transcript(a), transcript(b));
    expect(message).toMatch(/^The two histories differ at event \d+: player [01] \(.*\) signed both histories\.$/);
  });
});

describe('a receipt', () => {
  /** Returns the server's receipt for the current history of a table. */
  const receipt = ({ keys, header, ledger }: Table): Promise<Receipt> =>
    signReceipt(keys.server, header.id, { n: ledger.length, head: ledger.head, asked: null, fate: null, now: 5 });
  const server = (result: Awaited<ReturnType<typeof compare>>) =>
    result.relation === 'fork' ? result.signedBoth.map(({ who }) => who) : result.relation;

  test('binds the server to a history like one of its events', async () => {
    const a = await committedTable(1);
    const b = await twin(a);
    await step(a, 'roll');
    await accept(b, await b.seats[0].sit(b.ledger));
    expect(server(await compare(transcript(a), transcript(b)))).toEqual([]);
    const withReceipts = async (table: Table) => ({ ...transcript(table), receipts: [await receipt(table)] });
    expect(server(await compare(await withReceipts(a), await withReceipts(b)))).toEqual(['the server']);
  });

  test('for a history that the server abandoned incriminates the server', async () => {
    const a = await committedTable(1);
    const b = await twin(a);
    await accept(b, await b.seats[0].sit(b.ledger));
    const other = await receipt(b);
    await step(a, 'roll', 'reveal', 'dice');
    const kept = { ...transcript(a), receipts: [other] };
    expect(server(await compare(kept, transcript(a)))).toEqual(['the server']);
  });

  test('for the beginning of a history proves nothing', async () => {
    const a = await committedTable(1);
    const early = { ...transcript(a), receipts: [await receipt(a)] };
    await step(a, 'roll', 'reveal', 'dice');
    expect(await compare(early, transcript(a))).toMatchObject({ relation: 'prefix' });
  });

  test.each([
    ['a changed one', (right: Receipt) => [{ ...right, n: right.n + 1 }]],
    ['one of a wrong form', (right: Receipt) => [{ ...right, comment: '' }]],
    ['no list', (right: Receipt) => right],
    ['more than sixteen', (right: Receipt) => Array.from({ length: 17 }, () => right)],
  ])('is refused: %s', async (_, spoil) => {
    const a = await committedTable(1);
    const value = { ...transcript(a), receipts: spoil(await receipt(a)) };
    expect(await compare(transcript(a), value)).toMatchObject({
      relation: 'not-verifiable',
      which: 1,
      code: 'bad-receipt',
    });
  });
});

describe('compare proves nothing', () => {
  test('from two different matches', async () => {
    const [a, b] = [await movedTable(1), await movedTable(2)];
    expect(await compare(transcript(a), transcript(b))).toMatchObject({ relation: 'unrelated' });
  });

  test('from matches with other keys and the same id', async () => {
    const [a, b] = [await movedTable(1), await committedTable(2, { id: 'test-match-00000001' })];
    expect(await compare(transcript(a), transcript(b))).toMatchObject({ relation: 'unrelated' });
  });

  test('from a forged transcript, whose fault it reports', async () => {
    const table = await movedTable(1);
    const right = transcript(table);
    const events = right.events.map((event, n) => (n === 3 ? { ...event, p: 1 as const } : event));
    const expected = { relation: 'not-verifiable', event: 3, code: 'bad-signature' };
    expect(await compare(right, { ...right, events })).toMatchObject({ ...expected, which: 1 });
    expect(await compare({ ...right, events }, right)).toMatchObject({ ...expected, which: 0 });
  });

  test.each([null, [], 'x', {}, { header: {}, events: [] }, { header: 0, events: 0 }])('from %j', async (value) => {
    expect(await compare(value, value)).toMatchObject({ relation: 'not-verifiable', which: 0, event: null });
  });
});
