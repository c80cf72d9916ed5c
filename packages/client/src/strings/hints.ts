import { inLanguage } from './chosen.ts';
import { hints } from './en/hints.ts';

/** Texts of the hints and of the win chances beside a match in progress. */
export const hintTexts = inLanguage('hints', hints);
