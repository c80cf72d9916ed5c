import { inLanguage } from './chosen.ts';
import { number, percent, signed } from './forms.ts';

/** Texts of the dice charts. */
export const charts = {
  label: (dice: number, most: string) =>
    `Bar chart with one bar for each face of the dice, ${number(dice)} dice in all. ${most} The figures are in the table below.`,
  within: 'Every bar ends within the range expected by chance.',
  outside: (faces: readonly string[]) => `Outside the range expected by chance: ${faces.join(', ')}.`,
  face: 'Face',
  seen: 'Seen',
  expected: 'Expected',
  difference: 'Difference',
  deviations: 'Deviations',
  count: (count: number) => number(count),
  mean: (count: number) => number(count, 1),
  signedCount: (count: number) => signed(count, 1),
  signedDeviations: (count: number) => signed(count, 2),
  share: (share: number) => percent(share, 1),
  bareShare: (share: number) => number(share * 100, 1),
  legendSeen: 'seen',
  legendExpected: 'expected',
  legendBand: 'range expected by chance (± 2 standard deviations)',
} as const;

/** Texts of the dice charts. */
export const diceChartTexts = inLanguage('charts', charts);
