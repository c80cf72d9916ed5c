import { describe, expect, it } from 'vitest';
import { CHI_SQUARE, gradeOf } from '../src/pages/fairness/grade.ts';

/** Returns the chance that fair dice exceed this value, by integrating the density, independently of any table. */
function tail(chi2: number): number {
  const density = (x: number) => (x ** 1.5 * Math.exp(-x / 2)) / (3 * Math.sqrt(2 * Math.PI));
  const step = 1e-3;
  let sum = 0;
  for (let x = chi2 + step / 2; x < 120; x += step) sum += density(x) * step;
  return sum;
}

describe('the grade of the dice', () => {
  it('has limits that fair dice exceed as rarely as documented', () => {
    expect(tail(0)).toBeCloseTo(1, 4);
    expect(1 - tail(CHI_SQUARE.lowest)).toBeCloseTo(0.001, 4);
    expect(tail(CHI_SQUARE.tenth)).toBeCloseTo(0.1, 3);
    expect(tail(11.07)).toBeCloseTo(0.05, 4);
    expect(tail(CHI_SQUARE.hundredth)).toBeCloseTo(0.01, 4);
    expect(tail(CHI_SQUARE.thousandth)).toBeCloseTo(0.001, 5);
  });

  it.each([
    [0, null, 0, 'none'],
    [599, null, 40, 'early'],
    [600, true, 0.1, 'too-even'],
    [600, true, 4, 'even'],
    [600, true, 11, 'near'],
    [600, false, 11.07, 'over'],
    [600, false, 16, 'rare'],
    [600, false, 20.6, 'far'],
  ] as const)('of %i dice, uniform %s, with chi-square %f is %s', (rolls, uniform, chi2, grade) => {
    expect(gradeOf({ rolls, uniform, chi2 })).toBe(grade);
  });
});
