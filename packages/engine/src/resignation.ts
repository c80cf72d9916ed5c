import type { Player, Position } from 'bg-rules';
import { type Chances, turnedRound } from './chances.ts';
import { type CubeOptions, playingOn } from './cube-decision.ts';
import { outlookOf } from './evaluate.ts';
import { deadWorth } from './live-cube.ts';
import { type MatchScore, MONEY, stakesOf, toEquity } from './stakes.ts';

/** Equity differences below this do not justify playing on: a resignation may lose it, and a decline must gain it. */
const NOT_WORTH_PLAYING_FOR = 0.005;

/** The kinds of resignation: single game, gammon, backgammon. */
type Points = 1 | 2 | 3;
const WAYS: readonly Points[] = [1, 2, 3];

/**
 * Returns the value of winning this many times the cube (losing it, with sign -1), in points of the current
 * cube value.
 */
function resultOf(points: Points, sign: 1 | -1, player: Player, match: MatchScore): number {
  const stakes = stakesOf(match);
  const factor = stakes.gammonsCount(match.cube) ? points : 1;
  return toEquity(stakes.worth(player, sign * factor * match.cube.value), stakes, player, match.cube);
}

/**
 * Returns the resignation that `player` should offer, 1, 2 or 3 times the cube, or null if the game is not
 * lost. It is the least number that an opponent with the same evaluation accepts. The cube is ignored: a
 * player who would only have to pass a double has not lost yet.
 */
export function resignation(position: Position, player: Player, onRoll: Player, options: CubeOptions): Points | null {
  const { ply, match = MONEY } = options;
  const { chances } = outlookOf(position, onRoll, ply);
  const equity = playedOut(onRoll === player ? chances : turnedRound(chances), player, match);
  const isFair = (points: Points) => Math.abs(resultOf(points, -1, player, match) - equity) <= NOT_WORTH_PLAYING_FOR;
  return WAYS.find(isFair) ?? null;
}

/** Returns the equity of chances at the current cube value. */
function playedOut(chances: Chances, player: Player, match: MatchScore): number {
  const stakes = stakesOf(match);
  return toEquity(deadWorth(chances, player, match.cube, stakes), stakes, player, match.cube);
}

/**
 * Returns true if `player` should accept the opponent's resignation of `points` times the cube instead of
 * playing on (with the cube, if allowed).
 */
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
