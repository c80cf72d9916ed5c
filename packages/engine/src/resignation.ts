import type { Player, Position } from 'bg-rules';
import { type CubeOptions, playingOn } from './cube-decision.ts';
import { type MatchScore, MONEY, stakesOf, toEquity } from './stakes.ts';

/** Equity for which a game is not dragged out: neither to be lost by resigning nor to be won by declining. */
const NOT_WORTH_PLAYING_FOR = 0.005;

/** The ways to resign: a single game, a gammon, a backgammon. */
type Points = 1 | 2 | 3;

/** What losing so many times the cube is worth, in points of the cube's present value. */
function lossOf(points: Points, player: Player, match: MatchScore): number {
  const stakes = stakesOf(match);
  const factor = stakes.gammonsCount(match.cube) ? points : 1;
  return toEquity(stakes.worth(player, -factor * match.cube.value), stakes, player, match.cube);
}

/**
 * What `player` should resign, 1, 2 or 3 times the cube; null while there is something to play for. It is the fewest points that an
 * opponent who judges alike accepts.
 */
export function resignation(position: Position, player: Player, onRoll: Player, options: CubeOptions): Points | null {
  const match = options.match ?? MONEY;
  const equity = playingOn(position, player, onRoll, options);
  const fair = ([1, 2, 3] as const).find((points) => lossOf(points, player, match) <= equity + NOT_WORTH_PLAYING_FOR);
  if (fair === undefined) return null;
  return Math.abs(lossOf(fair, player, match) - equity) <= NOT_WORTH_PLAYING_FOR ? fair : null;
}

/** Whether `player` should accept the opponent's resignation of so many times the cube rather than play on. */
export function shouldAcceptResignation(
  position: Position,
  player: Player,
  onRoll: Player,
  points: Points,
  options: CubeOptions,
): boolean {
  const match = options.match ?? MONEY;
  const stakes = stakesOf(match);
  const factor = stakes.gammonsCount(match.cube) ? points : 1;
  const offered = toEquity(stakes.worth(player, factor * match.cube.value), stakes, player, match.cube);
  return offered + NOT_WORTH_PLAYING_FOR >= playingOn(position, player, onRoll, options);
}
