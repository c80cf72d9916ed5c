import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { clientMessages, decodeClient, decodeServer, MAX_CLIENT_FRAME_BYTES, serverMessages } from '../src/index.ts';

const key = 'ab'.repeat(32);
const match = 'A'.repeat(22);
const jwk = { kty: 'OKP', crv: 'Ed25519', x: 'x'.repeat(43), d: 'd'.repeat(43) };
const wanted = { length: 7, rated: true, clock: 'normal' };

/** One valid message of every type from the client. */
const samples: Record<keyof typeof clientMessages, object> = {
  identify: { origin: 'https://anchor.example', pub: key, sig: 'cd'.repeat(64), name: 'Ann' },
  ping: { match },
  name: { name: 'Ann' },
  country: { country: 'DE' },
  countries: { pubs: [key] },
  'change-address': { email: 'ann@example.org' },
  subscription: {},
  'end-subscription': {},
  'turn-mails': {},
  lobby: {},
  'leave-lobby': {},
  seek: { ...wanted, rules: { cube: false }, range: { least: 1400, most: 1600 } },
  unseek: {},
  'accept-seek': { seek: 'handle-1' },
  'accept-pairing': { pairing: 'handle-1' },
  'decline-pairing': { pairing: 'handle-1' },
  invite: { ...wanted, post: true },
  posted: {},
  'invite-info': { code: 'handle-1' },
  join: { code: 'handle-1' },
  challenge: { pub: key, ...wanted },
  offers: {},
  people: {},
  relate: { pub: key, as: 'block' },
  say: { pub: key, reaction: 'hello' },
  complain: { match, about: 'stalling' },
  turns: {},
  'accept-later': { code: 'handle-1' },
  'decline-offer': { code: 'handle-1' },
  'withdraw-offer': { code: 'handle-1' },
  prepare: { code: 'handle-1', anchor: key, nonce: key.slice(32) },
  'play-bot': { length: 0 },
  rematch: { match },
  watch: { match },
  unwatch: { match },
  act: { match, event: { n: 1 } },
  leave: { match },
  sync: { match, from: 0 },
  react: { match, reaction: 'thanks' },
  register: { username: 'Ann', email: 'ann@example.org', jwk },
  registration: { token: '0'.repeat(48) },
  'confirm-account': { token: '0'.repeat(48) },
  'confirm-code': { code: '012345' },
  'sign-in-link': { email: 'ann@example.org' },
  subscribe: { email: 'ann@example.org' },
  puzzle: { date: '2026-11-21' },
  'puzzle-days': { month: '2026-11' },
  'puzzle-streak': {},
  'puzzle-attempt': {
    date: '2026-11-21',
    hops: [
      [24, 18],
      [13, 9],
    ],
  },
  'push-key': {},
  'push-subscribe': {
    endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/abc',
    p256dh: `B${'A'.repeat(86)}`,
    auth: 'A'.repeat(22),
    key: `B${'B'.repeat(86)}`,
    kinds: ['turn', 'opponent'],
  },
  'push-unsubscribe': { endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/abc' },
  'delete-account': { confirm: 'delete my account', sig: '0'.repeat(128) },
};

/** Messages that are as large as they may be. */
const largest = [
  { type: 'countries', pubs: Array.from({ length: 100 }, () => key), id: 'i'.repeat(64) },
  {
    type: 'push-subscribe',
    ...samples['push-subscribe'],
    endpoint: `https://${'e'.repeat(1016)}`,
    kinds: ['turn', 'opponent', 'challenge'],
  },
  { type: 'register', username: '🎲'.repeat(100), email: `${'a'.repeat(64)}@${'b.'.repeat(90)}example`, jwk },
];

const folder = new URL('../../../vectors/records/valid/', import.meta.url);

/** All events of the valid vectors. */
function vectorEvents(): object[] {
  return readdirSync(folder).flatMap((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')).events ?? []);
}

/** Members that may be absent, by message type. */
const optional: Readonly<Record<string, readonly string[]>> = {
  invite: ['post'],
  identify: ['name'],
  ping: ['match'],
  seek: ['rules', 'range'],
  puzzle: ['date'],
};

describe('a frame from a client', () => {
  it('DF1 is decoded with and without an id', () => {
    for (const [type, members] of Object.entries(samples)) {
      const message = { type, ...members };
      expect(decodeClient(JSON.stringify(message))).toEqual({ ok: true, value: message });
      for (const id of [0, -3, 'a', '']) {
        expect(decodeClient(JSON.stringify({ ...message, id }))).toEqual({ ok: true, value: { ...message, id } });
      }
    }
  });

  it('DF2 is refused if it has an extra member or lacks one, and the refusal keeps the id', () => {
    for (const [type, members] of Object.entries(samples)) {
      const message = { type, ...members, id: 5 };
      expect(decodeClient(JSON.stringify({ ...message, extra: 1 }))).toMatchObject({ code: 'bad-frame', id: 5 });
      const free = optional[type] ?? [];
      const required = Object.keys(members).filter((name) => !free.includes(name));
      for (const name of required) {
        const less = Object.fromEntries(Object.entries(message).filter(([member]) => member !== name));
        expect(decodeClient(JSON.stringify(less)), `${type} without ${name}`).toMatchObject({
          code: 'bad-frame',
          id: 5,
        });
      }
    }
  });

  it('DF3 is refused if a member is out of bounds', () => {
    for (const message of [
      { type: 'seek', ...wanted, length: 26 },
      { type: 'seek', ...wanted, length: -1 },
      { type: 'seek', ...wanted, length: 1.5 },
      { type: 'seek', ...wanted, clock: 'blitz' },
      { type: 'seek', ...wanted, rules: { murphy: true } },
      { type: 'identify', pub: key.toUpperCase(), sig: 'cd'.repeat(64) },
      { type: 'identify', pub: key, sig: 'cd'.repeat(63) },
      { type: 'name', name: '' },
      { type: 'name', name: 'x'.repeat(201) },
      { type: 'watch', match: 'short' },
      { type: 'watch', match: `${match}/` },
      { type: 'sync', match, from: -1 },
      { type: 'act', match, event: [] },
      { type: 'act', match, event: null },
      { type: 'react', match, reaction: 'rude' },
      { type: 'register', username: 'Ann', email: 'ann@example.org', jwk: { ...jwk, kty: 'EC' } },
      { type: 'register', username: 'Ann', email: 'ann@example.org', jwk: { ...jwk, d: 'd'.repeat(42) } },
      { type: 'register', username: 'Ann', email: 'ann@example.org', jwk: { ...jwk, oth: 1 } },
      { type: 'sign-in-link', email: 'ann' },
      { type: 'sign-in-link', email: 'ann@example' },
      { type: 'sign-in-link', email: 'ann@example.org\r\nBcc: all@example.org' },
      { type: 'sign-in-link', email: 'ann@example.org, bob@example.org' },
      { type: 'sign-in-link', email: `${'a'.repeat(65)}@example.org` },
      { type: 'delete-account', confirm: 'Delete my account', sig: '0'.repeat(128) },
      { type: 'identify', pub: key, sig: '0'.repeat(128), origin: 'anchor.example' },
      { type: 'identify', pub: key, sig: '0'.repeat(128), origin: 'https://anchor.example/' },
      { type: 'puzzle', date: '2026-11-2' },
      { type: 'puzzle-days', month: '2026-13' },
      { type: 'puzzle-attempt', date: '2026-11-21', hops: [[26, 1]] },
      { type: 'puzzle-attempt', date: '2026-11-21', hops: [[24, 18, 12]] },
      { type: 'puzzle-attempt', date: '2026-11-21', hops: Array.from({ length: 5 }, () => [6, 5]) },
      { type: 'ping', id: 1.5 },
      { type: 'ping', id: 'x'.repeat(65) },
      { type: 'ping', id: null },
    ]) {
      expect(decodeClient(JSON.stringify(message)), JSON.stringify(message)).toMatchObject({ code: 'bad-frame' });
    }
  });

  it.each(['seek', 'invite', 'play-bot'])(
    'DF3a a %s takes 1 to 25 points, or 0 for money, and no other length',
    (type) => {
      const decode = (length: unknown) =>
        decodeClient(JSON.stringify({ type, ...(type !== 'play-bot' && wanted), length }));
      for (let length = 0; length <= 25; length++) expect(decode(length), `${length}`).toMatchObject({ ok: true });
      const refused = [-1, 26, 0.5, 24.999, 1e21, Number.NaN, '5', '', true, null, [5], { points: 5 }, undefined];
      for (const length of refused) expect(decode(length), String(length)).toMatchObject({ code: 'bad-frame' });
    },
  );

  it('DF4 is refused if its type is unknown, including names that every object inherits', () => {
    for (const type of ['', 'hello', '__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(decodeClient(JSON.stringify({ type }))).toMatchObject({ code: 'unknown-type' });
    }
    expect(decodeClient('{"type":["ping"]}')).toMatchObject({ code: 'unknown-type' });
  });

  it('DF5 is decoded without an exception whatever its text is', () => {
    for (const text of ['', '{', 'null', '[]', '"ping"', '1', '\u0000', `${'['.repeat(50_000)}`]) {
      expect(decodeClient(text)).toMatchObject({ ok: false, code: 'bad-frame' });
    }
    fc.assert(fc.property(fc.string(), (text) => !decodeClient(text).ok));
    fc.assert(fc.property(fc.json(), (text) => !decodeClient(text).ok || !decodeServer(text).ok));
  });
});

describe('a frame that is larger than any message', () => {
  it('DF14 is refused without being parsed', () => {
    const parse = vi.spyOn(JSON, 'parse');
    const full = MAX_CLIENT_FRAME_BYTES;
    const wide = Array.from({ length: 200 }, (_, n) => `"a${n}":0`).join();
    const texts = ['['.repeat(full), '{"a":'.repeat(full / 5), '"'.padEnd(full, 'a'), `[${'0,'.repeat(full / 2)}0]`];
    for (const text of [...texts, `{"type":"ping",${wide}}`, '{"type":"act","event":{"hops":[[[]]]}}']) {
      expect(decodeClient(text), text.slice(0, 30)).toEqual({
        ok: false,
        code: 'bad-frame',
        message: 'The frame is larger than any message.',
      });
    }
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });

  it('DF15 is no message, however it is written', () => {
    const events = vectorEvents().map((event) => ({ type: 'act', match, id: 1, event }));
    const plain = Object.entries(samples).map(([type, members]) => ({ type, ...members }));
    for (const message of [...plain, ...largest, ...events]) {
      expect(decodeClient(JSON.stringify(message, null, 2))).toEqual({ ok: true, value: message });
      const written = JSON.stringify(message).replace(/[a-z]/gi, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
      if (!/true|false|null/.test(JSON.stringify(message))) expect(decodeClient(written).ok).toBe(true);
    }
  });
});

describe('the two message tables', () => {
  it('DF6 share only the types whose answer has the same name', () => {
    const both = Object.keys(clientMessages).filter((type) => Object.hasOwn(serverMessages, type));
    expect(both).toEqual([
      'country',
      'countries',
      'lobby',
      'posted',
      'invite-info',
      'offers',
      'people',
      'turns',
      'puzzle',
      'puzzle-days',
      'puzzle-streak',
      'registration',
      'subscription',
      'turn-mails',
      'push-key',
    ]);
  });

  it('DF7 decode messages of the server', () => {
    const signed = { challenge: '0'.repeat(32), server: key, origins: ['http://[::1]:3000'], sig: '0'.repeat(128) };
    const hello = { type: 'hello', ...signed, absenceMs: 90_000, protocol: 'p', version: '1', now: 0 };
    expect(decodeServer(JSON.stringify(hello))).toEqual({ ok: true, value: hello });
    expect(decodeServer(JSON.stringify({ ...hello, extra: 1 }))).toMatchObject({ code: 'bad-frame' });
    expect(decodeServer(JSON.stringify({ type: 'error', code: 5, message: '' }))).toMatchObject({ ok: false });
  });
});
