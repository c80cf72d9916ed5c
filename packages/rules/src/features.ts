import { BAR, OFF } from './position.ts';
import { type Checkers, countOn, farthestOf, pipsOf } from './race.ts';
import { dangerOf } from './shots.ts';

// The features of a contact position. The features of the first block are counted for both players and
// subtracted. Those of the second block describe the player who has just moved, whose opponent rolls next.
// Tables by point have 24 entries: [0] is the ace point and [23] the 24-point, in the player's numbering.

const POINTS = 24;
/** Offsets of the features in the array. */
export const FEATURES = {
  /** By point: a single checker. */
  blot: 0,
  /** By point: two or more checkers. */
  made: POINTS,
  /** By point: a third checker. */
  spare: 2 * POINTS,
  /** By point: checkers beyond the third. */
  stack: 3 * POINTS,
  /** Pip count in hundreds. */
  pips: 4 * POINTS,
  /** Checkers borne off, in tenths. */
  off: 4 * POINTS + 1,
  /** Checkers on the bar. */
  bar: 4 * POINTS + 2,
  /** Share of the 36 rolls with which a checker on the bar cannot enter. */
  shutOut: 4 * POINTS + 3,
  /** Square of the length of the longest prime from the 2- to the 11-point, divided by 36. */
  prime: 4 * POINTS + 4,
  /** Square of the number of points held among the six in front of the opponent's rearmost checker, divided by 36. */
  block: 4 * POINTS + 5,
  /** That square times the number of opposing checkers behind the block minus one, divided by 36. */
  trapped: 4 * POINTS + 6,
  /** Points held in the home board while the opponent has a checker behind or on them, divided by 6. */
  board: 4 * POINTS + 7,
  /** Probability of being hit by the next roll. */
  shot: 4 * POINTS + 8,
  /** Average pips lost to such a hit, in hundreds. */
  shotPips: 4 * POINTS + 9,
  /** Probability of being hit times the square of the points that the opponent holds at home, divided by 36. */
  shotBoard: 4 * POINTS + 10,
  /** The opponent's blots, divided by 10. The opponent moves before they can be hit. */
  looseBlots: 4 * POINTS + 11,
  /** Always one: the value of being on roll, for the opponent. */
  turn: 4 * POINTS + 12,
} as const;
export const FEATURE_COUNT = 4 * POINTS + 13;

/** Writes into `out` the features of a position in which `own` has just moved and `other` rolls next. */
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
  for (let point = 1; point <= POINTS; point++) addPoint(countOn(own, point), point - 1, out, sign);
  const ahead = blockBefore(own, other);
  const onBar = countOn(own, BAR);
  const closed = homePoints(other) / 6;
  add(out, FEATURES.pips, (sign * pipsOf(own)) / 100);
  add(out, FEATURES.off, (sign * countOn(own, OFF)) / 10);
  add(out, FEATURES.bar, sign * onBar);
  add(out, FEATURES.shutOut, onBar > 0 ? sign * closed * closed : 0);
  add(out, FEATURES.prime, (sign * longestPrime(own) ** 2) / 36);
  add(out, FEATURES.block, (sign * ahead.held ** 2) / 36);
  add(out, FEATURES.trapped, (sign * ahead.held ** 2 * Math.max(ahead.behind - 1, 0)) / 36);
  add(out, FEATURES.board, farthestOf(other) > 18 ? (sign * homePoints(own)) / 6 : 0);
}

function add(out: Float64Array, index: number, value: number): void {
  out[index] = (out[index] ?? 0) + value;
}

function addPoint(count: number, index: number, out: Float64Array, sign: 1 | -1): void {
  if (count === 0) return;
  if (count === 1) {
    add(out, FEATURES.blot + index, sign);
    return;
  }
  add(out, FEATURES.made + index, sign);
  if (count > 2) add(out, FEATURES.spare + index, sign);
  if (count > 3) add(out, FEATURES.stack + index, sign * (count - 3));
}

/** Number of home points held by two or more checkers. */
function homePoints(checkers: Checkers): number {
  let held = 0;
  for (let point = 1; point <= 6; point++) if (countOn(checkers, point) > 1) held++;
  return held;
}

/** Length of the longest run of held points from the 2- to the 11-point. */
function longestPrime(checkers: Checkers): number {
  let longest = 0;
  let run = 0;
  for (let point = 2; point <= 11; point++) {
    run = countOn(checkers, point) > 1 ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/**
 * Counts the points held among the six in front of the opponent's rearmost checker, and the opposing checkers
 * behind them.
 */
function blockBefore(own: Checkers, other: Checkers): { held: number; behind: number } {
  const rear = BAR - farthestOf(other);
  let held = 0;
  let front = rear;
  for (let point = rear + 1; point <= Math.min(rear + 6, POINTS); point++) {
    if (countOn(own, point) < 2) continue;
    held++;
    front = point;
  }
  let behind = 0;
  for (let point = rear; point < front; point++) behind += countOn(other, BAR - point);
  return { held, behind };
}
