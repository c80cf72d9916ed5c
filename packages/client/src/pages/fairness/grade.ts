import type { DiceReport } from '@anchor/wire';

/** A verdict on the counts, by the size of chi-square. */
export type Grade = 'none' | 'early' | 'too-even' | 'even' | 'near' | 'over' | 'rare' | 'far';

/**
 * Chi-square with five degrees of freedom. Fair dice stay below the first limit one time in a thousand, and exceed the
 * others one time in ten, in a hundred and in a thousand. The report has its own limit for one in twenty.
 */
export const CHI_SQUARE = { lowest: 0.21, tenth: 9.24, hundredth: 15.09, thousandth: 20.52 } as const;

export function gradeOf({ rolls, uniform, chi2 }: Pick<DiceReport, 'rolls' | 'uniform' | 'chi2'>): Grade {
  if (rolls === 0) return 'none';
  if (uniform === null) return 'early';
  if (!uniform) return chi2 > CHI_SQUARE.thousandth ? 'far' : chi2 > CHI_SQUARE.hundredth ? 'rare' : 'over';
  if (chi2 < CHI_SQUARE.lowest) return 'too-even';
  return chi2 > CHI_SQUARE.tenth ? 'near' : 'even';
}
