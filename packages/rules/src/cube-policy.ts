import { doubleFault } from './cube.ts';
import { estimate } from './estimate.ts';
import { jacobyHolds } from './game.ts';
import type { MatchState } from './match-types.ts';
import { away, expected, worthAt } from './stakes.ts';
import { opponent, type Player } from './types.ts';

// Owning the cube is worth this much winning chance to the taker: it lowers the take point from the 25 % of a cube that is
// never turned again to the 21.4 % that Janowski's formula gives for a cube efficiency of 0.68.
const CUBE_OWNERSHIP = 0.036;
// A player doubles when the opponent's chance is no more than this above his take point: at 70 % in a race with the cube in the
// middle, at 72 % with his own cube, as is usual.
const WINDOW = 0.085;
const REDOUBLE_WINDOW = 0.065;
// Declining a resignation must promise more than this share of what is at stake, or the game is only dragged out.
const WORTH_DECLINING = 0.05;

/** By how much winning chance `taker` is better off taking a double of the present cube than passing; negative: he passes. */
function takeSurplus(state: MatchState, taker: Player): number {
  const { value } = state.cube;
  const worth = worthAt(state, taker);
  const taken = expected(estimate(state.position, taker, opponent(taker)), worth, 2 * value, true);
  const swing = worth(2 * value) - worth(-2 * value);
  const ownership = away(state, taker) > 2 * value ? CUBE_OWNERSHIP : 0;
  return (taken - worth(-value)) / swing + ownership;
}

/** Whether the heuristic takes the double (or the doubled beaver) that waits for `player`'s answer. */
export function shouldTake(state: MatchState, player: Player): boolean {
  const onRoll = state.turn ?? opponent(player);
  if (onRoll !== player) return takeSurplus(state, player) >= 0;
  // a beaver: the doubler answers and then rolls
  const { value } = state.cube;
  const worth = worthAt(state, player);
  return expected(estimate(state.position, player, player), worth, 2 * value, true) >= worth(-value);
}

/** Whether the heuristic doubles before `player`'s roll; false where a double is not allowed. */
export function shouldDouble(state: MatchState, player: Player): boolean {
  const { value, owner } = state.cube;
  if (state.phase !== 'roll' || state.turn !== player || doubleFault(state)) return false;
  if (away(state, player) <= value) return false;
  // the opponent wins the match with this game as it is: doubling costs nothing
  if (away(state, opponent(player)) <= value) return true;
  const surplus = takeSurplus(state, opponent(player));
  if (surplus < 0 && isTooGood(state, player)) return false;
  return surplus <= (owner === null ? WINDOW : REDOUBLE_WINDOW);
}

/** Whether playing on for the gammon promises more than the points that a pass gives. */
function isTooGood(state: MatchState, player: Player): boolean {
  const { value } = state.cube;
  const worth = worthAt(state, player);
  const chances = estimate(state.position, player, player);
  return expected(chances, worth, value, !jacobyHolds(state)) > worth(value);
}

/**
 * Whether the heuristic accepts the resignation that waits for `player`'s answer: when the points offered are about what
 * playing on would bring. Gammons count where they can; a backgammon is not looked for.
 */
export function shouldAccept(state: MatchState, player: Player): boolean {
  const { position, cube, resignation } = state;
  if (resignation === null) return false;
  const worth = worthAt(state, player);
  const chances = estimate(position, player, state.turn ?? player);
  const playingOn = expected(chances, worth, cube.value, !jacobyHolds(state));
  const tolerance = (WORTH_DECLINING * (worth(cube.value) - worth(-cube.value))) / 2;
  return worth(resignation.points * cube.value) + tolerance >= playingOn;
}
