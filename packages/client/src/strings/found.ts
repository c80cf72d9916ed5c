import { inLanguage } from './chosen.ts';
import { found } from './en/found.ts';

/** Texts of the question about an opponent that the server has found, and of pairings that came to nothing. */
export const foundTexts = inLanguage('found', found);
