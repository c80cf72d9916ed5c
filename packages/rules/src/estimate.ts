import { contactFeatures, FEATURE_COUNT } from './features.ts';
import { CHECKERS, checkersAt, OFF, requirePosition } from './position.ts';
import { type Checkers, countOn, isRace, kleinman, raceGammon, racePips } from './race.ts';
import { opponent, type Player, type Position } from './types.ts';
import { WEIGHTS } from './weights.ts';

/** A player's probabilities, 0 to 1. */
export interface Estimate {
  readonly win: number;
  /** Wins that are gammons or backgammons. They are part of `win`. */
  readonly gammon: number;
  /** Losses that are gammons or backgammons. */
  readonly lostGammon: number;
}

/** The weight of each feature for each probability. */
export type Weights = Readonly<Record<keyof Estimate, ArrayLike<number>>>;

const features = new Float64Array(FEATURE_COUNT);

/** Returns a player's checkers by place in the player's numbering, 0 (off) to 25 (bar). */
function checkersOf(position: Position, player: Player): Checkers {
  return Array.from({ length: 26 }, (_, place) => checkersAt(position, player, place));
}

/**
 * Estimates a player's chances if `onRoll` rolls next. Uses the Kleinman metric in a race, and otherwise a
 * logistic model of the features in `features.ts`. A backgammon counts as a gammon.
 */
export function estimate(position: Position, player: Player, onRoll: Player): Estimate {
  requirePosition(position);
  const own = checkersOf(position, player);
  const other = checkersOf(position, opponent(player));
  return player === onRoll ? forOpponent(afterMove(other, own)) : afterMove(own, other);
}

/** Converts one player's chances to the opponent's. */
function forOpponent({ win, gammon, lostGammon }: Estimate): Estimate {
  return { win: 1 - win, gammon: lostGammon, lostGammon: gammon };
}

/** Returns the chances of the player who has just moved. Each player's checkers are in that player's numbering. */
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
  const gammon = countOn(other, OFF) > 0 ? 0 : Math.min(chance(weights.gammon), win);
  const lostGammon = countOn(own, OFF) > 0 ? 0 : Math.min(chance(weights.lostGammon), 1 - win);
  return { win, gammon, lostGammon };
}

function chance(weights: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < FEATURE_COUNT; index++) sum += (weights[index] ?? 0) * (features[index] ?? 0);
  return 1 / (1 + Math.exp(-sum));
}

/** Returns the cubeless equity of a game for one point, -2 to 2. */
export function equity({ win, gammon, lostGammon }: Estimate): number {
  return 2 * win - 1 + gammon - lostGammon;
}

/** Returns a pip count that distinguishes positions with equal chances. */
export function raceToRun(position: Position, player: Player): number {
  return racePips(checkersOf(position, player));
}
