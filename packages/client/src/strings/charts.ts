import { inLanguage } from './chosen.ts';
import { charts } from './en/charts.ts';

/** The words of the charts of dice. */
export const diceChartTexts = inLanguage('charts', charts);
