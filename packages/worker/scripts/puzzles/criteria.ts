import type { Hop } from 'bg-rules';
import type { EvaluatedPlay } from '../../src/engine/types.ts';

/** The criteria for a good puzzle. Losses are in points of the current cube value. */
interface Criteria {
  /** Minimum number of plays. */
  readonly choices: number;
  /** Minimum difference between the best and the second-best play. */
  readonly gap: number;
  /** Maximum loss of the second-best play, so that it is worth considering. */
  readonly secondLoss: number;
  /** Maximum loss of the third-best play. */
  readonly thirdLoss: number;
  /** Minimum loss of the obvious play. */
  readonly naturalLoss: number;
  /** The winning chance of the best play must be at least this and at most one minus this. */
  readonly open: number;
}

export const FINAL: Criteria = {
  choices: 6,
  gap: 0.04,
  secondLoss: 0.25,
  thirdLoss: 0.4,
  naturalLoss: 0.08,
  open: 0.05,
};

/** Weaker criteria for the quick search, which decides if the deep search is worth its time. */
export const QUICK: Criteria = {
  choices: 6,
  gap: 0.02,
  secondLoss: 0.3,
  thirdLoss: 0.5,
  naturalLoss: 0.06,
  open: 0.04,
};

/** Returns true if the plays, in the engine's order, make a puzzle in which `natural` is the tempting mistake. */
export function isPuzzle(plays: readonly EvaluatedPlay[], natural: readonly Hop[], criteria: Criteria): boolean {
  const [best, second, third] = plays;
  const chosen = plays.find(({ hops }) => String(hops) === String(natural));
  if (!best || !second || !third || !chosen || plays.length < criteria.choices) return false;
  const loss = (play: EvaluatedPlay) => best.equity - play.equity;
  const [win] = best.chances;
  return (
    loss(second) >= criteria.gap &&
    loss(second) <= criteria.secondLoss &&
    loss(third) <= criteria.thirdLoss &&
    loss(chosen) >= criteria.naturalLoss &&
    win >= criteria.open &&
    win <= 1 - criteria.open
  );
}
