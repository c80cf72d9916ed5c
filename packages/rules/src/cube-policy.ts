import { doubleFault } from './cube.ts';
import { estimate } from './estimate.ts';
import { jacobyHolds, requireState } from './game.ts';
import type { MatchState } from './match-types.ts';
import { away, expected, worthAt } from './stakes.ts';
import { opponent, type Player } from './types.ts';

// Winning chance that owning the cube is worth to the taker. It lowers the take point from the 25 % of a dead
// cube to 21.4 %, Janowski's value for a cube efficiency of 0.68.
const CUBE_OWNERSHIP = 0.036;
// A player doubles if the opponent's chance is at most this far above the opponent's take point: from 70 % in
// a race with a centred cube, from 72 % with an owned cube, which are the usual values.
const WINDOW = 0.085;
const REDOUBLE_WINDOW = 0.065;
// Declining a resignation must gain more than this share of the stake, or it would only prolong the game.
const WORTH_DECLINING = 0.05;

/**
 * Returns the gain in winning chance if `taker` takes a double of the current cube instead of passing.
 * Negative means pass.
 */
function takeSurplus(state: MatchState, taker: Player): number {
  const { value } = state.cube;
  const worth = worthAt(state, taker);
  const taken = expected(estimate(state.position, taker, opponent(taker)), worth, 2 * value, true);
  const swing = worth(2 * value) - worth(-2 * value);
  const ownership = away(state, taker) > 2 * value ? CUBE_OWNERSHIP : 0;
  return (taken - worth(-value)) / swing + ownership;
}

/** Returns true if the heuristic takes the double (or beaver) that `player` must answer. */
export function shouldTake(state: MatchState, player: Player): boolean {
  requireState(state);
  const onRoll = state.turn ?? opponent(player);
  if (onRoll !== player) return takeSurplus(state, player) >= 0;
  // For a beaver, the doubler answers and then rolls.
  const { value } = state.cube;
  const worth = worthAt(state, player);
  return expected(estimate(state.position, player, player), worth, 2 * value, true) >= worth(-value);
}

/** Returns true if the heuristic doubles before `player`'s roll. Returns false if doubling is not allowed. */
export function shouldDouble(state: MatchState, player: Player): boolean {
  requireState(state);
  const { value, owner } = state.cube;
  if (state.phase !== 'roll' || state.turn !== player || doubleFault(state)) return false;
  if (away(state, player) <= value) return false;
  // The opponent wins the match with this game anyway, so doubling costs nothing.
  if (away(state, opponent(player)) <= value) return true;
  const surplus = takeSurplus(state, opponent(player));
  if (surplus < 0 && isTooGood(state, player)) return false;
  return surplus <= (owner === null ? WINDOW : REDOUBLE_WINDOW);
}

/** Returns true if playing on for the gammon gains more than the points from a pass. */
function isTooGood(state: MatchState, player: Player): boolean {
  const { value } = state.cube;
  const worth = worthAt(state, player);
  const chances = estimate(state.position, player, player);
  return expected(chances, worth, value, !jacobyHolds(state)) > worth(value);
}

/**
 * Returns true if the heuristic accepts the resignation that `player` must answer, which it does if the
 * offered points are about the equity of playing on. It considers gammons if they count, but not backgammons.
 */
export function shouldAccept(state: MatchState, player: Player): boolean {
  requireState(state);
  const { position, cube, resignation } = state;
  if (resignation === null) return false;
  const worth = worthAt(state, player);
  const chances = estimate(position, player, state.turn ?? player);
  const playingOn = expected(chances, worth, cube.value, !jacobyHolds(state));
  const tolerance = (WORTH_DECLINING * (worth(cube.value) - worth(-cube.value))) / 2;
  return worth(resignation.points * cube.value) + tolerance >= playingOn;
}
