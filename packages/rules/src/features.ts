import { BAR } from './position.ts';
import { type Checkers, farthestOf, pipsOf } from './race.ts';
import { dangerOf } from './shots.ts';

// What the heuristic sees in a position with contact, as numbers to be weighed. The first block is counted for both players and
// the difference taken; the second is about the player who has just moved, whose opponent rolls next.
// Each table by point has 24 entries: [0] the ace point, [23] the 24-point, in the player's own numbers.

const POINTS = 24;
/** Offsets of the features. */
export const FEATURES = {
  /** By point: one checker alone. */
  blot: 0,
  /** By point: held by two or more. */
  made: POINTS,
  /** By point: the third checker. */
  spare: 2 * POINTS,
  /** By point: checkers beyond the third. */
  stack: 3 * POINTS,
  /** Hundreds of pips still to go. */
  pips: 4 * POINTS,
  /** Tenths of checkers borne off. */
  off: 4 * POINTS + 1,
  /** Checkers on the bar. */
  bar: 4 * POINTS + 2,
  /** Share of 36 rolls with which a checker on the bar cannot enter. */
  shutOut: 4 * POINTS + 3,
  /** Square of the longest run of held points from the 2- to the 11-point, over 36. */
  prime: 4 * POINTS + 4,
  /** Square of the number of held points in the six before the opponent's rearmost checker, over 36. */
  block: 4 * POINTS + 5,
  /** That square times the opponent's checkers behind the block beyond the first, over 36. */
  trapped: 4 * POINTS + 6,
  /** Own home points held while the opponent has a checker behind or on them, over 6. */
  board: 4 * POINTS + 7,
  /** Chance to be hit by the next roll. */
  shot: 4 * POINTS + 8,
  /** Hundreds of pips that such a hit costs on average. */
  shotPips: 4 * POINTS + 9,
  /** Chance to be hit times the square of the home points that the opponent holds, over 36. */
  shotBoard: 4 * POINTS + 10,
  /** Blots of the opponent, who moves before they can be hit, over 10. */
  looseBlots: 4 * POINTS + 11,
  /** Always one: what it is worth that the opponent rolls next. */
  turn: 4 * POINTS + 12,
} as const;
export const FEATURE_COUNT = 4 * POINTS + 13;

/** Fills `out` with the features of a position in which `own` has just moved and `other` rolls next. */
export function contactFeatures(own: Checkers, other: Checkers, out: Float64Array): void {
  out.fill(0);
  addSide(own, other, out, 1);
  addSide(other, own, out, -1);
  const danger = dangerOf(own, other);
  const board = homePoints(other);
  out[FEATURES.shot] = danger.chance;
  out[FEATURES.shotPips] = danger.pips / 100;
  out[FEATURES.shotBoard] = (danger.chance * board * board) / 36;
  out[FEATURES.looseBlots] = other.filter((count, place) => count === 1 && place > 0 && place < BAR).length / 10;
  out[FEATURES.turn] = 1;
}

function addSide(own: Checkers, other: Checkers, out: Float64Array, sign: 1 | -1): void {
  for (let point = 1; point <= POINTS; point++) addPoint(own[point]!, point - 1, out, sign);
  const ahead = blockBefore(own, other);
  const onBar = own[BAR]!;
  const closed = homePoints(other) / 6;
  out[FEATURES.pips]! += (sign * pipsOf(own)) / 100;
  out[FEATURES.off]! += (sign * own[0]!) / 10;
  out[FEATURES.bar]! += sign * onBar;
  out[FEATURES.shutOut]! += onBar > 0 ? sign * closed * closed : 0;
  out[FEATURES.prime]! += (sign * longestPrime(own) ** 2) / 36;
  out[FEATURES.block]! += (sign * ahead.held ** 2) / 36;
  out[FEATURES.trapped]! += (sign * ahead.held ** 2 * Math.max(ahead.behind - 1, 0)) / 36;
  out[FEATURES.board]! += farthestOf(other) > 18 ? (sign * homePoints(own)) / 6 : 0;
}

function addPoint(count: number, index: number, out: Float64Array, sign: 1 | -1): void {
  if (count === 0) return;
  if (count === 1) {
    out[FEATURES.blot + index]! += sign;
    return;
  }
  out[FEATURES.made + index]! += sign;
  if (count > 2) out[FEATURES.spare + index]! += sign;
  if (count > 3) out[FEATURES.stack + index]! += sign * (count - 3);
}

/** Home points held by two or more. */
function homePoints(checkers: Checkers): number {
  let held = 0;
  for (let point = 1; point <= 6; point++) if (checkers[point]! > 1) held++;
  return held;
}

/** The longest run of held points from the 2- to the 11-point. */
function longestPrime(checkers: Checkers): number {
  let longest = 0;
  let run = 0;
  for (let point = 2; point <= 11; point++) {
    run = checkers[point]! > 1 ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** Held points among the six that the opponent's rearmost checker has before it, and how many of his checkers stand behind them. */
function blockBefore(own: Checkers, other: Checkers): { held: number; behind: number } {
  const rear = BAR - farthestOf(other);
  let held = 0;
  let front = rear;
  for (let point = rear + 1; point <= Math.min(rear + 6, POINTS); point++) {
    if (own[point]! < 2) continue;
    held++;
    front = point;
  }
  let behind = 0;
  for (let point = rear; point < front; point++) behind += other[BAR - point]!;
  return { held, behind };
}
