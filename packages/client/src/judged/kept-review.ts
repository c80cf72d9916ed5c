import type { KeptReview } from '../collection/kept-match.ts';
import type { Estimate } from '../engine/instant.ts';
import { cubeTotalsOf, ratingTogether, totalsOf } from './totals.ts';

/** Returns what the collection keeps of an estimate: the ratings over plays and cube together, as the summary of the review has them. */
export function keptReviewOf(estimate: Estimate): KeptReview {
  const { engineId, ply } = estimate.report;
  const plays = totalsOf(estimate.report, null);
  const cubes = cubeTotalsOf(estimate, null);
  const pr = [ratingTogether(plays[0], cubes[0]), ratingTogether(plays[1], cubes[1])] as const;
  return { kind: 'done', engineId, ply, pr };
}
