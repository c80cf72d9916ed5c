import fc from 'fast-check';
import { expect, test } from 'vitest';
import { labelPlace } from '../../src/pages/player/chart-parts.tsx';

/** The share of a label that is left of its place. */
const BEFORE = { start: 0, middle: 0.5, end: 1 };

test('PF11 no label below a chart is cut at an edge, and each that has room stands in the middle of its place', () => {
  const label = fc.constantFrom('16:44:00', '25 Nov', '25 Nov 2026', '25. Nov. 2026');
  fc.assert(
    fc.property(
      fc.integer({ min: 200, max: 900 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      label,
      (width, at, text) => {
        const wide = 7 * text.length;
        const { x, 'text-anchor': anchor } = labelPlace(at * width, text, width);
        const left = x - BEFORE[anchor] * wide;
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left + wide).toBeLessThanOrEqual(width);
        const hasRoom = at * width >= wide / 2 && at * width + wide / 2 <= width;
        if (hasRoom) expect([x, anchor]).toEqual([at * width, 'middle']);
      },
    ),
  );
});
