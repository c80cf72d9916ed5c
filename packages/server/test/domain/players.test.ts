import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanName, guestName } from '../../src/domain/players/name.ts';

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

  it('NM3 of guests follow from their keys', () => {
    expect(guestName(`3f2a${'0'.repeat(60)}`)).toBe('Guest 3f2a');
  });
});
