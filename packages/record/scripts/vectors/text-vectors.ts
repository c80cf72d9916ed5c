import type { TextCode } from '../../src/text.ts';
import { validNamed } from './invalid-vector.ts';
import { recordText } from './write.ts';

/** A fault that a parsed object no longer shows: the text differs, not what most readers make of it. */
export interface TextVector {
  readonly name: string;
  readonly code: TextCode;
  readonly note: string;
  readonly make: () => Promise<string>;
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
];
