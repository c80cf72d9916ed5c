import { generatePlays, loadPosition, PLAY_WORDS, plays } from './kernel.ts';
import { countAt, POSITION_WORDS, packPosition, turnRound } from './packed.ts';
import { CHECKERS, OFF } from './position.ts';
import type { Player, Position } from './types.ts';

/** The 21 different rolls, larger die first. */
const ROLLS = [1, 2, 3, 4, 5, 6].flatMap((larger) =>
  Array.from({ length: larger }, (_, index) => [larger, index + 1] as const),
);

/**
 * The number of ways in which play can go on for `depth` plies from a position with `player` on roll, before he rolls: each
 * ply takes each of the 21 rolls once (a double and a mixed roll alike) and each distinct play of it. A dance is one way that
 * leaves the position as it is; a finished game goes on in none. A table of these numbers finds faults in a generator.
 */
export function perft(position: Position, player: Player, depth: number): number {
  const root = new Int32Array(POSITION_WORDS);
  packPosition(position, player, root);
  return paths(root, depth);
}

function paths(board: Int32Array, depth: number): number {
  if (depth <= 0) return 1;
  if (countAt(board, 4, 25) === CHECKERS || countAt(board, 0, OFF) === CHECKERS) return 0;
  return ROLLS.reduce((sum, [larger, smaller]) => sum + pathsOfRoll(board, larger, smaller, depth), 0);
}

function pathsOfRoll(board: Int32Array, larger: number, smaller: number, depth: number): number {
  loadPosition(board);
  const count = generatePlays(larger, smaller);
  if (depth === 1) return Math.max(count, 1);
  // the kernel's answers are overwritten by the next ply
  const answers = count === 0 ? board.slice() : plays.slice(0, count * PLAY_WORDS);
  const turned = new Int32Array(POSITION_WORDS);
  let sum = 0;
  for (let at = 0; at < answers.length; at += PLAY_WORDS) {
    turnRound(answers, at, turned, 0);
    sum += paths(turned, depth - 1);
  }
  return sum;
}
