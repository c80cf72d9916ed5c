import { inLanguage } from './chosen.ts';
import { match } from './en/match.ts';

/** Texts of the match page. */
export const matchTexts = inLanguage('match', match);
