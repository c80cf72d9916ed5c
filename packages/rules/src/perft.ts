import { generatePlays, loadPosition, PLAY_WORDS, plays } from './kernel.ts';
import { countAt, POSITION_WORDS, packOpponentView, packPosition } from './packed.ts';
import { CHECKERS, OFF, requirePosition } from './position.ts';
import type { Player, Position } from './types.ts';

/** The 21 different rolls, larger die first. */
const ROLLS = [1, 2, 3, 4, 5, 6].flatMap((larger) =>
  Array.from({ length: larger }, (_, index) => [larger, index + 1] as const),
);

/**
 * Counts the sequences of play of `depth` plies from a position with `player` on roll, before the roll. Each
 * ply takes each of the 21 rolls once and each distinct play of it. A dance is one sequence that leaves the
 * position unchanged; a finished game has none. Compare the results with known values to find faults in a
 * generator.
 */
export function perft(position: Position, player: Player, depth: number): number {
  const root = new Int32Array(POSITION_WORDS);
  requirePosition(position);
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
  // The next ply overwrites the results of the kernel.
  const answers = count === 0 ? board.slice() : plays.slice(0, count * PLAY_WORDS);
  const turned = new Int32Array(POSITION_WORDS);
  let sum = 0;
  for (let at = 0; at < answers.length; at += PLAY_WORDS) {
    packOpponentView(answers, at, turned, 0);
    sum += paths(turned, depth - 1);
  }
  return sum;
}
