import { inLanguage } from './chosen.ts';
import { solved } from './en/solved.ts';

/** Texts of the plays of a solved position. */
export const solvedTexts = inLanguage('solved', solved);
