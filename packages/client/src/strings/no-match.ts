import { inLanguage } from './chosen.ts';
import { noMatch } from './en/no-match.ts';

/** Texts of the page of a match while it does not show the match. */
export const noMatchTexts = inLanguage('noMatch', noMatch);
