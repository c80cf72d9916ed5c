import type { MatchState, Rules } from 'bg-rules';

/** The Crawford state of a game, as equity tables and engines need it. */
export interface CrawfordFlags {
  readonly crawford: boolean;
  readonly postCrawford: boolean;
}

/** The part of a match's state that determines the Crawford flags. */
export interface MatchStanding extends Pick<MatchState, 'length' | 'score' | 'crawford' | 'postCrawford'> {
  readonly rules: Pick<Rules, 'crawford'>;
}

/** Returns true if a player is one point away. */
const isOneAway = (length: number, score: readonly number[]) => length > 0 && score.includes(length - 1);

/**
 * Returns the Crawford flags. Formally a match to 1 is one Crawford game, but engines do not treat it so, and
 * nothing depends on it. Without the Crawford rule, every game at one away counts as post-Crawford.
 */
export function crawfordFlags({ length, score, rules, crawford, postCrawford }: MatchStanding): CrawfordFlags {
  if (length <= 1) return { crawford: false, postCrawford: false };
  return { crawford, postCrawford: postCrawford || (!rules.crawford && isOneAway(length, score)) };
}
