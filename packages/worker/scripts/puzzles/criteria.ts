import type { Hop } from 'bg-rules';
import type { EvaluatedPlay } from '../../src/engine/types.ts';

/** What makes a position worth a day's thought. Losses in points of the cube's present value. */
export interface Criteria {
  /** At least so many plays. */
  readonly choices: number;
  /** The best play is so much better than the next. */
  readonly gap: number;
  /** The next best loses no more: it is worth considering. */
  readonly secondLoss: number;
  /** So does the third. */
  readonly thirdLoss: number;
  /** The play that comes to mind first loses at least this. */
  readonly naturalLoss: number;
  /** The game is open: the best play wins with a chance from this to one minus this. */
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

/** What a quick look must promise before a deep one is worth its time. */
export const QUICK: Criteria = {
  ...{ choices: 6, gap: 0.02, secondLoss: 0.3, thirdLoss: 0.5, naturalLoss: 0.06, open: 0.04 },
};

/** Whether plays, in the engine's order, make a puzzle in which `natural` is the tempting mistake. */
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
