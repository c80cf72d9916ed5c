import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { rightSentence } from '../src/cli/sentence.ts';
import { closeRecord } from '../src/closing.ts';
import type { RecordCode } from '../src/codes.ts';
import { keyFromSeed } from '../src/crypto/ed25519.ts';
import { MAX_EVENTS } from '../src/event.ts';
import { toText } from '../src/export/plain.ts';
import { TRUSTED_DICE } from '../src/notes.ts';
import type { Header, MatchEvent, MatchRecord } from '../src/types.ts';
import { verify, verifyTranscript } from '../src/verify.ts';
import {
  accept,
  CREATED,
  movedTable,
  openedTable,
  openTable,
  playOn,
  signAs,
  step,
  type Table,
} from './support/table.ts';
import { validRecord } from './support/vectors.ts';

let table: Table;
let record: MatchRecord;
beforeAll(async () => {
  table = await playOn(await openTable(12, { length: 1, chain: 8 }));
  record = await closeRecord(table.ledger, table.keys.server);
});

async function finishByForfeit(open: Table, reason: 'time' | 'abandonment'): Promise<MatchRecord> {
  const { party } = open.ledger.expects;
  if (party === null) throw new Error('the server must act');
  await accept(open, await open.server.forfeit(open.ledger, party, reason));
  return closeRecord(open.ledger, open.keys.server);
}

test('the verdict on a valid record describes the match', async () => {
  expect(await verify(record)).toEqual({
    ok: true,
    id: record.header.id,
    players: record.header.players,
    result: record.result,
    events: record.events.length,
    rolls: record.events.filter(({ type }) => type === 'dice').length,
    games: 1,
    notes: [],
    finalHash: record.finalHash,
    record,
  });
});

test('the record in a verdict is a copy', async () => {
  const given = structuredClone(record);
  const verdict = await verify(given);
  Object.assign(given.events[0]!, { at: 0 });
  Object.assign(given.header.players[0], { name: 'Eve' });
  expect(verdict.ok && verdict.record).toEqual(record);
});

test('the server key can be pinned, in upper or lower case', async () => {
  const { server, players } = record.header;
  expect(await verify(record, { serverKey: server })).toMatchObject({ ok: true });
  expect(await verify(record, { serverKey: server.toUpperCase() })).toMatchObject({ ok: true });
  expect(await verify(record, { serverKey: players[0].pub })).toMatchObject({
    ok: false,
    event: null,
    code: 'wrong-server',
  });
});

test.each(['', 'abc', 'zz'.repeat(32), ` ${'ab'.repeat(32)}`])(
  'a malformed server key is a TypeError: %j',
  async (key) => {
    await expect(verify(record, { serverKey: key })).rejects.toThrow(TypeError);
    await expect(verify(null, { serverKey: key })).rejects.toThrow(TypeError);
    await expect(verifyTranscript(record, { serverKey: key })).rejects.toThrow(TypeError);
  },
);

test.each<[string, Partial<Header>]>([
  ['id', { id: 'another-match-0000' }],
  ['created', { created: CREATED - 1 }],
  ['server', {}],
  ['length', { length: 5 }],
  ['clock', { clock: null, moveMs: 86_400_000 }],
  ['chain', { chain: 9 }],
  ['rated', { rated: false }],
])('a header with another %s is reported as not the signed one', async (name, change) => {
  const right = { ...change, ...(name === 'server' ? { server: (await keyFromSeed(new Uint8Array(32))).pub } : {}) };
  expect(await verify({ ...record, header: { ...record.header, ...right } })).toMatchObject({
    event: 0,
    code: 'wrong-prev',
    message: 'the first event was signed for another header',
  });
});

describe('the work', () => {
  test('reports progress', async () => {
    const told: (readonly [number, number])[] = [];
    await verify(record, { onProgress: (judged, events) => told.push([judged, events]) });
    expect(told.length).toBeGreaterThan(1);
    expect(told.at(-1)).toEqual([record.events.length, record.events.length]);
    expect(told).toEqual(told.toSorted(([a], [b]) => a - b));
  });

  test('can be aborted, and rejects with the reason', async () => {
    const late = new AbortController();
    const onProgress = () => late.abort(new Error('enough'));
    await expect(verify(record, { signal: late.signal, onProgress })).rejects.toThrow('enough');
    await expect(verify(record, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
    await expect(verifyTranscript(record, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });

  test('yields to the event loop at least every few batches', async () => {
    let turns = 0;
    let beat = setImmediate(function turn() {
      turns++;
      beat = setImmediate(turn);
    });
    vi.spyOn(performance, 'now').mockImplementation(() => turns + calls++ * 100);
    let calls = 0;
    const before: number[] = [];
    await verify(record, { onProgress: () => before.push(turns) });
    clearImmediate(beat);
    vi.restoreAllMocks();
    expect(new Set(before).size).toBe(before.length);
  });
});

describe('a transcript', () => {
  const transcriptOf = ({ ledger }: Table) => ({ header: ledger.header, events: [...ledger.events] });

  test('of an unfinished match reports its state and the party to act', async () => {
    const open = await openedTable(1);
    const transcript = transcriptOf(open);
    expect(await verifyTranscript(transcript)).toEqual({
      ok: true,
      id: open.header.id,
      players: open.header.players,
      score: [0, 0],
      result: null,
      expects: open.ledger.expects,
      events: open.ledger.length,
      rolls: open.ledger.state.rolls,
      games: 1,
      head: open.ledger.head,
      transcript,
    });
  });

  test('of a finished match reports the result, and proves no closing', async () => {
    expect(await verifyTranscript({ ...record, sig: 'ab'.repeat(64) })).toMatchObject({
      ok: true,
      result: record.result,
    });
  });

  test('is refused for the first fault', async () => {
    const { header, events } = transcriptOf(await openedTable(1));
    expect(await verifyTranscript({ header, events: events.slice(1) })).toMatchObject({
      code: 'wrong-number',
      event: 0,
    });
    expect(await verifyTranscript({ header, events: {} })).toMatchObject({ code: 'record-form', event: null });
    expect(await verifyTranscript(null)).toMatchObject({ code: 'record-form', event: null });
    const serverKey = header.players[0].pub;
    expect(await verifyTranscript({ header, events }, { serverKey })).toMatchObject({ code: 'wrong-server' });
  });
});

type Change = (right: MatchRecord) => unknown;

/** The record with one event changed, not signed again. */
const withEvent = (n: number, change: (event: MatchEvent) => object): Change => {
  return (right) => ({ ...right, events: right.events.map((event, i) => (i === n ? change(event) : event)) });
};
const turned = (hex: string) => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);

const single: [string, Change, number | null, RecordCode][] = [
  ['no object', () => 'record', null, 'record-form'],
  ['an unknown member', (right) => ({ ...right, note: '' }), null, 'record-form'],
  ['no result', ({ result: _, ...rest }) => rest, null, 'record-form'],
  ['events that are no list', (right) => ({ ...right, events: { ...right.events } }), null, 'record-form'],
  ['a result with −0', (right) => ({ ...right, result: { ...right.result, score: [-0, 1] } }), null, 'record-form'],
  ['too many events', (right) => ({ ...right, events: Array(MAX_EVENTS + 1).fill(null) }), null, 'too-many-events'],
  ['a wrong header', (right) => ({ ...right, header: { ...right.header, chain: 0 } }), null, 'header-form'],
  ['another header', (right) => ({ ...right, header: { ...right.header, created: 0 } }), 0, 'wrong-prev'],
  ['no events', (right) => ({ ...right, events: [] }), null, 'unfinished'],
  ['a missing last event', (right) => ({ ...right, events: right.events.slice(0, -1) }), null, 'unfinished'],
  ['a missing event', (right) => ({ ...right, events: right.events.toSpliced(9, 1) }), 9, 'wrong-number'],
  [
    'a repeated event',
    (right) => ({ ...right, events: right.events.toSpliced(9, 0, right.events[9]!) }),
    10,
    'wrong-number',
  ],
  ['an event that is no object', withEvent(9, () => []), 9, 'event-form'],
  ['another number', withEvent(9, (event) => ({ ...event, n: 10 })), 9, 'wrong-number'],
  ['another prev', withEvent(9, (event) => ({ ...event, prev: turned(event.prev) })), 9, 'wrong-prev'],
  ['an earlier time', withEvent(9, (event) => ({ ...event, at: 0 })), 9, 'wrong-time'],
  ['a later time', withEvent(9, (event) => ({ ...event, at: event.at + 1 })), 10, 'wrong-prev'],
  ['another signature', withEvent(9, (event) => ({ ...event, sig: turned(event.sig) })), 9, 'bad-signature'],
  ['another party', withEvent(9, (event) => ({ ...event, p: event.p === 0 ? 1 : 0, sent: 0 })), 9, 'bad-signature'],
  [
    'another winner',
    (right) => ({ ...right, result: { ...right.result, winner: 1 - right.result.winner } }),
    null,
    'wrong-result',
  ],
  ['another score', (right) => ({ ...right, result: { ...right.result, score: [9, 9] } }), null, 'wrong-result'],
  ['another reason', (right) => ({ ...right, result: { ...right.result, reason: 'time' } }), null, 'wrong-result'],
  ['another final hash', (right) => ({ ...right, finalHash: turned(right.finalHash) }), null, 'wrong-final-hash'],
  [
    'a later time of the last event',
    (right) => withEvent(right.events.length - 1, (event) => ({ ...event, at: event.at + 1 }))(right),
    null,
    'wrong-final-hash',
  ],
  ['another closing', (right) => ({ ...right, sig: turned(right.sig) }), null, 'bad-closing'],
];

test.each(single)('one fault is reported: %s', async (_, change, event, code) => {
  expect(await verify(change(record))).toMatchObject({ ok: false, event, code });
});

describe('a fault signed by its party is reported', () => {
  /** A record whose last event was signed, but would not be accepted. */
  async function withLast(open: Table, event: Promise<object>): Promise<unknown> {
    const events = [...open.ledger.events, { ...(await event), at: open.now }];
    return { ...record, header: open.header, events };
  }

  test('dice that do not follow from the reveals', async () => {
    const open = await step(await movedTable(1), 'roll', 'reveal');
    const right = await open.server.dice(open.ledger);
    if (right.type !== 'dice') throw new Error('the server rolls');
    const dice = [(right.dice[0] % 6) + 1, right.dice[1]] as const;
    const wrong = signAs(open, null, { type: 'dice', reveal: right.reveal, dice });
    expect(await verify(await withLast(open, wrong))).toMatchObject({ ok: false, event: right.n, code: 'wrong-dice' });
  });

  test('an illegal play', async () => {
    const open = await openedTable(1);
    const wrong = signAs(open, open.ledger.expects.party, { type: 'play', hops: [] });
    expect(await verify(await withLast(open, wrong))).toMatchObject({
      ok: false,
      event: open.ledger.length,
      code: 'illegal-play',
    });
  });

  test('an event after the end', async () => {
    const more = signAs(table, null, { type: 'resume', since: table.ledger.at });
    expect(await verify(await withLast(table, more))).toMatchObject({
      ok: false,
      event: table.ledger.length,
      code: 'match-over',
    });
  });
});

test('a closing by another key, or over another result, is refused', async () => {
  const byPlayer = await closeRecord(table.ledger, table.keys.players[0]);
  expect(await verify(byPlayer)).toMatchObject({ ok: false, event: null, code: 'bad-closing' });
});

test('closeRecord rejects an unfinished match', async () => {
  const open = await openedTable(1);
  await expect(closeRecord(open.ledger, open.keys.server)).rejects.toThrow();
});

type Path = readonly (string | number)[];

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, member]) => pathsOf(member, [...path, name]))];
}

/** Returns a deep copy with the value at a path replaced. */
function replaced(value: unknown, path: Path, change: (old: unknown) => unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return change(value);
  const copy: unknown = Array.isArray(value) ? [...value] : { ...Object(value) };
  return Object.assign(Object(copy), { [name]: replaced(Object(value)[name], rest, change) });
}

function otherLeaf(old: unknown): unknown {
  if (typeof old === 'number') return old + 1;
  if (typeof old === 'boolean') return !old;
  if (typeof old === 'string') return turned(old);
  return old === null ? 0 : null;
}

test('a record with any value changed is refused (seed 99)', async () => {
  const paths = fc.constantFrom(...pathsOf(record));
  await fc.assert(
    fc.asyncProperty(paths, async (path) => {
      expect(await verify(replaced(record, path, otherLeaf))).toMatchObject({ ok: false });
    }),
    { seed: 99, numRuns: 150 },
  );
});

test('any JSON value in any place gives a verdict, never an exception (seed 100)', async () => {
  const hostile = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom<unknown>(-0, 1.5, 2 ** 53, '\ud800', { toJSON: 1 }, JSON.parse('{"__proto__":{"n":0}}'), [
      [[[[[]]]]],
    ]),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...pathsOf(record)), hostile, async (path, value) => {
      const result = await verify(replaced(record, path, () => value));
      expect(typeof result.ok).toBe('boolean');
    }),
    { seed: 100, numRuns: 200 },
  );
});

test('a value nested thousands deep gives a verdict', async () => {
  const deep: unknown = JSON.parse('['.repeat(5000) + ']'.repeat(5000));
  expect(await verify(deep)).toMatchObject({ code: 'record-form' });
  expect(await verify({ ...record, result: deep })).toMatchObject({ code: 'record-form' });
  expect(await verify({ ...record, events: deep })).toMatchObject({ code: 'event-form' });
});

describe('notes cover the limits of a record', () => {
  const codes = async (value: unknown) => {
    const result = await verify(value);
    return result.ok ? result.notes.map(({ code }) => code) : result;
  };

  test('a forfeit on time before and after the time ran out', async () => {
    expect(await codes(await finishByForfeit(await movedTable(1), 'time'))).toEqual(['time-left']);
    const late = await movedTable(1);
    late.now += 12_000 + 360_000;
    expect(await codes(await finishByForfeit(late, 'time'))).toEqual(['time-ran-out']);
  });

  test('a forfeit for an absence that was not announced or was too short', async () => {
    expect(await codes(await finishByForfeit(await movedTable(1), 'abandonment'))).toEqual(['absence-not-announced']);
    const announced = async (waitMs: number) => {
      const table = await movedTable(1);
      const { party } = table.ledger.expects;
      await accept(table, await table.server.absent(table.ledger, party === 1 ? 1 : 0));
      await accept(table, await table.seats[party === 1 ? 0 : 1].claim(table.ledger));
      table.now += waitMs;
      return codes(await finishByForfeit(table, 'abandonment'));
    };
    expect(await announced(89_999)).toEqual(['absence-too-short']);
    expect(await announced(90_000)).toEqual([]);
  });

  test('RS5a an absence counts from the end of the last gap in the service', async () => {
    const interrupted = async (waitMs: number) => {
      const table = await movedTable(1);
      const { party } = table.ledger.expects;
      const absent = await accept(table, await table.server.absent(table.ledger, party === 1 ? 1 : 0));
      await accept(table, await table.seats[party === 1 ? 0 : 1].claim(table.ledger));
      table.now += 80_000;
      await accept(table, await table.server.resume(table.ledger, absent.at + 60_000));
      table.now += waitMs;
      return codes(await finishByForfeit(table, 'abandonment'));
    };
    expect(await interrupted(89_999)).toEqual(['absence-too-short', 'refunds']);
    expect(await interrupted(90_000)).toEqual(['refunds']);
  });

  test('keys kept by the service', async () => {
    const open = await openTable(1);
    const [first, second] = open.header.players;
    const players = [
      { ...first, custody: 'service' },
      { ...second, custody: 'service', bot: true },
    ] as const;
    const served = await openedTable(1, { players, rated: false });
    const result = await verify(await finishByForfeit(served, 'abandonment'));
    const notes = [{ code: 'service-custody' }, { code: 'service-custody' }, { code: 'absence-not-announced' }];
    expect(result).toMatchObject({ ok: true, notes });
    expect(result.ok && result.notes[1]?.message).toMatch(/Player 1 is a bot/);
    expect(result.ok && result.notes.map(({ seat }) => seat)).toEqual([0, 1, null]);
  });

  test('YT21 dice in advance carry one label in the notes, the text of the match and the verdict', async () => {
    for (const name of ['advance', 'advance-custody']) {
      const record = validRecord(name);
      const result = await verify(record);
      const note = result.ok ? result.notes.find(({ code }) => code === 'dice-in-advance') : null;
      expect(note?.message.toLowerCase().startsWith(`${TRUSTED_DICE}: `), name).toBe(true);
      expect(note?.message.includes('Neither could foresee it alone'), name).toBe(name === 'advance');
      expect(toText(record).split('\n')[1], name).toMatch(new RegExp(`, ${TRUSTED_DICE}$`));
      expect(result.ok && rightSentence(result, true), name).toContain(`in a match to 5, ${TRUSTED_DICE};`);
    }
    expect(toText(validRecord('match-7'))).not.toContain(TRUSTED_DICE);
  });

  test('figures are the numbers of the message', async () => {
    const table = await movedTable(1);
    const { party } = table.ledger.expects;
    await accept(table, await table.server.absent(table.ledger, party === 1 ? 1 : 0));
    table.now += 45_500;
    const result = await verify(await finishByForfeit(table, 'abandonment'));
    const [note] = result.ok ? result.notes : [];
    expect(note?.figures).toEqual([45.5, 90]);
    expect(note?.message.match(/[\d.]+(?= s)/g)?.map(Number)).toEqual(note?.figures);
  });
});
