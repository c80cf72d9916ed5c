import { inLanguage } from './chosen.ts';
import { fair } from './en/fair.ts';

/** Texts of the page about fairness. */
export const fairTexts = inLanguage('fair', fair);
