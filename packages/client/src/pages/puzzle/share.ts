import type { PuzzleAnswer, PuzzleView } from '@anchor/wire';
import { puzzleTexts as texts } from '../../strings/puzzle.ts';

/** Returns the text that a player may share: the result, but no play of the player or the engine. */
export function shareText(
  { date, choices }: PuzzleView,
  { rank }: PuzzleAnswer,
  streak: number,
  origin: string,
): string {
  const result = rank === 1 ? texts.shareSolved(date) : texts.shareTried(date, rank, choices);
  const lines = [streak > 1 ? `${result} · ${texts.shareStreak(streak)}` : result, `${origin}/puzzle/${date}`];
  return lines.join('\n');
}
