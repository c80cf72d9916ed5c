import type { BotLevel } from '@anchor/wire';

/** What makes one level weaker than another. */
export interface Strength {
  /** Rolls that it looks ahead. */
  readonly ply: 0 | 1;
  /** Standard deviation of what is added by chance to every equity that it compares, in points of the cube's present value. */
  readonly noise: number;
}

/** Chosen so that the strengths are about evenly spaced to people; docs/engine.md has what each was measured to cost. */
export const STRENGTHS: Readonly<Record<BotLevel, Strength>> = {
  beginner: { ply: 0, noise: 0.16 },
  intermediate: { ply: 0, noise: 0.07 },
  advanced: { ply: 0, noise: 0.03 },
  expert: { ply: 1, noise: 0 },
};
