import { beforeAll, expect, test } from 'vitest';
import { closeRecord } from '../src/closing.ts';
import { MAX_EVENTS } from '../src/event.ts';
import type { MatchRecord } from '../src/types.ts';
import { verify } from '../src/verify.ts';
import { openTable, playOn } from './support/table.ts';

let record: MatchRecord;
beforeAll(async () => {
  const table = await playOn(await openTable(12, { length: 1, chain: 8 }));
  record = await closeRecord(table.ledger, table.keys.server);
});

const throwing = (): never => {
  throw new Error('read');
};
/** Throws on any operation. */
const trap = (target: object) =>
  new Proxy(target, { get: throwing, has: throwing, ownKeys: throwing, getOwnPropertyDescriptor: throwing });
const cycle = () => {
  const list: unknown[] = [];
  list.push(list, list);
  return list;
};

const hostile: [string, () => unknown][] = [
  [
    'a getter that throws',
    () => ({
      get type() {
        return throwing();
      },
    }),
  ],
  ['a proxy of an object', () => trap({})],
  ['a proxy of a list', () => trap([])],
  ['a list that contains itself', cycle],
  [
    'an object that contains itself',
    () => {
      const own: Record<string, unknown> = {};
      own.own = own;
      return own;
    },
  ],
  ['a list of four thousand million', () => Array(2 ** 32 - 1)],
  ['a member called __proto__', () => JSON.parse('{"__proto__":{"type":"roll"},"type":"roll"}')],
  ['an object without a prototype', () => Object.create(null)],
  ['a symbol', () => Symbol('type')],
  ['a bigint', () => 10n],
  ['a function', () => () => 1],
  ['a boxed string', () => Object('ab'.repeat(32))],
];

test.each(hostile)('%s is refused in every place of a record', async (_, make) => {
  const { header, events } = record;
  const [first, ...rest] = events;
  const places: unknown[] = [make()];
  for (const name of Object.keys(record)) places.push({ ...record, [name]: make() });
  for (const name of Object.keys(header)) places.push({ ...record, header: { ...header, [name]: make() } });
  places.push({ ...record, header: { ...header, players: [header.players[0], make()] } });
  places.push({ ...record, result: { ...record.result, score: [make(), 1] } });
  places.push({ ...record, events: [make(), ...rest] });
  for (const name of Object.keys(first!)) places.push({ ...record, events: [{ ...first, [name]: make() }, ...rest] });
  for (const value of places) expect((await verify(value)).ok).toBe(false);
});

test('only the first hostile event of each batch is read', async () => {
  let reads = 0;
  const event = new Proxy(
    {},
    {
      get: () => {
        reads++;
        return undefined;
      },
    },
  );
  const events = Array(MAX_EVENTS).fill(event);
  expect(await verify({ ...record, events })).toMatchObject({ ok: false, event: 0, code: 'event-form' });
  expect(reads).toBeLessThan(10);
});

test('a list that changes its length is read only up to its first length', async () => {
  let asked = 0;
  let reads = 0;
  const events = new Proxy([], {
    get: (target, name) => {
      if (name === 'length') return asked++ === 0 ? 3 : 2 ** 40;
      reads++;
      return Reflect.get(target, name);
    },
  });
  expect(await verify({ ...record, events })).toMatchObject({ ok: false, event: 0, code: 'event-form' });
  expect(reads).toBe(3);
});
