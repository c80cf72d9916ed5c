import { expect, it } from 'vitest';
import { isConfirmed } from '../../src/domain/puzzle/own-judgement.ts';
import { type Puzzle, parsePuzzle } from '../../src/domain/puzzle/puzzle.ts';
import { puzzleBank } from '../../src/storage/puzzle-bank.ts';
import { PUZZLES } from '../support/harness.ts';

const all = (await puzzleBank(PUZZLES)()).map(parsePuzzle);
const puzzles = all.filter((_, index) => index % Math.ceil(all.length / 24) === 0);

/** Another play in the place of the best one: an invention that passes every check of single results. */
function invented(puzzle: Puzzle): Puzzle {
  const byWorth = puzzle.plays.toSorted((one, other) => one.equity - other.equity);
  const [worst, best] = [byWorth[0]!, byWorth.at(-1)!];
  const plays = puzzle.plays.map((play) =>
    play === worst ? { ...best, hops: worst.hops } : play === best ? { ...worst, hops: best.hops } : play,
  );
  return { ...puzzle, plays };
}

it('PM11 our own engine confirms most puzzles of GNU Backgammon, and none with an invented best play', () => {
  expect(puzzles.filter(isConfirmed).length).toBeGreaterThan(puzzles.length / 2);
  expect(puzzles.map(invented).filter(isConfirmed)).toEqual([]);
});
