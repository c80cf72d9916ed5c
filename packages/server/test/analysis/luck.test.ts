import fc from 'fast-check';
import { expect, it } from 'vitest';
import { luckOf, type RollValue } from '../../src/domain/analysis/luck.ts';

const dice = Array.from({ length: 6 }, (_, a) =>
  Array.from({ length: a + 1 }, (_, b) => [a + 1, b + 1] as const),
).flat();
const rollsOf = (equities: readonly number[]): RollValue[] =>
  dice.map((one, n) => ({ dice: one, equity: equities[n]! }));
const equities = fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 21, maxLength: 21 });

it('is how much better a roll is than the average of all 36', () => {
  const rolls = rollsOf(dice.map(([a, b]) => (a === 6 && b === 6 ? 1 : 0)));
  expect(luckOf([6, 6], rolls)).toBeCloseTo(1 - 1 / 36, 12);
  expect(luckOf([1, 2], rolls)).toBeCloseTo(-1 / 36, 12);
  const mixed = rollsOf(dice.map(([a, b]) => (a === 6 && b === 5 ? 1 : 0)));
  expect(luckOf([5, 6], mixed)).toBeCloseTo(1 - 2 / 36, 12);
});

it('sums to zero over all rolls, and does not depend on the equity level or the order of the dice', () => {
  fc.assert(
    fc.property(equities, fc.double({ min: -1, max: 1, noNaN: true }), (values, level) => {
      const rolls = rollsOf(values);
      const all = dice.reduce((sum, [a, b]) => sum + (a === b ? 1 : 2) * luckOf([a, b], rolls)!, 0);
      expect(all).toBeCloseTo(0, 9);
      expect(luckOf([2, 5], rolls)).toBe(luckOf([5, 2], rolls));
      expect(luckOf([4, 1], rollsOf(values.map((value) => value + level)))).toBeCloseTo(luckOf([4, 1], rolls)!, 9);
    }),
  );
});

it('is unknown unless every roll is given once', () => {
  const rolls = rollsOf(dice.map(() => 0));
  expect(luckOf([3, 1], rolls.slice(1))).toBeNull();
  expect(luckOf([3, 1], [...rolls, rolls[4]!])).toBeNull();
  expect(luckOf([3, 1], [])).toBeNull();
});
