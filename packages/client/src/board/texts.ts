import { inLanguage } from '../strings/chosen.ts';
import { board } from '../strings/en/board.ts';

/** Texts of the board, shown and read aloud. */
export const boardTexts = inLanguage('board', board);
