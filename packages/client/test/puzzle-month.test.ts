import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysOf, monthAfter, stateOf } from '../src/pages/puzzle/month.ts';

const months = fc
  .record({ year: fc.integer({ min: 1970, max: 2999 }), ordinal: fc.integer({ min: 1, max: 12 }) })
  .map(({ year, ordinal }) => `${year}-${String(ordinal).padStart(2, '0')}`);

describe('a month of puzzles', () => {
  it('has each day of the calendar below its weekday', () => {
    fc.assert(
      fc.property(months, (month) => {
        const cells = daysOf(month);
        const days = cells.filter((date) => date !== null);
        expect(cells.length - days.length).toBeLessThan(7);
        expect(days[0]).toBe(`${month}-01`);
        for (const [index, date] of cells.entries())
          if (date) expect((new Date(date).getUTCDay() + 6) % 7).toBe(index % 7);
        const next = new Date(Date.parse(days.at(-1)!) + 86_400_000).toISOString().slice(0, 10);
        expect(next).toBe(`${monthAfter(month, 1)}-01`);
      }),
    );
  });

  it('can be left and reached again', () => {
    fc.assert(
      fc.property(months, fc.integer({ min: 0, max: 11 }), (month, count) => {
        expect(monthAfter(monthAfter(month, count), -count)).toBe(month);
      }),
    );
    expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  });

  it('gives the state of each day', () => {
    const days = [
      { date: '2026-11-03', rank: 1 },
      { date: '2026-11-04', rank: 7 },
      { date: '2026-11-05', rank: null },
      { date: '2026-11-21', rank: null },
    ];
    const told = ['02', '03', '04', '05', '21'].map((day) => stateOf(`2026-11-${day}`, days, '2026-11-21'));
    expect(told).toEqual(['none', 'solved', 'tried', 'missed', 'open']);
  });
});
