import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromHex, isHex } from '../src/crypto/hex.ts';

test('fromHex decodes hex of either case', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const text = Buffer.from(bytes).toString('hex');
      expect(fromHex(text)).toEqual(bytes);
      expect(fromHex(text.toUpperCase())).toEqual(bytes);
      expect(isHex(text, bytes.length)).toBe(true);
      expect(isHex(text, bytes.length + 1)).toBe(false);
    }),
    { seed: 16 },
  );
});

test('one invalid character anywhere is detected', () => {
  const text = '0123456789abcdef';
  for (const other of ['g', 'A', '/', ':', '`', '@', ' ', '\0', '\u0130', '\uff10', '\ud83c']) {
    for (let place = 0; place < text.length; place++) {
      const spoilt = text.slice(0, place) + other + text.slice(place + 1);
      expect(isHex(spoilt, 8), JSON.stringify(spoilt)).toBe(false);
      if (other !== 'A') expect(() => fromHex(spoilt), JSON.stringify(spoilt)).toThrow(RangeError);
    }
  }
});

test('an odd number of digits and values that are not strings are not hex', () => {
  expect(() => fromHex('abc')).toThrow(RangeError);
  for (const value of [undefined, null, 12, ['ab'], { length: 2 }]) expect(isHex(value, 1)).toBe(false);
});
