import { decidingScore, type MatchResult, opponent } from 'bg-rules';
import type { Header, HeaderPlayer } from '../types.ts';
import { quoted } from '../visible.ts';

type Pair = readonly [HeaderPlayer, HeaderPlayer];

const BY_REASON: Readonly<Record<MatchResult['reason'], string>> = {
  points: '',
  resign: ' by resignation',
  time: ' on time',
  abandonment: ' by abandonment',
};

/** Returns the players' display names, with a substitute for empty ones, on which some programs crash. */
export function callNames(players: Pair): readonly [string, string] {
  return [players[0].name.trim() || 'Player 0', players[1].name.trim() || 'Player 1'];
}

/** Returns the players' names for sentences of this program. They are quoted, because the maker of a record chose them. */
export function quotedNames(players: Pair): readonly [string, string] {
  return [quoted(players[0].name), quoted(players[1].name)];
}

/**
 * Describes the result: winner, loser, kind of win, and the score with the winner's points first, which does not say who won if time or an absence ended
 * a match to points. See `quoted` for the word before it.
 */
export function outcome(
  names: readonly [string, string],
  result: MatchResult,
  { length }: Pick<Header, 'length'>,
): string {
  const { winner, score, reason } = result;
  const loser = opponent(winner);
  const points = `${score[winner]}–${score[loser]}`;
  const won = `${names[winner]} beat ${names[loser]}`;
  if (decidingScore(result, length) === null) return `${won}${BY_REASON[reason]} at ${points}`;
  return `${won} by ${points}${BY_REASON[reason]}`;
}
