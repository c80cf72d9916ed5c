import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { MAX_EVENTS } from '../src/event.ts';
import { MAX_TEXT_BYTES, parseRecordText } from '../src/text.ts';
import { firstFault } from '../src/text-judge.ts';

const code = (text: string | Uint8Array) => {
  const read = parseRecordText(text);
  return read.ok ? 'ok' : read.code;
};

/** JSON that a record may contain: integers, well-formed strings, lists and objects. */
const { value: strictJson } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    fc.maxSafeInteger().map((n) => n || 0),
    fc.string({ unit: 'grapheme' }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string({ unit: 'grapheme', maxLength: 5 }), tie('value'), { maxKeys: 4 }),
  ),
}));

describe('parseRecordText', () => {
  it('reads what JSON.stringify writes, as text and as bytes, compact and indented', () => {
    fc.assert(
      fc.property(strictJson, fc.constantFrom(0, 1, 4), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const expected = { ok: true, value: JSON.parse(text) };
        expect(parseRecordText(text)).toEqual(expected);
        expect(parseRecordText(new TextEncoder().encode(text))).toEqual(expected);
      }),
    );
  });

  it('never throws, and never accepts text that JSON.parse refuses', () => {
    const soup = fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0019-.eE tfn ') });
    fc.assert(
      fc.property(fc.oneof(soup, fc.string({ unit: 'binary' })), (text) => {
        const read = parseRecordText(text);
        if (read.ok) expect(read.value).toEqual(JSON.parse(text));
      }),
      { numRuns: 5000 },
    );
  });

  it.each(['{"a":1,"a":1}', '{"a":1,"\\u0061":2}', '[{"b":{"a":1,"c":[],"a":1}}]', '{"__proto__":1,"__proto__":2}'])(
    'refuses a duplicate member: %s',
    (text) => expect(code(text)).toBe('text-duplicate-member'),
  );

  it.each(['{"a":1,"b":{"a":1}}', '[{"a":1},{"a":1}]', '{"a":"a","b":"a"}', '{"a":":","b":":"}', '{"":1}'])(
    'does not treat these as duplicates: %s',
    (text) => expect(parseRecordText(text)).toEqual({ ok: true, value: JSON.parse(text) }),
  );

  it.each(['1.0', '0.5', '1e0', '1E+2', '-0', '9007199254740992', '123456789012345678901234567890', ' 2.0\n'])(
    'refuses the number %s, alone, in a list and in an object',
    (number) => {
      expect(code(number)).toBe('text-bad-number');
      expect(code(`[ 1, ${number} ]`)).toBe('text-bad-number');
      expect(code(`{ "n": ${number} }`)).toBe('text-bad-number');
      expect(code(JSON.stringify(number))).toBe('ok');
    },
  );

  it.each(['0', '-1', '9007199254740991', '-9007199254740991'])('reads the number %s', (number) =>
    expect(parseRecordText(number)).toEqual({ ok: true, value: Number(number) }),
  );

  it('refuses unpaired surrogates, raw and escaped, in values and in names', () => {
    expect(code('"\ud800"')).toBe('text-lone-surrogate');
    expect(code('"\\ud800"')).toBe('text-lone-surrogate');
    expect(code('{"\\uDC00x":1}')).toBe('text-lone-surrogate');
    expect(code('"\\udfb2\\udfb2"')).toBe('text-lone-surrogate');
    expect(code('"\\\\ud800"')).toBe('ok');
    expect(code('"\\ud83c\\udfb2"')).toBe('ok');
  });

  it('refuses bytes that are not UTF-8, and a byte order mark', () => {
    expect(code(Uint8Array.of(0x22, 0xff, 0x22))).toBe('text-not-json');
    expect(code(Uint8Array.of(0x22, 0xc0, 0x80, 0x22))).toBe('text-not-json');
    expect(code(Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22))).toBe('text-not-json');
    expect(code(Uint8Array.of(0xef, 0xbb, 0xbf, 0x31))).toBe('text-not-json');
  });

  it('limits nesting and size', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(code(nested(8))).toBe('ok');
    expect(code(nested(9))).toBe('text-too-deep');
    expect(code(nested(MAX_TEXT_BYTES / 2))).toBe('text-too-deep');
    expect(code(`"${'['.repeat(9)}"`)).toBe('ok');
    expect(code(`"${'a'.repeat(MAX_TEXT_BYTES)}"`)).toBe('text-too-large');
    expect(code(new Uint8Array(MAX_TEXT_BYTES + 1))).toBe('text-too-large');
    expect(code(`"${'\\n'.repeat(MAX_TEXT_BYTES / 2 - 1)}"`)).toBe('ok');
  });

  const list = (item: string, count: number) => `[${`${item},`.repeat(count - 1)}${item}]`;

  it('limits names and values together, of any kind', () => {
    for (const item of ['0', '-12', 'null', 'true']) {
      expect(code(list(item, 699_999)), item).toBe('ok');
      expect(code(list(item, 700_000)), item).toBe('text-too-large');
    }
    // Thirteen each, plus the enclosing list.
    expect(code(list('{"a":[0,1,2,3,4,5,6,7,8,9]}', 53_846))).toBe('ok');
    expect(code(list('{"a":[0,1,2,3,4,5,6,7,8,9]}', 53_847))).toBe('text-too-large');
  });

  it('limits strings, including names', () => {
    for (const item of ['""', '"\\u0041"', '"ab"']) {
      expect(code(list(item, 350_000)), item).toBe('ok');
      expect(code(list(item, 350_001)), item).toBe('text-too-large');
    }
    expect(code(list('{"a":"","b":""}', 87_500))).toBe('ok');
    expect(code(list('{"a":"","b":""}', 87_501))).toBe('text-too-large');
  });

  it('limits lists and objects', () => {
    for (const item of ['[]', '{}', '{"a":0}']) {
      expect(code(list(item, 149_999)), item).toBe('ok');
      expect(code(list(item, 150_000)), item).toBe('text-too-large');
    }
  });

  it('limits the spellings of names', () => {
    const names = (count: number) => Array.from({ length: count }, (_, n) => `"a${n}":0`).join();
    expect(code(`{${names(1000)}}`)).toBe('ok');
    expect(code(`{${names(1001)}}`)).toBe('text-too-large');
    expect(code(`[{${names(1000)}},{${names(1000)}}]`)).toBe('ok');
    expect(code(`[{${names(1000)}},{"\\u0061":0}]`)).toBe('text-too-large');
  });

  it.each([
    ['[1.0', 'text-bad-number'],
    ['{"a":1,"a":1', 'text-duplicate-member'],
    ['{"a":1,"a" 1}', 'text-duplicate-member'],
    ['["\\ud800"', 'text-lone-surrogate'],
    ['["\\ud800', 'text-lone-surrogate'],
    ['["\\ud800\\x"]', 'text-lone-surrogate'],
    ['["\\x\\ud800"]', 'text-not-json'],
    ['[1 1.0]', 'text-not-json'],
    ['[1,,1.0]', 'text-not-json'],
    ['[1.0x]', 'text-not-json'],
    ['[NaN,1.0]', 'text-not-json'],
    ['[1.0,NaN]', 'text-bad-number'],
    ['[[[[[[[[[1.0', 'text-too-deep'],
    ['[[[[[[[[1.0[', 'text-bad-number'],
    ['}[[[[[[[[[', 'text-not-json'],
    ['[1.0,{"a":1,"a":1}]', 'text-bad-number'],
    ['[{"a":1,"a":1},1.0]', 'text-duplicate-member'],
    [`[1.0,${'[],'.repeat(150_000)}0]`, 'text-bad-number'],
    [`[${'[],'.repeat(150_000)}1.0]`, 'text-too-large'],
    [`[${'[],'.repeat(149_999)}${'['.repeat(9)}`, 'text-too-large'],
  ])('reports the first of several faults in reading order: %.30s', (text, expected) =>
    expect(code(text)).toBe(expected),
  );

  it.each([
    ['', 'The text is not JSON: it is empty (line 1, column 1).'],
    ['\ufeff{}', 'The text is not JSON: it begins with a byte order mark (U+FEFF).'],
    ['{\n  "n": NaN\n}', 'The text is not JSON: found "NaN" where a value is expected (line 2, column 8).'],
    ['{"a":1', 'The text is not JSON: it ends where "," or "}" is expected (line 1, column 7).'],
    ['[1,\n', 'The text is not JSON: it ends where a value is expected (line 2, column 1).'],
    ['["ab', 'The text is not JSON: it ends inside a string (line 1, column 5).'],
    ['{}\n{}', 'The text is not JSON: found "{" where nothing more is expected (line 2, column 1).'],
    ['{} // done', 'The text is not JSON: found "//" where nothing more is expected (line 1, column 4).'],
    [
      "{'a':1}",
      'The text is not JSON: found "\'a\'" where a name in quotation marks or "}" is expected (line 1, column 2).',
    ],
    ['{"a" "b"}', 'The text is not JSON: found a string where ":" is expected (line 1, column 6).'],
    ['[1,]', 'The text is not JSON: found "]" where a value is expected (line 1, column 4).'],
    ['["\t"]', 'The text is not JSON: a string has the control character U+0009 (line 1, column 3).'],
    ['["\\a"]', 'The text is not JSON: "\\\\a" is not a valid escape (line 1, column 3).'],
    ['{"a":1,\n"\\u0061":2}', 'The member "\\u0061" is given twice (line 2, column 1).'],
    ['[1,\n2,  3.0]', '3.0 is not an integer in its plain form (line 2, column 5).'],
    ['["\\ud83c"]', 'A string has an unpaired surrogate (line 1, column 3).'],
    ['"\ud83c"', 'The text has an unpaired surrogate (line 1, column 2).'],
    ['[[[[[[[[[', 'The text nests deeper than 8 levels (line 1, column 9).'],
    [Uint8Array.of(0xef, 0xbb, 0xbf, 0x31), 'The text is not JSON: it begins with a byte order mark (U+FEFF).'],
    [Uint8Array.of(0x22, 0x61, 0xff, 0x22), 'The bytes are not UTF-8: byte 2, counted from 0, is ff.'],
    [Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22), 'The bytes are not UTF-8: byte 2, counted from 0, is a0.'],
    [Uint8Array.of(0x22, 0xf0, 0x9f), 'The bytes are not UTF-8: they end inside a character.'],
    [Uint8Array.of(0xff, 0xfe, 0x7b, 0x00), 'The bytes are not UTF-8: they look like UTF-16.'],
  ])('reports the fault and its place: %j', (text, message) =>
    expect(parseRecordText(text)).toMatchObject({ ok: false, message }),
  );

  it.each([
    null,
    undefined,
    7,
    true,
    {},
    [],
    [0x7b, 0x7d],
    new ArrayBuffer(2),
    new DataView(new ArrayBuffer(2)),
    () => '{}',
  ])('refuses input that is not text, without an exception: %o', (value) =>
    expect(code(value as never)).toBe('text-not-json'),
  );

  it('agrees with JSON.parse on valid JSON, after any change to a valid text (seed 42)', () => {
    const spoilt = fc.constantFrom(...'{}[]",:\\u0019-.eE+tfn \n\t\u0001\u00e9', 'null', '""', '\\ud83c', '\\u0061');
    const text = fc
      .tuple(strictJson, fc.nat(), fc.nat(3), fc.array(spoilt, { maxLength: 2 }))
      .map(([value, place, cut, put]) => {
        const right = JSON.stringify(value);
        const at = place % (right.length + 1);
        return right.slice(0, at) + put.join('') + right.slice(at + cut);
      });
    fc.assert(
      fc.property(text, (one) => {
        const found = code(one);
        let isJson = true;
        try {
          JSON.parse(one);
        } catch {
          isJson = false;
        }
        if (found === 'text-not-json') expect(isJson).toBe(false);
        if (!isJson) expect(found).not.toBe('ok');
      }),
      { seed: 42, numRuns: 10_000 },
    );
  });

  it('finds every flaw that two parsers could read differently, wherever it occurs', () => {
    // A second implementation of the same check, over the tokens of a lossless parser.
    const scalar = fc.constantFrom('0', '-1', '"a"', '"\\ud83c\\udfb2"', 'null', '{}', '[]');
    const flawed = fc.constantFrom(
      ['1.0', 'text-bad-number'],
      ['-0', 'text-bad-number'],
      ['"\\udc00"', 'text-lone-surrogate'],
      ['"\\ud83c\\ud83c\\udfb2"', 'text-lone-surrogate'],
      ['{"a":{"a":[]},"\\u0061":1}', 'text-duplicate-member'],
    );
    fc.assert(
      fc.property(fc.array(scalar), flawed, fc.array(scalar), (before, [flaw, expected], after) => {
        const members = before.map((value, i) => `"m${i}":${value}`);
        expect(code(`[${[...before, ...after].join()}]`)).toBe('ok');
        expect(code(`[${[...before, flaw, ...after].join()}]`)).toBe(expected);
        expect(code(`{${[...members, `"x":${flaw}`].join()}}`)).toBe(expected);
      }),
      { seed: 41 },
    );
  });

  it('accepts the longest record, whatever its events are', () => {
    const hops = Array(4).fill([25, 20]);
    const common = { n: 23_999, p: 0, prev: 'ab'.repeat(32), sig: 'cd'.repeat(64), at: 1_790_000_000_000 };
    const events = Array(MAX_EVENTS).fill({ type: 'play', hops, ...common });
    const text = JSON.stringify({ header: Array(100).fill(0), events, result: {}, finalHash: '', sig: '' });
    expect(text.length).toBeLessThan(MAX_TEXT_BYTES);
    expect(code(text)).toBe('ok');
  });

  it('stops at the limits in floods of punctuation, and parses nothing of them', () => {
    const parse = vi.spyOn(JSON, 'parse');
    for (const flood of [':', ',', ']', '}', '[', '{', '[]', '{}', '[],', '"",', '0,', '"":', '[0,', '{"a":']) {
      for (const before of ['', '[', '{', '[0', '{"a"']) {
        const text = before + flood.repeat(2_000_000 / flood.length);
        const fault = firstFault(text);
        expect(fault?.at, text.slice(0, 20)).toBeLessThanOrEqual(1_400_010);
        expect(code(text), text.slice(0, 20)).toBe(fault?.code);
      }
    }
    expect(parse).not.toHaveBeenCalledWith(expect.stringMatching(/^.{1000}/));
    parse.mockRestore();
  });

  it.each(['', ' ', '{', 'nul', '[1,]', '{"a":1}x', "{'a':1}", '01', '+1', 'NaN'])(
    'refuses what is not JSON: %j',
    (text) => expect(code(text)).toBe('text-not-json'),
  );
});
