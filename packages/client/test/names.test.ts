import { botLevel, botLevelOf, botName } from '@anchor/wire';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { texts as german } from '../src/strings/de/names.ts';
import { number, percent, plural, signed } from '../src/strings/forms.ts';
import { isolated, plainName, withoutIsolates } from '../src/strings/name-text.ts';
import { names as english } from '../src/strings/names.ts';

describe('the name of a bot of the service', () => {
  test.each(botLevel.options)('NA9 exists in every language: %s', (level) => {
    expect(plainName(botName(level))).toBe(english.bots[level]);
    expect(german.bots[level]).toMatch(/^Anchor-Bot, /);
    expect(botLevelOf(botName(level))).toBe(level);
    expect(botLevelOf(`${botName(level)}!`)).toBeNull();
  });
});

describe('a name chosen by another player', () => {
  test.each([
    ['Ann', 'Ann'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['\u202eevil\u202c', 'evil'],
    ['\u2067a\u2069b\u2069', 'ab'],
    ['زهراء', 'زهراء'],
    ['👩‍👧 Ann', '👩‍👧 Ann'],
    ['a\u2028b\u0007', 'ab'],
    ['', 'Guest abcdef'],
    ['\u200b\u200f ', 'Guest abcdef'],
    ['\u0301\u0301', 'Guest abcdef'],
    ['\u3164\u2800\u180e', 'Guest abcdef'],
    [`Z${'\u0301'.repeat(30)}`, `Z${'\u0301'.repeat(4)}`],
    ['W'.repeat(40), 'W'.repeat(40)],
  ])('%j is shown as %j', (name, shown) => {
    expect(plainName(name, 'abcdef0123')).toBe(shown);
  });

  test('NA10 is in the title of a tab and in the names of elements without invisible characters', () => {
    expect(withoutIsolates(`${isolated('Ann')} – ${isolated('زهراء')}`)).toBe('Ann – زهراء');
  });

  test('does not reorder the sentence around it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (name) => {
        const inside = isolated(name).slice(1, -1);
        expect(isolated(name)).toMatch(/^\u2068[\s\S]*\u2069$/);
        expect(inside).not.toMatch(/[\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cc}]/u);
        expect(inside).not.toBe('');
      }),
    );
  });
});

describe('numbers in words', () => {
  test('are grouped, signed and pluralised as in the language', () => {
    expect([number(1234567), number(-3.456, 2), number(-0.2)]).toEqual(['1,234,567', '\u200e−3.46', '0']);
    expect([signed(5), signed(-5), signed(0.3), signed(0)]).toEqual(['\u200e+5', '\u200e−5', '0', '0']);
    expect(percent(0.1234, 1)).toBe('12.3%');
    const forms = { one: '# match', other: '# matches' };
    expect([0, 1, 2, 1000].map((count) => plural(count, forms))).toEqual([
      ...['0 matches', '1 match', '2 matches', '1,000 matches'],
    ]);
  });
});
