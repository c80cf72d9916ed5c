import { describe, expect, test } from 'vitest';
import { closeRecord } from '../src/closing.ts';
import { compare } from '../src/compare.ts';
import { Ledger } from '../src/ledger.ts';
import { Seat } from '../src/seat.ts';
import { ServerSeat } from '../src/server-seat.ts';
import { accept, committedTable, movedTable, openTable, playOn, step, type Table } from './support/table.ts';

const transcript = ({ ledger, header }: Table) => ({ header, events: [...ledger.events] });

/** The same parties at a second ledger with the same first events. */
async function twin(table: Table, n = table.ledger.length): Promise<Table> {
  const ledger = new Ledger(table.header);
  await ledger.appendAll(table.ledger.events.slice(0, n));
  const { keys, header } = table;
  const random = (length: number) => new Uint8Array(length).fill(7);
  const seats = [new Seat(keys.players[0], header, 0, random), new Seat(keys.players[1], header, 1, random)] as const;
  return { ...table, ledger, seats, server: new ServerSeat(keys.server, header, random) };
}

/** Who signed both, in the order server, player 0, player 1. */
async function signers(a: Table, b: Table) {
  const result = await compare(transcript(a), transcript(b));
  if (result.relation !== 'fork') throw new Error(`this is no fork: ${result.relation}`);
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
  test('proves who signed two different events in one place', async () => {
    const a = await movedTable(1);
    const b = await twin(a);
    const mover = a.ledger.expects.party;
    await step(a, 'double');
    await step(b, 'roll');
    expect(await signers(a, b)).toEqual({ n: a.ledger.length - 1, who: [`player ${mover}`] });
  });

  test('proves who went on in both histories', async () => {
    const a = await movedTable(1);
    const b = await twin(a);
    const mover = a.ledger.expects.party;
    await step(a, 'double', 'take', 'roll');
    await step(b, 'resign', 'decline', 'roll');
    const { who, n } = await signers(a, b);
    expect(n).toBe(a.ledger.length - 3);
    expect(who).toEqual([`player ${mover}`, `player ${mover === 0 ? 1 : 0}`].sort());
  });

  test('by another time of one event proves nothing yet, but whoever builds on both times signed both', async () => {
    const a = await committedTable(1);
    const b = await twin(a);
    b.now += 1;
    await step(a, 'roll');
    await step(b, 'roll');
    expect(await signers(a, b)).toEqual({ n: 3, who: [] });
    await step(a, 'reveal');
    await step(b, 'reveal');
    expect(await signers(a, b)).toEqual({ n: 3, who: ['player 1'] });
    await step(a, 'dice');
    await step(b, 'dice');
    expect(await signers(a, b)).toEqual({ n: 3, who: ['server', 'player 1'] });
  });

  test('where a lost event was signed again after a resume is no fault of its signer', async () => {
    const a = await committedTable(1);
    const b = await twin(a);
    await step(a, 'roll');
    await accept(b, await b.server.resume(b.ledger));
    await step(b, 'roll', 'reveal');
    expect(await signers(a, b)).toEqual({ n: 3, who: [] });
    await step(a, 'reveal');
    expect((await signers(a, b)).who).toEqual(['player 1']);
  });

  test('in the server’s dice is the server’s', async () => {
    const a = await step(await openTable(1), 'commit', 'commit', 'commit', 'roll', 'reveal');
    const b = await twin(a);
    await step(a, 'dice');
    await accept(b, await b.server.resume(b.ledger));
    expect(await signers(a, b)).toEqual({ n: 5, who: ['server'] });
  });

  test('at the header is proven for everybody who signed under both', async () => {
    const a = await step(await openTable(1), 'commit', 'commit');
    const b = await step(await openTable(1, { length: 5 }), 'commit', 'commit', 'commit');
    expect(await signers(a, b)).toEqual({ n: null, who: ['server', 'player 0'] });
  });

  test('is said in one sentence', async () => {
    const a = await movedTable(1);
    const b = await twin(a);
    await step(a, 'double');
    await step(b, 'resign');
    const { message } = await compare(transcript(a), transcript(b));
    expect(message).toMatch(/^The two part at event \d+: player [01] \(.*\) signed both histories\.$/);
  });
});

describe('nothing is proven', () => {
  test('by two different matches', async () => {
    const [a, b] = [await movedTable(1), await movedTable(2)];
    expect(await compare(transcript(a), transcript(b))).toMatchObject({ relation: 'unrelated' });
  });

  test('by matches of other keys under one id', async () => {
    const [a, b] = [await movedTable(1), await committedTable(2, { id: 'test-match-00000001' })];
    expect(await compare(transcript(a), transcript(b))).toMatchObject({ relation: 'unrelated' });
  });

  test('by a forged transcript, whose fault is named', async () => {
    const table = await movedTable(1);
    const right = transcript(table);
    const events = right.events.map((event, n) => (n === 3 ? { ...event, p: 1 as const } : event));
    const expected = { relation: 'not-verifiable', event: 3, code: 'bad-signature' };
    expect(await compare(right, { ...right, events })).toMatchObject({ ...expected, which: 1 });
    expect(await compare({ ...right, events }, right)).toMatchObject({ ...expected, which: 0 });
  });

  test.each([null, [], 'x', {}, { header: {}, events: [] }, { header: 0, events: 0 }])('by %j', async (value) => {
    expect(await compare(value, value)).toMatchObject({ relation: 'not-verifiable', which: 0, event: null });
  });
});
