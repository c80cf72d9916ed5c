import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printLines, quoted, visible } from '../src/visible.ts';

/** Characters of the categories control, format, surrogate, private use, unassigned, and both separators of lines. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u;
const any = fc.string({ unit: 'binary', maxLength: 400 });
const units = fc.array(fc.integer({ min: 0, max: 0xffff })).map((list) => String.fromCharCode(...list));

function printedBy(lines: string | readonly string[]): string {
  let all = '';
  printLines({ write: (text) => (all += text) }, lines);
  return all;
}

describe('a text of others', () => {
  test.each([
    ['Žofie Łącka-Ōno 🎲 山田 زهراء', 'Žofie Łącka-Ōno 🎲 山田 زهراء'],
    ['a\u001b[8mb', 'a\\u001b[8mb'],
    ['a\u001b]0;title\u0007b', 'a\\u001b]0;title\\u0007b'],
    ['a\r\n\tb\u0085c\u009bd\u007f', 'a\\u000d\\u000a\\u0009b\\u0085c\\u009bd\\u007f'],
    ['a\u2028b\u2029c', 'a\\u2028b\\u2029c'],
    ['a\u202eb\u2066c\u061c', 'a\\u202eb\\u2066c\\u061c'],
    ['a\u200bb\u200dc\ufeffd\u00ade\u034ff\u3164g\u2800h', 'a\\u200bb\\u200dc\\ufeffd\\u00ade\\u034ff\\u3164g\\u2800h'],
    ['a\ud800b\udc00', 'a\\ud800b\\udc00'],
    ['a\u{e0041}b\ue000c\uffffd', 'a\\udb40\\udc41b\\ue000c\\uffffd'],
  ])('%j is shown as %j', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  test('OW1 is printed without control characters, format characters, separators of lines and lone surrogates', () => {
    const all = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
    const hidden = all.filter((character) => HIDDEN.test(character));
    expect(hidden.length).toBeGreaterThan(900_000);
    expect(hidden.filter((character) => HIDDEN.test(visible(character)))).toEqual([]);
    fc.assert(
      fc.property(fc.oneof(any, units), (text) => {
        expect(printedBy(text).slice(0, -1)).not.toMatch(HIDDEN);
        expect(printedBy([text, text])).toBe(`${visible(text)}\n${visible(text)}\n`);
      }),
    );
  });

  test('keeps its meaning in JSON', () => {
    fc.assert(
      fc.property(fc.oneof(any, units), (text) => {
        expect(JSON.parse(visible(JSON.stringify({ [text]: text })))).toEqual({ [text]: text });
      }),
    );
  });

  test('OW30 is quoted without characters that look like quotation marks, and shown without glyphs that are blank', () => {
    for (const mark of '“”„‟″‴‶‷⁗＂〃〝〞〟ʺ˝ˮ״❝❞🙶🙷🙸') expect(quoted(mark)).toMatch(/^"(?:\\u[0-9a-f]{4})+"$/);
    for (const blank of ['\u2800', '\ufffc', '\u{13441}', '\u{13442}', '\u{16fe4}', '\u{1d159}'])
      expect(visible(blank)).toMatch(/^(?:\\u[0-9a-f]{4})+$/);
    expect(quoted('l’été ‘x’ «y»')).toBe('"l’été ‘x’ «y»"');
  });

  test('OW2 cannot end a quotation, and is quoted up to 200 code points', () => {
    const quotation = /^"(?:[^"\\]|\\["\\]|\\u[0-9a-f]{4})*"( \[…\])?$/u;
    fc.assert(
      fc.property(fc.oneof(any, units), (text) => {
        const shown = quoted(text);
        expect(shown).toMatch(quotation);
        expect(shown.endsWith(' […]')).toBe([...text].length > 200);
        expect(shown).not.toMatch(HIDDEN);
        expect(shown).not.toMatch(/\p{Zs}\p{Zs}/u);
        const [, inside = ''] = /^"(.*)"/u.exec(shown) ?? [];
        const read = inside.replace(
          /\\(?:u([0-9a-f]{4})|(["\\]))/g,
          (_, hex, sign) => sign ?? String.fromCharCode(Number.parseInt(hex, 16)),
        );
        expect(read).toBe([...text].slice(0, 200).join(''));
      }),
    );
    expect(quoted('🎲'.repeat(200))).toBe(`"${'🎲'.repeat(200)}"`);
    expect(quoted('🎲'.repeat(201))).toBe(`"${'🎲'.repeat(200)}" […]`);
    expect(quoted(`${'a'.repeat(199)}🎲b`)).toBe(`"${'a'.repeat(199)}🎲" […]`);
    expect(quoted('a   b')).toBe('"a \\u0020\\u0020b"');
  });
});
