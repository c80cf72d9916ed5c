import { inLanguage } from './chosen.ts';
import { turns } from './en/turns.ts';

/** Texts of the matches by turns. */
export const turnTexts = inLanguage('turns', turns);
