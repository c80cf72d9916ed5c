import type { PuzzleAnswer, PuzzleView } from '@anchor/wire';
import { dateOf } from '../../strings/dates.ts';
import { puzzleTexts as texts } from '../../strings/puzzle.ts';

/** Returns the text that a player may share: the result, but no play of the player or the engine. */
export function shareText(
  { date, choices }: PuzzleView,
  { rank }: PuzzleAnswer,
  streak: number,
  origin: string,
): string {
  const result = rank === 1 ? texts.shareSolved(dateOf(date)) : texts.shareTried(dateOf(date), rank, choices);
  const lines = [streak > 1 ? `${result} · ${texts.shareStreak(streak)}` : result, `${origin}/puzzle/${date}`];
  return lines.join('\n');
}
