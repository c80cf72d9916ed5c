import { inLanguage } from './chosen.ts';
import { look } from './en/look.ts';

/** Texts of the look and the sound of the board. */
export const lookTexts = inLanguage('look', look);
