import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faceOf, MOTIFS } from '../src/ui/face-drawing.ts';
import { HUES } from '../src/ui/hues.ts';
import { contrast, luminance } from './hsl.ts';

const key = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });

describe('the face of a player', () => {
  test('WU1 is the same for a key and for its first 16 digits, and exists for any text', () => {
    fc.assert(
      fc.property(key, (pub) => {
        expect(faceOf(pub.slice(0, 16))).toEqual(faceOf(pub));
      }),
    );
    for (const text of ['', 'zz', '\u{1F600}']) {
      expect(MOTIFS[faceOf(text).motif]).toBeDefined();
      expect(HUES[faceOf(text).hue]).toBeDefined();
    }
  });

  test('WU2 the keys spread over all 288 faces', () => {
    const counts = new Map<string, number>();
    const keys = 28_800;
    for (let n = 0; n < keys; n++) {
      const { motif, hue } = faceOf(createHash('sha256').update(String(n)).digest('hex'));
      counts.set(`${motif} ${hue}`, (counts.get(`${motif} ${hue}`) ?? 0) + 1);
    }
    expect(counts.size).toBe(MOTIFS.length * HUES.length);
    const chi2 = [...counts.values()].reduce((sum, count) => sum + (count - 100) ** 2 / 100, 0);
    // The 99.99th percentile of chi-square with 287 degrees of freedom.
    expect(chi2).toBeLessThan(383);
  });

  test('WU3 the two players of a match never have the same face', () => {
    let alike = 0;
    fc.assert(
      fc.property(key, key, (one, other) => {
        fc.pre(one !== other);
        if (JSON.stringify(faceOf(one)) === JSON.stringify(faceOf(other))) alike += 1;
        expect(faceOf(one, other)).not.toEqual(faceOf(other, one));
      }),
      { numRuns: 5_000 },
    );
    expect(alike).toBeGreaterThan(0);
  });

  test('WU4 only one of the two players gets another hue, and only if the faces are the same', () => {
    fc.assert(
      fc.property(key, key, (one, other) => {
        const changed = [faceOf(one, other), faceOf(other, one)].filter(
          (face, at) => face.hue !== faceOf(at === 0 ? one : other).hue,
        );
        const isSame = one !== other && JSON.stringify(faceOf(one)) === JSON.stringify(faceOf(other));
        expect(changed).toHaveLength(isSame ? 1 : 0);
      }),
    );
  });

  test('has 24 motifs, all different', () => {
    expect(new Set(MOTIFS.map(({ figure }) => figure)).size).toBe(24);
  });

  test.each(HUES)('the figure has a contrast of 3 : 1 with its field and with its marks: hue %i', (hue) => {
    const figure = luminance(0, 0, 0.98);
    expect(contrast(luminance(hue, 0.48, 0.38), figure)).toBeGreaterThan(3);
    expect(contrast(luminance(hue, 0.42, 0.36), figure)).toBeGreaterThan(3);
    expect(contrast(luminance(hue, 0.55, 0.16), figure)).toBeGreaterThan(3);
  });
});
