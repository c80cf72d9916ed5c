import { inLanguage } from '../strings/chosen.ts';
import { match } from '../strings/en/match.ts';

/** Texts of the match page. */
export const matchTexts = inLanguage('match', match);
