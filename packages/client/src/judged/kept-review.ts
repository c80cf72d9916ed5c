import type { KeptReview } from '../collection/kept-match.ts';
import type { Estimate } from '../engine/instant.ts';
import { figuresOf } from './totals.ts';

/** Returns what the collection keeps of an estimate: the ratings over plays and cube together, as the summary of the review has them. */
export function keptReviewOf(estimate: Estimate): KeptReview {
  const { engineId, ply } = estimate.report;
  const [one, other] = figuresOf(estimate);
  return { kind: 'done', engineId, ply, pr: [one.pr, other.pr] };
}
