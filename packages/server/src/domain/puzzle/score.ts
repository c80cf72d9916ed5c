import type { PuzzleAnswer, PuzzlePlay } from '@anchor/wire';
import { applyPlay, type Hop, samePosition } from 'bg-rules';
import type { Puzzle } from './puzzle.ts';

const SHOWN = 5;

/** Scores a play by the stored evaluation. Returns null when it is not legal. Plays of equal equity share the better rank. */
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

/** Plays that reach the same position are the same play. */
function playIndex({ position, dice, plays }: Puzzle, hops: readonly Hop[]): number {
  const after = applyPlay(position, 0, dice, hops);
  if (!after.ok) return -1;
  return plays.findIndex((play) => {
    const other = applyPlay(position, 0, dice, play.hops);
    return other.ok && samePosition(other.value, after.value);
  });
}

/** Stored equities have five decimals, so round their differences to five. */
function round(loss: number): number {
  return Math.round(loss * 1e5) / 1e5;
}
