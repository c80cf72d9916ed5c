import type { Dice } from 'bg-rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { summarise } from '../../src/pages/player/dice-of-player.ts';
import { binomial, chiSquare, deviations, faceFigures } from '../../src/ui/dice-figures.ts';

const faces = [1, 2, 3, 4, 5, 6] as const;
const everyRoll = faces.flatMap((one) => faces.map((other): Dice => [one, other]));
const dice = fc.constantFrom(...everyRoll);

describe('figures of dice', () => {
  test('expect a sixth of each face, with the deviation of a binomial', () => {
    const figures = faceFigures([110, 90, 100, 100, 100, 100]);
    expect(figures.map(({ seen }) => seen)).toEqual([110, 90, 100, 100, 100, 100]);
    for (const { expected, sd } of figures) {
      expect(expected).toBeCloseTo(100, 9);
      expect(sd).toBeCloseTo(9.1287, 4);
    }
    expect(chiSquare(figures)).toBeCloseTo(2, 9);
    expect(deviations(figures[0]!)).toBeCloseTo(1.0954, 4);
  });

  test('say nothing where there are no dice', () => {
    const figures = faceFigures([0, 0, 0, 0, 0, 0]);
    expect(chiSquare(figures)).toBe(0);
    expect(figures.map(deviations)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('have the mean and spread of the binomial distribution itself', () => {
    const trials = 9;
    const chance = 1 / 6;
    const weight = (hits: number) => choose(trials, hits) * chance ** hits * (1 - chance) ** (trials - hits);
    const hits = Array.from({ length: trials + 1 }, (_, k) => k);
    const mean = hits.reduce((sum, k) => sum + k * weight(k), 0);
    const variance = hits.reduce((sum, k) => sum + (k - mean) ** 2 * weight(k), 0);
    expect(binomial(trials, chance).expected).toBeCloseTo(mean, 9);
    expect(binomial(trials, chance).sd).toBeCloseTo(Math.sqrt(variance), 9);
  });
});

function choose(n: number, k: number): number {
  return k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k;
}

describe('the dice of a player', () => {
  test('are exactly as expected when every roll fell once', () => {
    const { rolls, faces: figures, doubles, pips } = summarise(everyRoll);
    expect(rolls).toBe(36);
    expect(figures.every(({ seen, expected }) => seen === expected)).toBe(true);
    expect([doubles.seen, doubles.expected]).toEqual([6, 6]);
    // 294 pips in the 36 rolls: the known average of 8 1/6
    expect(pips.seen).toBeCloseTo(49 / 6, 9);
    expect(pips.expected).toBeCloseTo(49 / 6, 9);
  });

  test('count every die, every double, and four times the face of a double', () => {
    fc.assert(
      fc.property(fc.array(dice, { minLength: 1, maxLength: 60 }), (rolls) => {
        const { faces: figures, doubles, pips } = summarise(rolls);
        expect(figures.reduce((sum, { seen }) => sum + seen, 0)).toBe(2 * rolls.length);
        expect(doubles.seen).toBe(rolls.filter(([one, other]) => one === other).length);
        const moved = rolls.map(([one, other]) => (one === other ? [one, one, one, one] : [one, other]));
        const sum = moved.flat().reduce((total, die) => total + die, 0);
        expect(pips.seen).toBeCloseTo(sum / rolls.length, 9);
      }),
    );
  });

  test('of nobody are nothing, and usual', () => {
    const { rolls, doubles, pips } = summarise([]);
    expect([rolls, doubles.seen, pips.seen, pips.sd]).toEqual([0, 0, 0, 0]);
    expect([doubles, pips].map(deviations)).toEqual([0, 0]);
  });
});
