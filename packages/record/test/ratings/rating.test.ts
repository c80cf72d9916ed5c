import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  conservative,
  FULLY_KNOWN,
  glicko2,
  INITIAL_RATING,
  isProvisional,
  type Meeting,
  PERIOD_MS,
  type PlayerRating,
  rateMatch,
  ratingAt,
  shownRating,
} from '../../src/ratings/index.ts';

const established = { opponents: 9, known: FULLY_KNOWN, knownOn: 0 };
const rating = (value: number, rd: number): PlayerRating => ({
  rating: value,
  rd,
  volatility: 0.06,
  at: 0,
  ...established,
});
const again: Meeting = { isFirst: false, vouched: [true, true] };
const someRating = fc.record({
  rating: fc.double({ min: 600, max: 2600, noNaN: true }),
  rd: fc.double({ min: 30, max: 350, noNaN: true }),
  volatility: fc.double({ min: 0.03, max: 0.1, noNaN: true }),
  at: fc.constant(0),
  opponents: fc.constant(9),
  known: fc.integer({ min: 0, max: FULLY_KNOWN }),
  knownOn: fc.constant(0),
});
const someLength = fc.integer({ min: 1, max: 25 });

describe('glicko2-sqrt-2', () => {
  it('RT1 with weight 1 gives Glickman’s published example', () => {
    const outcomes = [
      { against: rating(1400, 30), score: 1 },
      { against: rating(1550, 100), score: 0 },
      { against: rating(1700, 300), score: 0 },
    ];
    const after = glicko2(rating(1500, 200), outcomes, { weight: 1, periods: 1 });
    expect(after.rating).toBeCloseTo(1464.06, 1);
    expect(after.rd).toBeCloseTo(151.52, 2);
    // The paper truncates 0.059996 to five decimals.
    expect(Math.floor(after.volatility * 1e5)).toBe(5999);
  });

  it('RT2 a match to seven is the unit: its weight is 1', () => {
    const before = [rating(1500, 200), rating(1400, 30)] as const;
    const plain = glicko2(before[0], [{ against: before[1], score: 1 }], { weight: 1, periods: 0 });
    expect(rateMatch(before, { length: 7, winner: 0, at: 0 }, again)[0]).toEqual({ ...plain, at: 0 });
  });

  it('RT3 the winner gains, the loser loses, and both deviations shrink', () => {
    fc.assert(
      fc.property(someRating, someRating, someLength, fc.constantFrom(0, 1), (a, b, length, winner) => {
        const after = rateMatch([a, b], { length, winner, at: 0 }, again);
        const loser = winner === 0 ? 1 : 0;
        const before = [a, b] as const;
        expect(after[winner].rating).toBeGreaterThan(before[winner].rating);
        expect(after[loser].rating).toBeLessThan(before[loser].rating);
        expect(after[winner].rd).toBeLessThan(before[winner].rd);
      }),
    );
  });

  it('RT4 is symmetric in the seats', () => {
    fc.assert(
      fc.property(someRating, someRating, someLength, (a, b, length) => {
        const [x, y] = rateMatch([a, b], { length, winner: 0, at: 0 }, again);
        expect(rateMatch([b, a], { length, winner: 1, at: 0 }, again)).toEqual([y, x]);
      }),
    );
  });

  it('RT5 between equals a longer match changes the ratings more', () => {
    const equals = [rating(1600, 80), rating(1600, 80)] as const;
    const gains = [1, 3, 7, 15, 25].map((length) => rateMatch(equals, { length, winner: 0, at: 0 }, again)[0].rating);
    expect(gains).toEqual([...gains].sort((a, b) => a - b));
    expect(gains[0]).toBeLessThan(gains[4] ?? 0);
  });

  it('RT6 the deviation grows while a player is away, up to that of a newcomer', () => {
    const known = rating(1700, 50);
    const after = [0, 30, 88, 10_000].map((days) => ratingAt(known, days * PERIOD_MS).rd);
    expect(after[0]).toBe(50);
    expect(after[1]).toBeCloseTo(Math.sqrt(50 ** 2 + 30 * (173.7178 * 0.06) ** 2), 6);
    expect(after[2]).toBeLessThanOrEqual(110);
    expect(after[3]).toBe(350);
    expect(ratingAt(INITIAL_RATING, 5 * PERIOD_MS)).toEqual(INITIAL_RATING);
  });

  it('RT7 provisional is above 110, conservative is two deviations down', () => {
    expect([110, 110.01].map((rd) => isProvisional(rating(1500, rd)))).toEqual([false, true]);
    expect(conservative(rating(1800, 60))).toBe(1680);
  });

  it('RT8 a result against an unknown opponent counts a sixth, and still changes both ratings', () => {
    const gain = (known: number) =>
      rateMatch([rating(1500, 60), { ...rating(1500, 60), known }], { length: 7, winner: 0, at: 0 }, again)[0].rating -
      1500;
    expect(gain(0)).toBeGreaterThan(0);
    expect(gain(FULLY_KNOWN) / gain(0)).toBeGreaterThan(5);
    expect(gain(FULLY_KNOWN) / gain(0)).toBeLessThan(6.5);
    const gains = [0, 1, 2, 3, 4, 5].map(gain);
    expect(gains).toEqual(gains.toSorted((a, b) => a - b));
  });

  it('RT9 the shown deviation is limited by how well a player is known, provisional until five opponents vouch', () => {
    const shown = [0, 1, 2, 3, 4, 5].map((known) => shownRating({ ...rating(1700, 60), known }, 0).rd);
    expect(shown).toEqual([350, 302, 254, 206, 158, 60]);
    expect(shown.map((rd) => isProvisional({ rd }))).toEqual([true, true, true, true, true, false]);
  });

  it('RT10 an opponent with three opponents vouches once, one per UTC day, five in all', () => {
    const match = (at: number) => ({ length: 1, winner: 0, at }) as const;
    const first: Meeting = { isFirst: true, vouched: [false, false] };
    const known = (opponents: number) => ({ ...INITIAL_RATING, opponents });
    const noon = 20_000 * PERIOD_MS + PERIOD_MS / 2;
    // This player is the opponent's third opponent.
    expect(rateMatch([INITIAL_RATING, known(1)], match(noon), first)[0].known).toBe(0);
    const [one, other] = rateMatch([INITIAL_RATING, known(2)], match(noon), first);
    expect(one).toMatchObject({ opponents: 1, known: 1, knownOn: 20_000 });
    expect(other).toMatchObject({ opponents: 3, known: 0, knownOn: null });
    // Each opponent vouches only once.
    expect(
      rateMatch([one, other], match(noon + PERIOD_MS), { isFirst: false, vouched: [true, false] })[0],
    ).toMatchObject({ opponents: 1, known: 1, knownOn: 20_000 });
    // Another opponent on the same day, or on an earlier day after the clock was set back.
    for (const at of [noon + 1, noon - PERIOD_MS])
      expect(rateMatch([one, known(5)], match(at), first)[0]).toMatchObject({ opponents: 2, known: 1 });
    let player = one;
    for (let day = 1; day <= 9; day++) [player] = rateMatch([player, known(5)], match(noon + day * PERIOD_MS), first);
    expect(player).toMatchObject({ opponents: 10, known: 5, knownOn: 20_004 });
  });
});
