import type { MatchState, Rules } from 'bg-rules';

/** Which game of a match this is, as equity tables and engines ask it. */
export interface CrawfordFlags {
  readonly crawford: boolean;
  readonly postCrawford: boolean;
}

/** How far a match has come, and whether the Crawford rule is played. */
export interface Stage extends Pick<MatchState, 'length' | 'score' | 'crawford' | 'postCrawford'> {
  readonly rules: Pick<Rules, 'crawford'>;
}

/** Whether a player who has so many points needs one more. */
const isOneAway = (length: number, score: readonly number[]) => length > 0 && score.includes(length - 1);

/**
 * A match to 1 is one Crawford game by the letter of the rules; engines know no Crawford game there, and nothing depends
 * on it. Where the Crawford rule is not played, every game at one away is as after the Crawford game.
 */
export function crawfordFlags({ length, score, rules, crawford, postCrawford }: Stage): CrawfordFlags {
  if (length <= 1) return { crawford: false, postCrawford: false };
  return { crawford, postCrawford: postCrawford || (!rules.crawford && isOneAway(length, score)) };
}
