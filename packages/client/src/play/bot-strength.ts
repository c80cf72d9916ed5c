import type { BotLevel } from '@anchor/wire';

/** The performance rating of each level. docs/engine.md describes the measurement. */
export const BOT_PR: Readonly<Record<BotLevel, number>> = { beginner: 26, intermediate: 10, advanced: 4, expert: 1 };
