import { inLanguage } from './chosen.ts';
import { puzzle } from './en/puzzle.ts';

/** Texts of the daily puzzle. */
export const puzzleTexts = inLanguage('puzzle', puzzle);
