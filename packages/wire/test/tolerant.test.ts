import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeServer, readServer } from '../src/index.ts';

const key = 'ab'.repeat(32);
const match = 'A'.repeat(22);
const sig = '0'.repeat(128);
const person = { pub: key, name: 'Ann', rating: 1500, rd: 100, provisional: false };
const rules = { cube: true, crawford: true, jacoby: false, beavers: false };
const seek = (clock: string) => ({
  id: 'handle-1',
  from: person,
  length: 3,
  rated: true,
  clock,
  rules,
  since: 0,
});
const receipt = { n: 3, head: key, asked: key, fate: 'moved', now: 0, sig };
const live = {
  match,
  players: [1, 2].map(() => ({ ...person, bot: false })),
  length: 3,
  score: [0, 0],
  rated: true,
  watchers: 2,
};
const hello = { type: 'hello', challenge: '0'.repeat(32), server: key, origins: ['https://a.example'], sig };

const messages = [
  { ...hello, absenceMs: 90_000, protocol: 'p', version: '1', now: 0 },
  { type: 'identified', ...person, account: false, match: null, seek: seek('fast') },
  { type: 'lobby', seeks: [seek('fast'), seek('slow')], live: [live], online: 2 },
  { type: 'match', header: { any: 1 }, events: [{ n: 0 }], length: 1, seat: null, now: 0 },
  { type: 'pong', now: 0, match, receipt },
];

/** The places of objects in a value that are neither in a signed object, nor in a header or event, which the ledger judges. */
function openObjects(value: unknown, isRoot = true): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap((one) => openObjects(one, false));
  if (typeof value !== 'object' || value === null || (!isRoot && 'sig' in value)) return [];
  const inner = Object.entries(value).filter(([name]) => name !== 'header' && name !== 'events');
  return [value as Record<string, unknown>, ...inner.flatMap(([, one]) => openObjects(one, false))];
}

const read = (message: unknown) => readServer(JSON.stringify(message));

describe('a frame of a newer server', () => {
  it('DF8 is read as if the members that this version does not know were not there, however deep they are', () => {
    fc.assert(
      fc.property(fc.constantFrom(...messages), fc.infiniteStream(fc.jsonValue()), (message, values) => {
        const newer = structuredClone(message);
        for (const place of openObjects(newer)) place.future = values.next().value;
        expect(read(newer)).toEqual({ ok: true, value: message });
        expect(decodeServer(JSON.stringify(newer))).toMatchObject({ code: 'bad-frame' });
      }),
    );
  });

  it('DF9 loses those entries of its lists that have an unknown word, and no others', () => {
    const seeks = ['fast', 'future', 'slow', 'future', 'future'].map(seek);
    const twice = { ...seek('future'), future: 1 };
    expect(read({ ...messages[2], seeks: [...seeks, twice] })).toEqual({
      ok: true,
      value: { ...messages[2], seeks: [seek('fast'), seek('slow')] },
    });
    expect(read({ type: 'push-subscribed', kinds: ['turn', 'future'] })).toEqual({
      ok: true,
      value: { type: 'push-subscribed', kinds: ['turn'] },
    });
  });

  it('DF10 is refused, with its id, if it lacks a member, has a wrong one, or has an unknown word outside a list', () => {
    for (const message of [
      { ...messages[2], online: -1 },
      { ...messages[2], seeks: [{ ...seek('fast'), since: 'now' }] },
      { ...messages[2], live: [{ ...live, score: [0, -1] }] },
      { ...messages[1], seek: seek('future') },
      { type: 'lobby', seeks: [], live: [] },
      { type: 'event', match, event: 'x' },
      { type: 'events', match, events: [{ n: 0 }, 'x'], length: 2, now: 0 },
      { type: 'future' },
    ]) {
      expect(read({ ...message, id: 7 }), JSON.stringify(message)).toMatchObject({ ok: false, id: 7 });
    }
  });

  it('DF11 is refused if a signed object in it has a member that this version does not know', () => {
    const statement = { previous: key, next: key, sig };
    const proof = { n: 0, head: key, reason: 'left', sig };
    for (const message of [
      { type: 'pong', now: 0, match, receipt: { ...receipt, future: 1 } },
      { ...messages[0], succession: [{ ...statement, future: 1 }] },
      { type: 'aborted', match, reason: 'left', proof: { ...proof, future: 1 } },
      { type: 'aborted', match, reason: 'left', proof: { ...proof, reason: { future: 1 } } },
    ]) {
      expect(read(message), JSON.stringify(message)).toMatchObject({ ok: false, code: 'bad-frame' });
    }
    expect(read({ type: 'aborted', match, reason: 'left', proof })).toMatchObject({ ok: true });
  });

  it('DF12 may refuse a request with a code that this version does not know', () => {
    const error = { type: 'error', code: 'future', message: 'No such hall.', id: 3 };
    expect(read(error)).toEqual({ ok: true, value: error });
    expect(read({ ...error, code: 3 })).toMatchObject({ ok: false });
  });

  it('DF13 is read without an exception whatever its text is', () => {
    fc.assert(fc.property(fc.json(), (text) => !readServer(text).ok));
    const names = fc.constantFrom(...messages.flatMap((message) => Object.keys(message)));
    const anything = fc.tuple(fc.constantFrom(...messages), fc.dictionary(names, fc.jsonValue()));
    fc.assert(fc.property(anything, ([message, members]) => read({ ...message, ...members }) !== null));
    // More than a call can have arguments.
    const many = 200_000;
    const subscribed = (kinds: readonly unknown[]) => ({ type: 'push-subscribed', kinds });
    const known = new Array(many).fill('turn');
    expect(read(subscribed([...known, 'future']))).toEqual({ ok: true, value: subscribed(known) });
    const unknown = JSON.stringify(subscribed(new Array(many).fill('future')));
    for (const decode of [readServer, decodeServer]) expect(decode(unknown)).toMatchObject({ code: 'bad-frame' });
  });
});
