import { inLanguage } from './chosen.ts';
import { charts } from './en/charts.ts';

/** Texts of the dice charts. */
export const diceChartTexts = inLanguage('charts', charts);
