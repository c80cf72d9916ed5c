import type { PuzzleView } from '@anchor/wire';
import type { Puzzle } from './puzzle.ts';

/** The public view. It has only the number of plays, which anyone can count, and nothing that depends on their evaluation. */
export function viewOf(date: string, puzzle: Puzzle): PuzzleView {
  const { position, dice, cube, score, length, crawford, jacoby, beavers, plays } = puzzle;
  return { date, position, dice, cube, score, length, crawford, jacoby, beavers, choices: plays.length };
}
