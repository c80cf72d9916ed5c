import { inLanguage } from './chosen.ts';
import { board } from './en/board.ts';

/** Texts of the board, shown and read aloud. */
export const boardTexts = inLanguage('board', board);
