import type { PuzzleAnswer, PuzzlePlay } from '@anchor/wire';
import { applyPlay, type Hop, samePosition } from 'bg-rules';
import type { Puzzle } from './puzzle.ts';

const SHOWN = 5;

/** How good a play is by the stored evaluation; null when it is not legal. Plays of equal worth share the better rank. */
export function scoreOf(puzzle: Puzzle, hops: readonly Hop[]): PuzzleAnswer | null {
  const index = playIndex(puzzle, hops);
  const best = Math.max(...puzzle.plays.map(({ equity }) => equity));
  const judged = puzzle.plays.map((play): PuzzlePlay => ({ ...play, loss: round(best - play.equity) }));
  const play = judged[index];
  if (!play) return null;
  const rank = 1 + judged.filter(({ loss }) => loss < play.loss).length;
  const sorted = judged.toSorted((a, b) => a.loss - b.loss);
  return { rank, loss: play.loss, play, best: sorted.slice(0, SHOWN) };
}

/** Two ways to the same position are the same play. */
function playIndex({ position, dice, plays }: Puzzle, hops: readonly Hop[]): number {
  const after = applyPlay(position, 0, dice, hops);
  if (!after.ok) return -1;
  return plays.findIndex((play) => {
    const other = applyPlay(position, 0, dice, play.hops);
    return other.ok && samePosition(other.value, after.value);
  });
}

/** The stored equities have five decimals; their differences should look like it. */
function round(loss: number): number {
  return Math.round(loss * 1e5) / 1e5;
}
