import { inLanguage } from './chosen.ts';
import { leaderboard } from './en/leaderboard.ts';

/** Texts of the leaderboard. */
export const leaderboardTexts = inLanguage('leaderboard', leaderboard);
