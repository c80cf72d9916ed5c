import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateKey } from '../src/crypto/ed25519.ts';
import {
  decodeLogEntry,
  encodeLogEntry,
  LOG_ENTRY_CODES,
  type LogEntry,
  logEntryBytes,
  MAX_LOG_ENTRY_BYTES,
  RATING_DIGITS,
  signLogKey,
  toLoggedDecimal,
  VOLATILITY_DIGITS,
  verifyLogKey,
} from '../src/log-entry.ts';

const hexOf = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((all) => Buffer.from(all).toString('hex'));
const pub = hexOf(32);
const time = fc.integer({ min: 0, max: 2 ** 52 });
const id = fc.stringMatching(/^[A-Za-z0-9_-]{14,64}$/);
const decimal = (digits: number) =>
  fc.double({ min: -5000, max: 5000, noNaN: true }).map((value) => toLoggedDecimal(value, digits));
const rating = fc.record(
  { rating: decimal(RATING_DIGITS), rd: decimal(RATING_DIGITS), volatility: decimal(VOLATILITY_DIGITS) },
  { noNullPrototype: true },
);
const change = fc.record({ before: rating, after: rating }, { noNullPrototype: true });
const match = {
  id,
  format: fc.constantFrom('bg-record/1', 'bg-record/2'),
  server: pub,
  created: time,
  ended: time,
  length: fc.integer({ min: 0, max: 25 }),
  players: fc.tuple(pub, pub),
  rated: fc.boolean(),
};
const plainRecord = <T>(members: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(members, { noNullPrototype: true });
const entry: fc.Arbitrary<LogEntry> = fc.oneof(
  plainRecord({
    type: fc.constant('match' as const),
    ...match,
    result: plainRecord({
      winner: fc.constantFrom(0 as const, 1 as const),
      score: fc.tuple(fc.nat(25), fc.nat(25)),
      reason: fc.constantFrom('points' as const, 'resign' as const, 'time' as const, 'abandonment' as const),
    }),
    finalHash: pub,
    ratings: fc.option(fc.tuple(change, change)),
    imported: fc.boolean(),
  }),
  plainRecord({
    type: fc.constant('aborted' as const),
    ...match,
    events: fc.integer({ min: 1, max: 24_000 }),
    head: pub,
    blamed: fc.option(pub),
  }),
  plainRecord({
    type: fc.constant('analysis' as const),
    match: id,
    engine: fc.stringMatching(/^[\w.:-]{1,64}$/),
    ply: fc.nat(10),
    report: pub,
    worker: fc.option(pub),
    at: time,
  }),
  plainRecord({ type: fc.constant('server-key' as const), previous: pub, next: pub, sig: hexOf(64) }),
  plainRecord({
    type: fc.constant('log-key' as const),
    origin: fc.constant('example.org/log'),
    key: fc.constant('example.org/log+033de0ae+Ac4zctda0e5eza'),
    server: pub,
    sig: hexOf(64),
  }),
  plainRecord({
    type: fc.constant('log-end' as const),
    origin: fc.constant('example.org/log'),
    key: fc.constant('example.org/log+033de0ae+Ac4zctda0e5eza'),
    size: fc.nat(),
    root: pub,
    at: time,
    server: pub,
    sig: hexOf(64),
  }),
);

const decodeText = (text: string) => decodeLogEntry(logEntryBytes(text));
const codeOf = (text: string) => {
  const decoded = decodeText(text);
  return decoded.ok ? null : decoded.code;
};

describe('an entry of the public log', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(entry, (one) => {
        const written = encodeLogEntry(one);
        expect(decodeText(written)).toEqual({ ok: true, value: one });
        expect(logEntryBytes(written).length).toBeLessThan(4096);
      }),
    );
  });

  it('is refused if a member is missing, unknown or of another type, or if it is written otherwise', () => {
    fc.assert(
      fc.property(entry, fc.nat(), (one, at) => {
        const names = Object.keys(one).filter((name) => name !== 'type');
        const name = names[at % names.length] ?? '';
        const without = Object.fromEntries(Object.entries(one).filter(([key]) => key !== name));
        expect(codeOf(JSON.stringify(without))).toBe('entry-form');
        expect(codeOf(JSON.stringify({ ...one, more: 1 }))).toBe('entry-form');
        expect(codeOf(JSON.stringify({ ...one, [name]: { ours: [] } }))).toBe('entry-form');
        expect(codeOf(JSON.stringify({ ...one, type: 'news' }))).toBe('entry-type');
        expect(codeOf(JSON.stringify({ ...one, type: 'constructor' }))).toBe('entry-type');
        const written = encodeLogEntry(one);
        expect(codeOf(` ${written}`)).toBe('entry-not-canonical');
        expect(codeOf(written.replace('"type":', '"type": '))).toBe('entry-not-canonical');
        expect(codeOf(written.replace('{', `{"type":"${one.type}",`))).toBe('entry-not-canonical');
      }),
    );
  });

  it('is never read from other bytes, and reading them does not throw', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.json().map((text) => logEntryBytes(text)),
      fc.constant(logEntryBytes('['.repeat(MAX_LOG_ENTRY_BYTES))),
      fc.constant(logEntryBytes('\uFEFF{}')),
    );
    fc.assert(fc.property(bytes, (some) => void expect(decodeLogEntry(some).ok).toBe(false)));
    const codes = [codeOf('x'.repeat(MAX_LOG_ENTRY_BYTES + 1)), codeOf('{"type":"a"}'), codeOf('{"type":"match"}')];
    expect([...codes, codeOf('{"__proto__":{"type":"match"}}')]).toEqual([
      'entry-too-large',
      'entry-type',
      'entry-form',
      'entry-type',
    ]);
    expect(LOG_ENTRY_CODES).toHaveLength(4);
  });

  it('has ratings as decimals with a fixed number of digits and without a negative zero', () => {
    expect([1500, -0.0000001, 0.06, 1e-7, -12.3456789].map((value) => toLoggedDecimal(value, RATING_DIGITS))).toEqual([
      '1500.000000',
      '0.000000',
      '0.060000',
      '0.000000',
      '-12.345679',
    ]);
    const [sample] = fc.sample(rating, 1);
    if (!sample) throw new Error('no sample');
    const of = (changed: object) => ({ before: sample, after: { ...sample, ...changed } });
    const [server] = fc.sample(pub, 1);
    const base = fc.sample(entry, 200).find((one) => one.type === 'match');
    if (base?.type !== 'match' || !server) throw new Error('no sample');
    const written = (changed: object) => codeOf(JSON.stringify({ ...base, ratings: [of({}), of(changed)] }));
    for (const rating of ['1500', '1500.0', '01500.000000', '+1.000000', '-0.000000', '1e3', 'NaN', 1500])
      expect(written({ rating })).toBe('entry-form');
    expect(() => encodeLogEntry({ ...base, ended: 1.5 })).toThrow(TypeError);
    expect(() => encodeLogEntry({ ...base, ended: Number.NaN })).toThrow(TypeError);
  });

  it('names the key of the log under the signature of the server', async () => {
    const [server, other] = await Promise.all([generateKey(), generateKey()]);
    const statement = await signLogKey(server, { origin: 'example.org/log', key: 'example.org/log+12345678+AAAA' });
    expect(await verifyLogKey(statement)).toBe(true);
    expect(decodeText(encodeLogEntry(statement))).toEqual({ ok: true, value: statement });
    const changes = [{ origin: 'example.org/log2' }, { key: 'example.org/log+12345678+AAAB' }, { server: other.pub }];
    for (const changed of changes) expect(await verifyLogKey({ ...statement, ...changed })).toBe(false);
  });
});
