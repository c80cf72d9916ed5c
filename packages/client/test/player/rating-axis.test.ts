import fc from 'fast-check';
import { expect, test } from 'vitest';
import { labelsOf, momentsOf } from '../../src/pages/player/rating-axis.ts';
import type { RatingPoint } from '../../src/pages/player/rating-series.ts';
import { axisTime } from '../../src/strings/forms.ts';

const FIRST_MS = 1_790_000_000_000;
const DAY_MS = 86_400_000;
const rated = { rating: 1500, rd: 100 };
const pointAt = (atMs: number): RatingPoint => ({
  match: String(atMs),
  atMs,
  before: rated,
  after: rated,
  won: true,
  opponent: 'Bob',
  opponentPub: '',
});

test('PF12 the axis of one rated match shows days, and no time of day', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 * DAY_MS }), (sinceMs) => {
      const moments = momentsOf([pointAt(FIRST_MS)], rated, FIRST_MS + sinceMs);
      const span = (moments.at(-1)?.atMs ?? 0) - (moments[0]?.atMs ?? 0);
      expect(axisTime(span)(FIRST_MS)).not.toContain(':');
    }),
  );
});

test('PF12b no two neighbours below a chart have the same label, and none shows seconds', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 600_000 }), { minLength: 2, maxLength: 8 }), (afterMs) => {
      const series = afterMs.toSorted((a, b) => a - b).map((ms) => pointAt(FIRST_MS + ms));
      const moments = momentsOf(series, rated, FIRST_MS + DAY_MS);
      const text = axisTime((moments.at(-1)?.atMs ?? 0) - (moments[0]?.atMs ?? 0));
      const labels = labelsOf(
        Array.from({ length: 40 }, (_, n) => FIRST_MS + n * 15_000),
        text,
      );
      expect(text(FIRST_MS)).not.toMatch(/:.*:/);
      for (const [n, label] of labels.entries()) expect(label.text).not.toBe(labels[n - 1]?.text);
    }),
  );
});
