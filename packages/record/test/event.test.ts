import { createHash, createPublicKey, verify as nodeVerify } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { SeededRandom } from '../../testkit/src/random.ts';
import { canonicalJson, taggedBytes } from '../src/canonical.ts';
import { keyFromSeed } from '../src/crypto/ed25519.ts';
import {
  checkEvent,
  checkSignedEvent,
  encodeEvent,
  encodeEvents,
  eventHash,
  eventText,
  isSignedByParty,
  signEvent,
} from '../src/event.ts';
import type { EventBody, Key, MatchEvent } from '../src/types.ts';
import { canonical } from './support/referee.ts';
import { openTable, type Table } from './support/table.ts';

const hex32 = 'ab'.repeat(32);
const common = {
  n: 7,
  p: 0,
  prev: hex32,
  sent: 1_789_999_999_000,
  sig: 'cd'.repeat(64),
  at: 1_790_000_000_000,
} as const;

const bodies: readonly EventBody[] = [
  { type: 'commit', anchor: hex32, nonce: '01'.repeat(16) },
  { type: 'roll', reveal: hex32 },
  { type: 'reveal', reveal: hex32 },
  { type: 'dice', reveal: hex32, dice: [6, 1] },
  {
    type: 'play',
    hops: [
      [25, 20],
      [24, 0],
    ],
  },
  { type: 'play', hops: [] },
  { type: 'double' },
  { type: 'take' },
  { type: 'pass' },
  { type: 'beaver' },
  { type: 'resign', points: 3 },
  { type: 'accept' },
  { type: 'decline' },
  { type: 'sit', nonce: '02'.repeat(16) },
  { type: 'present' },
  { type: 'absent', seat: 1 },
  { type: 'claim' },
  { type: 'void', hash: hex32 },
  { type: 'resume', since: 1_790_000_000_000 },
  { type: 'forfeit', loser: 1, reason: 'abandonment' },
];

/** The same with members that an event may lack. The second view is not in the order of canonical JSON. */
const fullBodies: readonly EventBody[] = [
  { type: 'commit', anchor: hex32, nonce: '01'.repeat(16), view: null },
  { type: 'commit', anchor: hex32, nonce: '01'.repeat(16), view: { size: 7, root: hex32, sig: 'ef'.repeat(64) } },
  { type: 'play', hops: [], ahead: hex32 },
];

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe.each(bodies)('$type', (body) => {
  const event = { ...common, ...body };

  test('is accepted as a copy', () => {
    const result = checkEvent(event);
    expect(result).toEqual({ ok: true, value: event });
    expect(result.ok && result.value).not.toBe(event);
  });

  test('is accepted without `at` by checkSignedEvent', () => {
    const { at, ...signed } = event;
    expect(checkSignedEvent(signed)).toEqual({ ok: true, value: signed });
    expect(checkSignedEvent(event)).toMatchObject({ ok: false, code: 'event-form' });
    expect(checkEvent(signed)).toMatchObject({ ok: false, code: 'event-form' });
  });

  test('is refused if any member is missing or added', () => {
    for (const name of Object.keys(event)) {
      const { [name as 'n']: _, ...rest } = event;
      expect(checkEvent(rest), name).toMatchObject({ ok: false, code: 'event-form' });
    }
    expect(checkEvent({ ...event, note: '' })).toMatchObject({ ok: false, code: 'event-form' });
  });
});

test.each([
  ['null', null],
  ['a list', []],
  ['an unknown type', { ...common, type: 'chat' }],
  ['a type that objects inherit', { ...common, type: 'constructor' }],
  ['a type that is not a string', { ...common, type: ['double'] }],
  ['a negative number', { ...common, type: 'double', n: -1 }],
  ['minus zero', { ...common, type: 'double', n: -0 }],
  ['a fraction', { ...common, type: 'double', n: 0.5 }],
  ['party 2', { ...common, type: 'double', p: 2 }],
  ['party minus zero', { ...common, type: 'double', p: -0 }],
  ['party undefined', { ...common, type: 'double', p: undefined }],
  ['upper-case hex', { ...common, type: 'double', prev: hex32.toUpperCase() }],
  ['a short signature', { ...common, type: 'double', sig: common.sig.slice(2) }],
  ['a long hash', { ...common, type: 'double', prev: `${hex32}ab` }],
  ['a time before the epoch', { ...common, type: 'double', at: -1 }],
  ['a short nonce', { ...common, type: 'commit', anchor: hex32, nonce: '01' }],
  ['a die of 7', { ...common, type: 'dice', reveal: hex32, dice: [7, 1] }],
  ['three dice', { ...common, type: 'dice', reveal: hex32, dice: [1, 1, 1] }],
  ['dice with holes', { ...common, type: 'dice', reveal: hex32, dice: Array(2) }],
  ['five hops', { ...common, type: 'play', hops: Array(5).fill([6, 5]) }],
  ['a hop from 26', { ...common, type: 'play', hops: [[26, 20]] }],
  ['a hop from 0', { ...common, type: 'play', hops: [[0, 0]] }],
  ['a hop to the bar', { ...common, type: 'play', hops: [[24, 25]] }],
  ['half a hop', { ...common, type: 'play', hops: [[24]] }],
  ['a hop as an object', { ...common, type: 'play', hops: [{ 0: 24, 1: 20, length: 2 }] }],
  ['no points', { ...common, type: 'resign', points: 0 }],
  ['four points', { ...common, type: 'resign', points: 4 }],
  ['the server as loser', { ...common, type: 'forfeit', loser: null, reason: 'time' }],
  ['an unknown reason', { ...common, type: 'forfeit', loser: 0, reason: 'rage' }],
])('event-form: %s', (_, value) => {
  expect(checkEvent(value)).toMatchObject({ ok: false, code: 'event-form' });
});

test('later changes do not affect a checked event', () => {
  const value = { ...common, type: 'play', hops: [[24, 18]] };
  const result = checkEvent(value);
  value.hops[0]![0] = 13;
  expect(result).toMatchObject({ value: { hops: [[24, 18]] } });
});

describe('signing and hashing', () => {
  let table: Table;
  let key: Key;
  beforeAll(async () => {
    table = await openTable(9);
    key = table.keys.players[0];
  });

  test.each(bodies)('of $type cover the bytes that the format specifies', async (body) => {
    const unsigned = { ...body, n: 7, p: 0 as const, prev: hex32 };
    const signed = await signEvent(unsigned, key);
    const event: MatchEvent = { ...signed, at: common.at };
    const message = Buffer.from(`bg-event/1\n${canonical(unsigned)}`);
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key.pub, 'hex').toString('base64url') };
    const nodeKey = createPublicKey({ key: jwk, format: 'jwk' });
    expect(nodeVerify(null, message, nodeKey, Buffer.from(signed.sig, 'hex'))).toBe(true);
    const encoded = encodeEvent(event);
    expect(Buffer.from(encoded.signed).equals(message)).toBe(true);
    expect(Buffer.from(encoded.hashed).toString()).toBe(`bg-hash/1\n${canonical(event)}`);
    expect(eventHash(event)).toBe(createHash('sha256').update(encoded.hashed).digest('hex'));
  });

  test('of one event or many equal the library’s canonical JSON, whatever the order of members', () => {
    const digits = (bytes: number) =>
      fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((raw) => Buffer.from(raw).toString('hex'));
    const base = { n: fc.maxSafeNat(), prev: digits(32), sig: digits(64), at: fc.maxSafeNat() };
    const frame = fc.oneof(
      fc.record({ ...base, p: fc.constant(null) }),
      fc.record({ ...base, p: fc.constantFrom(0, 1), sent: fc.maxSafeNat() }),
    );
    const event = fc
      .tuple(fc.constantFrom(...bodies, ...fullBodies), frame, fc.boolean())
      .map(([body, common, bodyFirst]) => {
        const mixed: MatchEvent = bodyFirst ? { ...body, ...common } : { ...common, ...body };
        return mixed;
      });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 8 }), (events) => {
        const together = encodeEvents(events);
        expect(together.map((encoded) => encoded.event)).toEqual(events);
        for (const [place, one] of events.entries()) {
          expect(checkEvent(one).ok).toBe(true);
          expect(eventText(one)).toBe(canonicalJson(one));
          const { sig: _sig, at: _at, ...unsigned } = one;
          for (const { signed, hashed } of [encodeEvent(one), together[place]!]) {
            expect(text(signed)).toBe(text(taggedBytes('bg-event/1', unsigned)));
            expect(text(hashed)).toBe(text(taggedBytes('bg-hash/1', one)));
          }
        }
      }),
      { seed: 8785 },
    );
  });

  test('differ between the parties', async () => {
    const event = { ...(await signEvent({ type: 'double', n: 7, p: 0, prev: hex32 }, key)), at: common.at };
    expect(await isSignedByParty(table.header, event)).toBe(true);
    expect(await isSignedByParty(table.header, { ...event, p: 1 })).toBe(false);
    expect(await isSignedByParty(table.header, { ...event, p: null })).toBe(false);
    expect(await isSignedByParty(table.header, { ...event, n: 8 })).toBe(false);
    expect(await isSignedByParty(table.header, { ...event, at: 0 })).toBe(true);
    const other = await keyFromSeed(new SeededRandom(10).bytes(32));
    const forged = { ...(await signEvent({ type: 'double', n: 7, p: 0, prev: hex32 }, other)), at: common.at };
    expect(await isSignedByParty(table.header, forged)).toBe(false);
  });
});
