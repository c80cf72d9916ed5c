import type { PuzzleView } from '@anchor/wire';
import type { Puzzle } from './puzzle.ts';

/** What everybody may see. Of the plays only their number goes in, which anyone can count: nothing depends on their worth. */
export function viewOf(date: string, puzzle: Puzzle): PuzzleView {
  const { position, dice, cube, score, length, crawford, jacoby, beavers, plays } = puzzle;
  return { date, position, dice, cube, score, length, crawford, jacoby, beavers, choices: plays.length };
}
