import { type BotLevel, botLevel, botLevelOf, type PlayerAnalysis } from '@anchor/wire';
import type { OwnMatch } from './own-side.ts';
import { meanPr, prSeries } from './pr-series.ts';

/** A level is beaten by so many wins in the last `OF_LAST` matches against it. */
export const WINS = 3;
export const OF_LAST = 5;

/** The player's results against one level of the bot. */
export interface LevelResult {
  readonly level: BotLevel;
  readonly won: number;
  readonly lost: number;
  /** The player's PR in these matches: by the engine of the newest deep analysis, or without any by that of the newest estimate. Null without either. */
  readonly pr: number | null;
  readonly isBeaten: boolean;
}

/**
 * Returns the results against each level, the weakest first.
 *
 * @param matches the player's finished matches, newest first
 * @param analyses deep reports on the player's matches, newest first
 * @param estimates those of the player's browser, newest first
 */
export function botResults(
  matches: readonly OwnMatch[],
  analyses: readonly PlayerAnalysis[],
  estimates: readonly PlayerAnalysis[] = [],
): LevelResult[] {
  const [series] = [...prSeries(analyses), ...prSeries(estimates, 'estimate')];
  const points = series?.points ?? [];
  return botLevel.options.map((level) => {
    const own = matches.filter(({ opponent }) => botLevelOf(opponent.name) === level);
    const won = own.filter((match) => match.won).length;
    const lately = own.slice(0, OF_LAST).filter((match) => match.won).length;
    const pr = meanPr(points.filter(({ opponent }) => botLevelOf(opponent.name) === level));
    return { level, won, lost: own.length - won, pr, isBeaten: lately >= WINS };
  });
}

/** Returns the level that comes next: the one above the strongest that is beaten. Null if that is the strongest of all. */
export function nextLevel(results: readonly LevelResult[]): BotLevel | null {
  return results[results.findLastIndex(({ isBeaten }) => isBeaten) + 1]?.level ?? null;
}
