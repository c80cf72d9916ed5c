import { type Cube, opponent, type Player, type Position } from 'bg-rules';
import type { Chances } from './chances.ts';
import { worthOfRolling, worthOnRoll, worthsOfDouble } from './cube-outlook.ts';
import { outlookOf } from './evaluate.ts';
import { doubled } from './live-cube.ts';
import type { Ply } from './look-ahead.ts';
import { type MatchScore, MONEY, stakesOf, toEquity } from './stakes.ts';

export interface CubeOptions {
  /** Search depth in rolls: 0, 1 or 2. */
  readonly ply: Ply;
  /** Score, rules and cube before the double. Default: a money game with a centred cube. */
  readonly match?: MatchScore;
}

interface DoubleOptions extends CubeOptions {
  /** Also evaluates a double that cannot gain anything, if the caller knows that the rules allow it. */
  readonly evenIfPointless?: boolean;
}

/** The recommended action of the player on roll, with the opponent's best answer. */
export type CubeAction =
  | 'no-double'
  | 'double-take'
  | 'double-pass'
  /** Playing on for a gammon is worth more than the points from a pass. */
  | 'too-good'
  /** No double, because the opponent would beaver. */
  | 'no-double-beaver';

/**
 * Equities for the player on roll, in points of the current cube value; normalised in a match, so that
 * winning a single game is 1.
 */
export interface CubeDecision {
  readonly action: CubeAction;
  readonly noDouble: number;
  readonly doubleTake: number;
  /** Always 1. */
  readonly doublePass: number;
  /** The chances of the player on roll before the roll. */
  readonly chances: Chances;
}

/** The best answer to a double. */
export type Answer = 'take' | 'pass' | 'beaver';

/**
 * Evaluates a double by `player`, who rolls next. Returns null if the player may not double, cannot gain by
 * it, or the game is over.
 */
export function decideDouble(
  position: Position,
  player: Player,
  { ply, match = MONEY, evenIfPointless = false }: DoubleOptions,
): CubeDecision | null {
  const stakes = stakesOf(match);
  if (!evenIfPointless && !stakes.mayDouble(player, match.cube)) return null;
  const outlook = outlookOf(position, player, ply);
  if (outlook.kind === 'over') return null;
  const inEquity = (worth: number) => toEquity(worth, stakes, player, match.cube);
  const worths = worthsOfDouble(outlook, player, match.cube, stakes);
  const [noDouble, doubleTake] = [inEquity(worths.rolling), inEquity(worths.taken)];
  return {
    action: actionOf(noDouble, doubleTake, match),
    noDouble,
    doubleTake,
    doublePass: 1,
    chances: outlook.chances,
  };
}

/** Returns the best action for the equities of both sides of a double. */
export function actionOf(noDouble: number, doubleTake: number, match: MatchScore): CubeAction {
  if (doubleTake < 0 && noDouble >= doubleTake && beaversAllowed(match)) return 'no-double-beaver';
  if (noDouble >= Math.min(doubleTake, 1)) return noDouble > 1 && doubleTake > 1 ? 'too-good' : 'no-double';
  return doubleTake > 1 ? 'double-pass' : 'double-take';
}

function beaversAllowed({ length, rules }: MatchScore): boolean {
  return length === 0 && rules.beavers;
}

/**
 * Returns the best answer of `player` to the double of the opponent, who rolls next. `match` has the cube
 * before the double. A beaver is returned if it is allowed and the taker is better off with the cube at four
 * times its value.
 */
export function answerDouble(position: Position, player: Player, { ply, match = MONEY }: CubeOptions): Answer {
  const stakes = stakesOf(match);
  const doubler = opponent(player);
  const outlook = outlookOf(position, doubler, ply);
  const taken = worthOfRolling(outlook, doubler, doubled(match.cube, doubler), stakes);
  const beaver: Cube = { value: 4 * match.cube.value, owner: player };
  if (beaversAllowed(match) && worthOfRolling(outlook, doubler, beaver, stakes) < taken) return 'beaver';
  return taken > stakes.worth(doubler, match.cube.value) ? 'pass' : 'take';
}

/**
 * Returns the best answer of the doubler, who rolls next, to a beaver. The cube in `match` has twice its
 * value before the double and belongs to the beaverer.
 */
export function answerBeaver(
  position: Position,
  doubler: Player,
  { ply, match = MONEY }: CubeOptions,
): 'take' | 'pass' {
  const stakes = stakesOf(match);
  const cube: Cube = { value: 2 * match.cube.value, owner: match.cube.owner };
  const taken = worthOfRolling(outlookOf(position, doubler, ply), doubler, cube, stakes);
  return taken >= stakes.worth(doubler, -match.cube.value) ? 'take' : 'pass';
}

/** Returns the equity of playing on for `player`, whichever player rolls next, in points of the current cube value. */
export function playingOn(
  position: Position,
  player: Player,
  onRoll: Player,
  { ply, match = MONEY }: CubeOptions,
): number {
  const stakes = stakesOf(match);
  const worth = worthOnRoll(outlookOf(position, onRoll, ply), onRoll, match.cube, stakes);
  return toEquity(onRoll === player ? worth : -worth, stakes, player, match.cube);
}
