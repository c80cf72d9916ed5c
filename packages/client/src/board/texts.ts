import { inLanguage } from '../strings/chosen.ts';
import { board } from '../strings/en/board.ts';

/** The words of the board, spoken and shown. */
export const boardTexts = inLanguage('board', board);
