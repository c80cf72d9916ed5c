import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanName, foldName, guestName, markedName } from '../../src/domain/players/name.ts';

describe('names', () => {
  it('NM1 have no control characters and at most 24 characters, counted as users count them', () => {
    expect(cleanName('A\u0000n\u009fn\n')).toBe('Ann');
    expect(cleanName('🎲'.repeat(30))).toBe('🎲'.repeat(24));
    expect(cleanName(`${'x'.repeat(23)} y`)).toBe('x'.repeat(23));
    expect(cleanName('half \ud83c pair')).toBe('half  pair');
    expect(cleanName(' \t\r\n ')).toBeNull();
  });

  it.each([
    ['Ann\u202eevil', 'Annevil'],
    ['\u2066Ann\u2069', 'Ann'],
    ['A\u200bn\u200cn\u200d', 'Ann'],
    ['A\u00adn\ufeffn\u2060', 'Ann'],
    ['Ann\u3164\u115f\u2800', 'Ann'],
    ['Ann\u{e0041}\ufe0f', 'Ann'],
    ['\u200b\u202e\u2800', null],
    ['Ann\u{1d159}\u{13441}', 'Ann'],
    ['\u200d\u200c', null],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['क्\u200dष', 'क्\u200dष'],
    ['👩‍👩‍👧 ❤️ 👍🏽', '👩‍👩‍👧 ❤️ 👍🏽'],
    [`${'x'.repeat(23)}👩‍👧`, `${'x'.repeat(23)}👩`],
    [`${'x'.repeat(22)}👩‍👧`, `${'x'.repeat(22)}👩`],
  ])('NM1b have no invisible characters that could deceive: %j', (typed, name) => {
    expect(cleanName(typed)).toBe(name);
  });

  it('NM2 are clean for any input, and cleaning again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (typed) => {
        const name = cleanName(typed);
        if (name === null) return;
        expect([...name].length).toBeLessThanOrEqual(24);
        expect(name).not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u200b\ufeff]/u);
        expect(cleanName(name)).toBe(name);
      }),
    );
  });

  it.each([
    [
      'Anna',
      'АNNА',
      'Ａｎｎａ',
      'a n n a',
      'An\u00adna',
      '𝔸𝕟𝕟𝕒',
      'ΑΝΝΑ',
      'Aɴɴa',
      '@nna',
      'Anna\u{1d159}',
      'An\u{16fe4}na',
    ],
    ['Anna', 'Anna (3f9c)', 'Anna(0382)', 'ANNA （ＯFi0）', 'Anna (3f9c) (0382)'],
    ['Willow', 'VViIIovv', 'ᴡillow'],
    ['Alice', 'AIice', 'A1ice', 'ALICE', 'A|ice', 'аӏісе', 'Ali\u2009ce'],
    ['Anchor bot, expert', 'anchor bot, expert', 'Αnchοr bоt, expеrt', 'AnchorBot,Expert', 'Anch0r b0t, expert'],
    ['Marnie', 'Mamie', 'MARNIE'],
    ['Straße', 'STRASSE', 'strasse'],
  ])('NM4 are alike if they look alike: %s', (name, ...others) => {
    for (const other of others) expect(foldName(other), other).toBe(foldName(name));
  });

  it.each([
    ['Anna', 'Hanna'],
    ['Anna', 'Ann'],
    ['Anna', 'Änna'],
    ['Anna', 'Anna (3f9)'],
    ['Anna', 'Anna (club)'],
    ['(3f9c)', '(0382)'],
    ['Bob', 'Rob'],
    ['Anchor bot, expert', 'Anchor bot, beginner'],
  ])('NM4b are not alike if they differ: %s and %s', (name, other) => {
    expect(foldName(other)).not.toBe(foldName(name));
  });

  it('NM5 have a folded form that does not change with case, width or spaces, nor when folded again', () => {
    const wide = (text: string) =>
      text.replace(/[!-~]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 24 }), (name) => {
        const variants = [
          name.toUpperCase(),
          name.toLowerCase(),
          wide(name),
          [...name].join('\u200b '),
          foldName(name),
        ];
        for (const variant of variants) expect(foldName(variant)).toBe(foldName(name));
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 24 }), (typed) => {
        const name = cleanName(typed);
        if (name === null) return;
        expect(foldName(foldName(name))).toBe(foldName(name));
        expect(foldName(name)).not.toBe('');
      }),
    );
  });

  it('NM6 with the start of the key are no longer than others', () => {
    const pub = `3f9c${'0'.repeat(60)}`;
    expect(markedName('Anna', pub)).toBe('Anna (3f9c)');
    expect(markedName(`${'x'.repeat(16)} Anna`, pub)).toBe(`${'x'.repeat(16)} (3f9c)`);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (typed) => {
        const marked = markedName(cleanName(typed) ?? 'x', pub);
        expect(cleanName(marked)).toBe(marked);
      }),
    );
  });

  it('NM3 of guests follow from their keys', () => {
    expect(guestName(`3f2a${'0'.repeat(60)}`)).toBe('Guest 3f2a');
  });
});
