import type { BotLevel } from '@anchor/wire';

/** The settings that make one level weaker than another. */
export interface Strength {
  /** Number of rolls that the bot looks ahead. */
  readonly ply: 0 | 1;
  /** Standard deviation of the noise added to every equity, in points of the present cube value. */
  readonly noise: number;
}

/** Chosen so that people find the levels evenly spaced. docs/engine.md has the measured cost of each. */
export const STRENGTHS: Readonly<Record<BotLevel, Strength>> = {
  beginner: { ply: 0, noise: 0.16 },
  intermediate: { ply: 0, noise: 0.07 },
  advanced: { ply: 0, noise: 0.03 },
  expert: { ply: 1, noise: 0 },
};
