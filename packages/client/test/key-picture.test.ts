import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HUES } from '../src/ui/hues.ts';
import { drawKey } from '../src/ui/key-picture.tsx';
import { contrast, luminance } from './hsl.ts';

const key = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });

/** The corners of the cells that a path fills, with `o` for a dot. */
const cellsOf = (path: string) =>
  [...path.matchAll(/M([\d.]+) ([\d.]+)(h|a)/g)].map(([, x, y, kind]) => {
    return { x: Math.floor(Number(x)), y: Math.floor(Number(y)), kind };
  });

describe('the picture of a key', () => {
  test('NA7 is the same for a key and for its first 16 digits', () => {
    fc.assert(
      fc.property(key, (pub) => {
        expect(drawKey(pub.slice(0, 16))).toEqual(drawKey(pub));
      }),
    );
  });

  test('lies within its square and is its own mirror image', () => {
    fc.assert(
      fc.property(key, (pub) => {
        const { path, hue } = drawKey(pub);
        const cells = cellsOf(path);
        const names = new Set(cells.map(({ x, y, kind }) => `${x} ${y} ${kind}`));
        for (const { x, y, kind } of cells) {
          expect(Math.max(x, y)).toBeLessThan(5);
          expect(names).toContain(`${4 - x} ${y} ${kind}`);
        }
        expect(names.size).toBe(cells.length);
        expect([...Array(12).keys()]).toContain(hue);
      }),
    );
  });

  test('NA8 each of the digits 1 to 15 changes the form, whatever the colour is', () => {
    fc.assert(
      fc.property(key, fc.nat(14), (pub, at) => {
        const other = (Number.parseInt(pub[at] ?? '', 16) ^ 2).toString(16);
        expect(drawKey(pub.slice(0, at) + other + pub.slice(at + 1)).path).not.toBe(drawKey(pub).path);
      }),
    );
  });

  test('a key that is no hexadecimal text has a picture too', () => {
    expect(drawKey('')).toEqual(drawKey('zzzz'));
  });

  test('each colour has a contrast of 3 : 1 with the surface in both themes', () => {
    for (const hue of HUES) {
      expect(contrast(luminance(hue, 0.65, 0.34), 1), `light ${hue}`).toBeGreaterThan(3);
      // #222c32, the lightest dark surface
      expect(contrast(luminance(hue, 0.6, 0.72), 0.024), `dark ${hue}`).toBeGreaterThan(3);
    }
  });
});
