import { createHash } from 'node:crypto';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 as pureSha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ascii, canonicalJson, taggedBytes } from '../src/canonical.ts';
import { hmacSha256, sha256, sha256Hex } from '../src/crypto/hash.ts';
import { Recent } from '../src/crypto/recent.ts';

test('canonical JSON agrees with the example of RFC 8785, section 3.2.3', () => {
  const sorted = {
    '\u20ac': 'Euro Sign',
    '\r': 'Carriage Return',
    '\ufb33': 'Hebrew Letter Dalet With Dagesh',
    '1': 'One',
    '\ud83d\ude00': 'Emoji: Grinning Face',
    '\u0080': 'Control',
    '\u00f6': 'Latin Small Letter O With Diaeresis',
  };
  const order = ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33'];
  expect(Object.keys(JSON.parse(canonicalJson(sorted)) as object).sort()).toEqual(order.toSorted());
  expect(canonicalJson(sorted).indexOf('Euro')).toBeLessThan(canonicalJson(sorted).indexOf('Emoji'));
});

test('ASCII text becomes the bytes that UTF-8 has for it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 300 }), (text) => {
      expect(ascii(text)).toEqual(new TextEncoder().encode(text));
    }),
    { seed: 20 },
  );
});

test('what JSON cannot say is an error, not a text', () => {
  for (const value of [undefined, Number.NaN, Number.POSITIVE_INFINITY, '\ud800']) {
    expect(() => canonicalJson(value)).toThrow();
  }
});

test('hashed and signed are tag, line feed, canonical JSON, in UTF-8', () => {
  const bytes = taggedBytes('bg-hash/1', { b: 'ö', a: [1, null] });
  expect(new TextDecoder().decode(bytes)).toBe('bg-hash/1\n{"a":[1,null],"b":"ö"}');
});

test("SHA-256 and HMAC agree with FIPS 180-4, RFC 4231 and the plain JavaScript used where Node's are missing", () => {
  const abc = new TextEncoder().encode('abc');
  expect(sha256Hex(abc)).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  const digest = hmacSha256(new TextEncoder().encode('Jefe'), new TextEncoder().encode('what do ya want for nothing?'));
  expect(bytesToHex(digest)).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 100 }), (bytes, key) => {
      expect(sha256Hex(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
      expect(bytesToHex(sha256(bytes))).toBe(bytesToHex(pureSha256(bytes)));
      expect(bytesToHex(hmacSha256(key, bytes))).toBe(bytesToHex(hmac(pureSha256, key, bytes)));
    }),
    { seed: 180 },
  );
  expect(sha256(hexToBytes('00'))).toHaveLength(32);
});

test('only the entries used last are kept', () => {
  const recent = new Recent<string>(2);
  const made: string[] = [];
  const get = (key: string) =>
    recent.getOrMake(key, () => {
      made.push(key);
      return key.toUpperCase();
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) expect(get(key)).toBe(key.toUpperCase());
  expect(made).toEqual(['a', 'b', 'c', 'b']);
  expect(recent.size).toBe(2);
});
