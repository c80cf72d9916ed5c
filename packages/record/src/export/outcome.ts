import { type MatchResult, opponent } from 'bg-rules';
import type { HeaderPlayer } from '../types.ts';
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

/** Describes the result: winner, loser, kind of win, and the score with the winner's points first. See `quoted` for the word before it. */
export function outcome(names: readonly [string, string], { winner, score, reason }: MatchResult): string {
  const loser = opponent(winner);
  return `${names[winner]} beat ${names[loser]} by ${score[winner]}–${score[loser]}${BY_REASON[reason]}`;
}
