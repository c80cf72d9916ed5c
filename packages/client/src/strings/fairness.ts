import { inLanguage } from './chosen.ts';
import { fairness } from './en/fairness.ts';

/** Texts of the page about the dice of all matches. */
export const fairnessTexts = inLanguage('fairness', fairness);
