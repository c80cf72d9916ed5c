import type { TextCode } from '../../src/text.ts';
import { validNamed } from './invalid-vector.ts';
import { recordText } from './write.ts';

/** A fault that disappears when the text is parsed: only the text differs. */
interface TextVector {
  readonly name: string;
  readonly code: TextCode;
  readonly note: string;
  readonly make: () => Promise<string | Uint8Array>;
}

function text(name: string, code: TextCode, note: string, pattern: RegExp | string, replacement: string): TextVector {
  const make = async () => {
    const right = recordText((await validNamed('shortest')).record);
    const wrong = right.replace(pattern, replacement);
    if (wrong === right) throw new Error(`${name} changes nothing`);
    return wrong;
  };
  return { name, code, note, make };
}

/**
 * Like `text`, but with bytes that are not UTF-8: each character of the replacement is one byte. The rest of
 * the text is ASCII.
 */
function bytes(name: string, note: string, pattern: string, replacement: string): TextVector {
  const made = text(name, 'text-not-json', note, pattern, replacement);
  return { ...made, make: async () => Buffer.from(String(await made.make()), 'latin1') };
}

export const textVectors: readonly TextVector[] = [
  text(
    'text-member-twice',
    'text-duplicate-member',
    'a member given twice, the right one last',
    '"length":1',
    '"length":7,"length":1',
  ),
  text(
    'text-member-twice-escaped',
    'text-duplicate-member',
    'a member given twice, once with an escape',
    '"points":1',
    '"p\\u006fints":3,"points":1',
  ),
  text(
    'text-event-member-twice',
    'text-duplicate-member',
    'the same member with the same value twice',
    '"n":3',
    '"n":3,"n":3',
  ),
  text('text-fraction', 'text-bad-number', 'an integer with a fraction', '"points":1', '"points":1.0'),
  text('text-exponent', 'text-bad-number', 'an integer with an exponent', '"length":1', '"length":1e0'),
  text('text-minus-zero', 'text-bad-number', 'minus zero', '"n":0', '"n":-0'),
  text(
    'text-beyond-integers',
    'text-bad-number',
    'an integer that many readers would round',
    /"created":\d+/,
    '"created":9007199254740993',
  ),
  text(
    'text-half-pair',
    'text-lone-surrogate',
    'half of a surrogate pair in a name',
    '"name":"Ann"',
    '"name":"Ann\\ud83c"',
  ),
  text(
    'text-deep',
    'text-too-deep',
    'deeper than any record',
    '"name":"Ann"',
    `"name":${'['.repeat(40)}${']'.repeat(40)}`,
  ),
  text('text-cut', 'text-not-json', 'cut off in the middle', /"result".*\n$/, ''),
  text('text-comment', 'text-not-json', 'a comment, which JSON does not have', '"format"', '/* open */ "format"'),
  text('text-byte-order-mark', 'text-not-json', 'a byte order mark before the text', /^/, '\ufeff'),
  text('text-two-records', 'text-not-json', 'text after the end of the record', /$/, '{}\n'),
  text('text-nan', 'text-not-json', 'a word that is no JSON value', '"points":1', '"points":NaN'),
  text('text-leading-zero', 'text-not-json', 'a leading zero, which JSON does not have', '"points":1', '"points":01'),
  text('text-control', 'text-not-json', 'a tab in a string, not as an escape', '"name":"Ann"', '"name":"Ann\t"'),
  text('text-comma', 'text-not-json', 'a comma after the last member', '"rated":true', '"rated":true,'),
  bytes('text-latin-1', 'a name in another encoding than UTF-8', '"name":"Ann"', '"name":"Ann\xe9"'),
  bytes('text-half-pair-bytes', 'half of a surrogate pair as UTF-8 bytes', '"name":"Ann"', '"name":"Ann\xed\xa0\xbc"'),
  text(
    'text-low-halves',
    'text-lone-surrogate',
    'two second halves of surrogate pairs',
    '"name":"Ann"',
    '"name":"Ann\\udfb2\\udfb2"',
  ),
  text(
    'text-names',
    'text-too-large',
    'more than 1,000 different names',
    '"name":"Ann"',
    `"name":{${Array.from({ length: 1_000 }, (_, i) => `"a${i}":0`).join(',')}}`,
  ),
  text(
    'text-first-number',
    'text-bad-number',
    'several faults, of which the first counts: a fraction, then a member twice, then the text is cut off',
    /"length":1,(.*)"result".*\n$/s,
    '"length":1.0,"length":1,$1',
  ),
  text(
    'text-first-member',
    'text-duplicate-member',
    'several faults, of which the first counts: a member twice, whose second value is a fraction',
    '"length":1',
    '"length":1,"length":1.0',
  ),
  text(
    'text-first-mark',
    'text-not-json',
    'several faults, of which the first counts: a comma too many, then nested too deep',
    '"name":"Ann"',
    `"name":"Ann",,"name":${'['.repeat(40)}${']'.repeat(40)}`,
  ),
  text(
    'text-first-depth',
    'text-too-deep',
    'several faults, of which the first counts: nested too deep, with a fraction in it that is never closed',
    '"name":"Ann"',
    `"name":${'['.repeat(40)}1.0`,
  ),
];
