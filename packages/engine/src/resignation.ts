import type { Player, Position } from 'bg-rules';
import { type Chances, turnedRound } from './chances.ts';
import { type CubeOptions, playingOn } from './cube-decision.ts';
import { outlookOf } from './evaluate.ts';
import { deadWorth } from './live-cube.ts';
import { type MatchScore, MONEY, stakesOf, toEquity } from './stakes.ts';

/** Equity for which a game is not dragged out: neither to be lost by resigning nor to be won by declining. */
const NOT_WORTH_PLAYING_FOR = 0.005;

/** The ways to resign: a single game, a gammon, a backgammon. */
type Points = 1 | 2 | 3;
const WAYS: readonly Points[] = [1, 2, 3];

/** What winning so many times the cube (losing it, with sign -1) is worth, in points of the cube's present value. */
function resultOf(points: Points, sign: 1 | -1, player: Player, match: MatchScore): number {
  const stakes = stakesOf(match);
  const factor = stakes.gammonsCount(match.cube) ? points : 1;
  return toEquity(stakes.worth(player, sign * factor * match.cube.value), stakes, player, match.cube);
}

/**
 * What `player` should resign, 1, 2 or 3 times the cube; null while there is something to play for. It is the fewest points that an opponent
 * who judges alike accepts. The cube is left out of account: who would only have to pass a double has not lost yet.
 */
export function resignation(position: Position, player: Player, onRoll: Player, options: CubeOptions): Points | null {
  const { ply, match = MONEY } = options;
  const { chances } = outlookOf(position, onRoll, ply);
  const equity = playedOut(onRoll === player ? chances : turnedRound(chances), player, match);
  const isFair = (points: Points) => Math.abs(resultOf(points, -1, player, match) - equity) <= NOT_WORTH_PLAYING_FOR;
  return WAYS.find(isFair) ?? null;
}

/** The worth of chances at the cube as it lies, in points of it. */
function playedOut(chances: Chances, player: Player, match: MatchScore): number {
  const stakes = stakesOf(match);
  return toEquity(deadWorth(chances, player, match.cube, stakes), stakes, player, match.cube);
}

/** Whether `player` should accept the opponent's resignation of so many times the cube rather than play on, with the cube if he may. */
export function shouldAcceptResignation(
  position: Position,
  player: Player,
  onRoll: Player,
  points: Points,
  options: CubeOptions,
): boolean {
  const offered = resultOf(points, 1, player, options.match ?? MONEY);
  return offered + NOT_WORTH_PLAYING_FOR >= playingOn(position, player, onRoll, options);
}
