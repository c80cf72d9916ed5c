import { contactFeatures, FEATURE_COUNT } from './features.ts';
import { CHECKERS, checkersAt } from './position.ts';
import { type Checkers, isRace, kleinman, raceGammon, racePips } from './race.ts';
import { opponent, type Player, type Position } from './types.ts';
import { WEIGHTS } from './weights.ts';

/** A player's chances, 0 to 1. */
export interface Estimate {
  readonly win: number;
  /** To win a gammon or more; part of `win`. */
  readonly gammon: number;
  /** To lose a gammon or more. */
  readonly lostGammon: number;
}

/** How much each feature counts for each chance. */
export type Weights = Readonly<Record<keyof Estimate, ArrayLike<number>>>;

const features = new Float64Array(FEATURE_COUNT);

/** A player's checkers by his own places, 0 (off) to 25 (the bar). */
function checkersOf(position: Position, player: Player): Checkers {
  return Array.from({ length: 26 }, (_, place) => checkersAt(position, player, place));
}

/**
 * A player's chances in a position in which `onRoll` rolls next: in a race by the Kleinman metric, with contact by a logistic
 * model of the features in `features.ts`. A backgammon counts as a gammon.
 */
export function estimate(position: Position, player: Player, onRoll: Player): Estimate {
  const own = checkersOf(position, player);
  const other = checkersOf(position, opponent(player));
  return player === onRoll ? turnedRound(afterMove(other, own)) : afterMove(own, other);
}

/** What the chances of one player are for the other. */
function turnedRound({ win, gammon, lostGammon }: Estimate): Estimate {
  return { win: 1 - win, gammon: lostGammon, lostGammon: gammon };
}

/** Chances of the player who has just moved, each player's checkers by his own numbers. */
export function afterMove(own: Checkers, other: Checkers, weights: Weights = WEIGHTS): Estimate {
  if (own[0] === CHECKERS) return { win: 1, gammon: other[0] === 0 ? 1 : 0, lostGammon: 0 };
  if (other[0] === CHECKERS) return { win: 0, gammon: 0, lostGammon: own[0] === 0 ? 1 : 0 };
  return isRace(own, other) ? inRace(own, other) : withContact(own, other, weights);
}

function inRace(own: Checkers, other: Checkers): Estimate {
  const win = 1 - kleinman(racePips(other), racePips(own));
  const gammon = Math.min(raceGammon(own, other, -4), win);
  return { win, gammon, lostGammon: Math.min(raceGammon(other, own, 4), 1 - win) };
}

function withContact(own: Checkers, other: Checkers, weights: Weights): Estimate {
  contactFeatures(own, other, features);
  const win = chance(weights.win);
  const gammon = other[0]! > 0 ? 0 : Math.min(chance(weights.gammon), win);
  const lostGammon = own[0]! > 0 ? 0 : Math.min(chance(weights.lostGammon), 1 - win);
  return { win, gammon, lostGammon };
}

function chance(weights: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < FEATURE_COUNT; index++) sum += weights[index]! * features[index]!;
  return 1 / (1 + Math.exp(-sum));
}

/** Points that a player can expect from a game for one point without the cube, -2 to 2. */
export function equity({ win, gammon, lostGammon }: Estimate): number {
  return 2 * win - 1 + gammon - lostGammon;
}

/** The race still to run, to tell apart positions whose chances are the same. */
export function raceToRun(position: Position, player: Player): number {
  return racePips(checkersOf(position, player));
}
