import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ascii, canonicalJson, taggedBytes } from '../src/canonical.ts';
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

test('ascii gives the same bytes as UTF-8', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 300 }), (text) => {
      expect(ascii(text)).toEqual(new TextEncoder().encode(text));
    }),
    { seed: 20 },
  );
});

test('values without a JSON form throw', () => {
  for (const value of [undefined, Number.NaN, Number.POSITIVE_INFINITY, '\ud800']) {
    expect(() => canonicalJson(value)).toThrow();
  }
});

test('hashes and signatures are over tag, line feed and canonical JSON in UTF-8', () => {
  const bytes = taggedBytes('bg-hash/1', { b: 'ö', a: [1, null] });
  expect(new TextDecoder().decode(bytes)).toBe('bg-hash/1\n{"a":[1,null],"b":"ö"}');
});

test('only the most recently used entries are kept', () => {
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
