import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawKey } from '../src/ui/key-picture.tsx';

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
    const css = readFileSync(join(import.meta.dirname, '../src/ui/controls.css'), 'utf8');
    const hues = [...css.matchAll(/--hue: (\d+);/g)].map(([, hue]) => Number(hue));
    expect(hues).toHaveLength(12);
    for (const hue of hues) {
      expect(contrast(luminance(hue, 0.65, 0.34), 1), `light ${hue}`).toBeGreaterThan(3);
      // #222c32, the lightest dark surface
      expect(contrast(luminance(hue, 0.6, 0.72), 0.024), `dark ${hue}`).toBeGreaterThan(3);
    }
  });
});

const contrast = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** The relative luminance of an HSL colour (WCAG 2.2). */
function luminance(hue: number, saturation: number, lightness: number): number {
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12;
    const value = lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(0) + 0.7152 * channel(8) + 0.0722 * channel(4);
}
