import { type Cube, opponent, type Player, type Position } from 'bg-rules';
import type { Chances } from './chances.ts';
import { worthOfRolling, worthOnRoll } from './cube-outlook.ts';
import { outlookOf } from './evaluate.ts';
import { doubled } from './live-cube.ts';
import type { Outlook, Ply } from './look-ahead.ts';
import { type MatchScore, MONEY, type Stakes, stakesOf, toEquity } from './stakes.ts';

export interface CubeOptions {
  /** Rolls to look ahead: 0, 1 or 2. */
  readonly ply: Ply;
  /** Score, rules and cube as it lies before the double; a money game with the cube in the middle when absent. */
  readonly match?: MatchScore;
}

export interface DoubleOptions extends CubeOptions {
  /** Judges a double wherever the caller knows that the rules allow it, also where it can gain nothing. */
  readonly evenIfPointless?: boolean;
}

/** What the player on roll should do, and what his opponent would answer. */
export type CubeAction =
  | 'no-double'
  | 'double-take'
  | 'double-pass'
  /** Playing on for a gammon is worth more than the points that a pass gives. */
  | 'too-good'
  /** Not to double: the opponent would beaver. */
  | 'no-double-beaver';

/** Worths to the player on roll, in points of the cube's present value; in a match normalised, 1 is winning a single game. */
export interface CubeDecision {
  readonly action: CubeAction;
  readonly noDouble: number;
  readonly doubleTake: number;
  /** 1. */
  readonly doublePass: number;
  /** Before the roll, of the player on roll. */
  readonly chances: Chances;
}

/** How the opponent should answer a double. */
export type Answer = 'take' | 'pass' | 'beaver';

/** Whether `player`, who rolls next, should double; null where he may not or where it can gain him nothing, and in a finished game. */
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
  const noDouble = inEquity(worthOfRolling(outlook, player, match.cube, stakes));
  const doubleTake = inEquity(worthOfTaking(outlook, player, match, stakes));
  return {
    action: actionOf(noDouble, doubleTake, match),
    noDouble,
    doubleTake,
    doublePass: 1,
    chances: outlook.chances,
  };
}

/** The worth to the doubler when the opponent answers as suits him best but does not pass. */
function worthOfTaking(outlook: Outlook, doubler: Player, match: MatchScore, stakes: Stakes): number {
  const cube = doubled(match.cube, doubler);
  return worthOfRolling(outlook, doubler, cube, stakes);
}

function actionOf(noDouble: number, doubleTake: number, match: MatchScore): CubeAction {
  if (doubleTake < 0 && noDouble >= doubleTake && beaversAllowed(match)) return 'no-double-beaver';
  if (noDouble >= Math.min(doubleTake, 1)) return noDouble > 1 && doubleTake > 1 ? 'too-good' : 'no-double';
  return doubleTake > 1 ? 'double-pass' : 'double-take';
}

function beaversAllowed({ length, rules }: MatchScore): boolean {
  return length === 0 && rules.beavers;
}

/**
 * How `player` should answer the double that his opponent, who rolls next, has offered; the cube in `match` lies as before the
 * double. A beaver is right, where it is allowed, when the taker is better off with the cube at four times its value.
 */
export function answerDouble(position: Position, player: Player, { ply, match = MONEY }: CubeOptions): Answer {
  const stakes = stakesOf(match);
  const doubler = opponent(player);
  const outlook = outlookOf(position, doubler, ply);
  const taken = worthOfTaking(outlook, doubler, match, stakes);
  const beaver: Cube = { value: 4 * match.cube.value, owner: player };
  if (beaversAllowed(match) && worthOfRolling(outlook, doubler, beaver, stakes) < taken) return 'beaver';
  return taken > stakes.worth(doubler, match.cube.value) ? 'pass' : 'take';
}

/** How the doubler, who rolls next, should answer a beaver; the cube in `match` shows twice the value before the double and is the beaverer's. */
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

/** The worth of playing on to `player`, whoever of the two is about to roll, in points of the cube's present value. */
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
