import type { DiceReport } from '@anchor/wire';

/** How far the counts are from what fair dice do, with chi-square in words that its size bears. */
export type Grade = 'none' | 'early' | 'too-even' | 'even' | 'near' | 'over' | 'rare' | 'far';

/**
 * Chi-square with five degrees of freedom: below the first fair dice stay one time in a thousand; beyond the others they go one time in
 * ten, in a hundred and in a thousand. The border of one in twenty is the report’s own.
 */
export const CHI_SQUARE = { lowest: 0.21, tenth: 9.24, hundredth: 15.09, thousandth: 20.52 } as const;

export function gradeOf({ rolls, uniform, chi2 }: Pick<DiceReport, 'rolls' | 'uniform' | 'chi2'>): Grade {
  if (rolls === 0) return 'none';
  if (uniform === null) return 'early';
  if (!uniform) return chi2 > CHI_SQUARE.thousandth ? 'far' : chi2 > CHI_SQUARE.hundredth ? 'rare' : 'over';
  if (chi2 < CHI_SQUARE.lowest) return 'too-even';
  return chi2 > CHI_SQUARE.tenth ? 'near' : 'even';
}
