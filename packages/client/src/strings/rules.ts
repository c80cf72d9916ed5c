import { inLanguage } from './chosen.ts';
import { rules } from './en/rules.ts';

/** Texts of the rules. */
export const rulesTexts = inLanguage('rules', rules);
