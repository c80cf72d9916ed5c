import { Point } from '@noble/ed25519';
import { beforeAll, describe, expect, test } from 'vitest';
import { rulesFor } from '../src/default-rules.ts';
import { checkHeader, headerHash, MAX_CLOCK_MS } from '../src/header.ts';
import { Ledger } from '../src/ledger.ts';
import type { Header } from '../src/types.ts';
import { moneyRules, openTable } from './support/table.ts';

let header: Header;
beforeAll(async () => {
  header = (await openTable(1)).header;
});

type Changes = Readonly<Record<string, unknown>>;

function codeOf(changes: Changes | ((right: Header) => unknown)): string {
  const result = checkHeader(typeof changes === 'function' ? changes(header) : { ...header, ...changes });
  return result.ok ? 'ok' : result.code;
}

/** The header with one member of one player changed. */
function withPlayer(seat: 0 | 1, change: Changes) {
  return (right: Header) => ({
    ...right,
    players: right.players.map((player, i) => (i === seat ? { ...player, ...change } : player)),
  });
}

const matchRules = { cube: true, crawford: true, jacoby: false, beavers: false };

test('a valid header is accepted as a copy', () => {
  const result = checkHeader(header);
  expect(result).toEqual({ ok: true, value: header });
  expect(result.ok && result.value.players).not.toBe(header.players);
});

const session = { game: 2, previous: { id: 'the-game-before', hash: '11'.repeat(32) }, score: [0, 4096] };

const accepted: [string, Changes | ((right: Header) => unknown)][] = [
  ['money with Jacoby and beavers', { length: 0, rated: false, rules: moneyRules }],
  [
    'money without optional rules',
    { length: 0, rated: false, rules: { ...moneyRules, jacoby: false, beavers: false } },
  ],
  ['money that continues a session', { length: 0, rated: false, rules: moneyRules, session }],
  ['the longest match', { length: 25 }],
  ['no cube', { rules: { ...matchRules, cube: false } }],
  ['no Crawford game', { rules: { ...matchRules, crawford: false } }],
  ['untimed', { clock: null, moveMs: 86_400_000 }],
  ['sudden death', { clock: { delayMs: 0, reserveMs: 1 } }],
  ['the longest clock', { clock: { delayMs: MAX_CLOCK_MS, reserveMs: MAX_CLOCK_MS } }],
  ['chains of one link', { chain: 1 }],
  ['the longest chains', { chain: 65_536 }],
  ['the shortest id', { id: 'a'.repeat(14) }],
  ['the longest id', { id: 'Z_-9'.repeat(16) }],
  [
    'an unrated match of a bot',
    (right) => ({ ...withPlayer(1, { bot: true, custody: 'service' })(right), rated: false }),
  ],
  ['an empty name', withPlayer(0, { name: '' })],
  ['a name of 24 emoji', withPlayer(0, { name: '🎲'.repeat(24) })],
  ['a name in decomposed letters, not normalised', withPlayer(0, { name: 'Zoe\u0308' })],
];

test.each(accepted)('accepted: %s', (_, changes) => {
  expect(codeOf(changes)).toBe('ok');
});

const wrongForm: [string, Changes | ((right: Header) => unknown)][] = [
  ['null', () => null],
  ['a list', () => []],
  ['a string', () => 'header'],
  ['an unknown member', { extra: 1 }],
  ['a member named __proto__', (right) => JSON.parse(`{"__proto__":1,${JSON.stringify(right).slice(1)}`)],
  ['a missing member', ({ rated: _, ...rest }) => rest],
  ['another format', { format: 'bg-record/1' }],
  ['another protocol', { protocol: 'hmac-sha256/hashchain-reveal-v1' }],
  ['a short id', { id: 'a'.repeat(13) }],
  ['a long id', { id: 'a'.repeat(65) }],
  ['an id with a slash', { id: 'abcdefgh/ijklmno' }],
  ['an id with a line feed at the end', { id: 'abcdefghijklmno\n' }],
  ['a negative time', { created: -1 }],
  ['a fraction', { created: 1.5 }],
  ['minus zero', { created: -0 }],
  ['a number beyond the safe ones', { created: 2 ** 53 }],
  ['a number as text', { created: '0' }],
  ['an upper-case key', (right) => ({ ...right, server: right.server.toUpperCase() })],
  ['a short key', (right) => ({ ...right, server: right.server.slice(2) })],
  ['one player', (right) => ({ ...right, players: [right.players[0]] })],
  ['three players', (right) => ({ ...right, players: [...right.players, right.players[0]] })],
  ['a hole for a player', (right) => ({ ...right, players: [right.players[0], undefined] })],
  ['an unknown member of a player', withPlayer(0, { rating: 1500 })],
  ['a name of 25 characters', withPlayer(0, { name: 'a'.repeat(25) })],
  ['a control character in a name', withPlayer(0, { name: 'a\u0007' })],
  ['a C1 control character in a name', withPlayer(0, { name: 'a\u0085' })],
  ['half of a surrogate pair in a name', withPlayer(0, { name: 'a\ud83d' })],
  ['bot as a number', withPlayer(0, { bot: 0 })],
  ['an unknown custody', withPlayer(0, { custody: 'none' })],
  ['a negative length', { length: -1 }],
  ['a match to 26', { length: 26 }],
  ['an unknown rule', { rules: { ...matchRules, murphy: true } }],
  ['a rule that is null', { rules: { ...matchRules, cube: null } }],
  ['a session without a score', { session: { game: 2, previous: session.previous } }],
  ['a session with an unknown member', { session: { ...session, stake: 1 } }],
  ['a session that is null', { session: null }],
  ['the first game as one that follows', { session: { ...session, game: 1 } }],
  ['a game before with a short hash', { session: { ...session, previous: { ...session.previous, hash: '11' } } }],
  ['a game before with a short id', { session: { ...session, previous: { ...session.previous, id: 'a' } } }],
  ['a negative score of a session', { session: { ...session, score: [0, -1] } }],
  ['one score of a session', { session: { ...session, score: [0] } }],
  ['a clock without reserve', { clock: { delayMs: 1 } }],
  ['a negative delay', { clock: { delayMs: -1, reserveMs: 1 } }],
  ['a clock beyond a month', { clock: { delayMs: 0, reserveMs: MAX_CLOCK_MS + 1 } }],
  ['no links', { chain: 0 }],
  ['too many links', { chain: 65_537 }],
  ['rated as text', { rated: 'true' }],
];

test.each(wrongForm)('header-form: %s', (_, changes) => {
  expect(codeOf(changes)).toBe('header-form');
});

describe('header-key', () => {
  const identity = Point.ZERO.toHex();
  test.each([
    ['a small-order server key', () => ({ ...header, server: identity })],
    ['a small-order player key', withPlayer(1, { pub: identity })],
    ['a key off the curve', withPlayer(0, { pub: `02${'00'.repeat(31)}` })],
    ['the same player twice', (right: Header) => withPlayer(1, { pub: right.players[0].pub })(right)],
    ['the server as a player', (right: Header) => withPlayer(0, { pub: right.server })(right)],
  ])('%s', (_, change) => {
    expect(codeOf(change)).toBe('header-key');
  });
});

test.each([
  ['Jacoby in a match', { rules: { ...matchRules, jacoby: true } }],
  ['beavers in a match', { rules: { ...matchRules, beavers: true } }],
  ['a session of a match', { session }],
  ['Crawford in money', { length: 0, rated: false, rules: { ...moneyRules, crawford: true } }],
  ['rated money', { length: 0, rules: moneyRules }],
  ['a clock without any time', { clock: { delayMs: 0, reserveMs: 0 } }],
])('header-rules: %s', (_, changes) => {
  expect(codeOf(changes)).toBe('header-rules');
});

test('header-rules: a rated match with a bot', () => {
  expect(codeOf(withPlayer(1, { bot: true }))).toBe('header-rules');
});

test('the hash depends on every member and not on their order', () => {
  const reversed = Object.fromEntries(Object.entries(header).reverse());
  const copy = checkHeader(reversed);
  expect(copy.ok && headerHash(copy.value)).toBe(headerHash(header));
  for (const changes of [
    { length: 5 },
    { chain: 63 },
    { rated: false },
    { clock: null },
    { created: header.created + 1 },
  ]) {
    expect(headerHash({ ...header, ...changes })).not.toBe(headerHash(header));
  }
});

test('a ledger refuses an invalid header', () => {
  expect(() => new Ledger({ ...header, chain: 0 })).toThrow(TypeError);
});

describe('the rules of a match', () => {
  test.each([
    [5, {}, { cube: true, crawford: true, jacoby: false, beavers: false }],
    [0, {}, { cube: true, crawford: false, jacoby: true, beavers: true }],
    [5, { cube: false, crawford: undefined }, { cube: false, crawford: true, jacoby: false, beavers: false }],
    [0, { jacoby: false }, { cube: true, crawford: false, jacoby: false, beavers: true }],
    [0, { crawford: true }, { cube: true, crawford: true, jacoby: true, beavers: true }],
  ])('to %i points, for the wanted rules %o', (length, wanted, rules) => {
    expect(rulesFor(length, wanted)).toEqual(rules);
  });
});
