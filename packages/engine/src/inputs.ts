import type { Board, Side } from './board.ts';
import { escapingRolls, playableRolls } from './mobility.ts';
import { countShots, pointMakingRolls, shots } from './shots.ts';

// The inputs of the net, as integers: the counts of checkers themselves, from which the net derives its first 204 inputs, and the
// numbers below. Each stands for a real number, its value times a unit; docs/engine.md describes them, and training/inputs.h has the
// same inputs as real numbers. kernel/inputs.h computes the same in C.

/** Inputs of one player other than the checkers, in this order. `input` is the number in a weights file, for the player on roll. */
const PER_SIDE: readonly DenseInput[] = [
  { input: 205, unit: 1 / 36, most: 36 }, // rolls that hit
  { input: 206, unit: 1 / 36, most: 36 }, // rolls that the rearmost checker can play in full
  { input: 207, unit: 1 / 108, most: 540 }, // hindrance of the back checkers
  { input: 208, unit: 1 / 6, most: 6 }, // home points
  { input: 209, unit: 1 / 36, most: 36 }, // squared
  { input: 210, unit: 1 / 36, most: 36 }, // squared if the opponent is on the bar
  { input: 211, unit: 1 / 36, most: 36 }, // longest prime, squared
  { input: 212, unit: 1 / 15, most: 15 }, // checkers past the opponent's last
  { input: 214, unit: 1 / 25, most: 25 }, // the rearmost
  { input: 215, unit: 1, most: 1 }, // an anchor in the enemy home
  { input: 216, unit: 1 / 10, most: 10 }, // home blots
  { input: 217, unit: 1 / 36, most: 36 }, // the worst place in the home for a checker of the opponent
  { input: 235, unit: 1 / 400, most: 864 }, // pips at stake in the shots
  { input: 236, unit: 1 / 36, most: 36 }, // rolls that reach two blots
  { input: 237, unit: 1 / 36, most: 36 }, // escapes of the rearmost checker
  { input: 238, unit: 1 / 108, most: 540 }, // trapped back checkers
  { input: 239, unit: 1 / 6, most: 6 }, // points made in the six in front of the opponent's last checker
  { input: 240, unit: 1 / 9, most: 9 }, // those beyond three, squared
  { input: 248, unit: 1 / 40, least: -40, most: 40 }, // the race to save a gammon
  { input: 249, unit: 1 / 36, most: 36 }, // rolls that make a point from 3 to 8
  { input: 250, unit: 1 / 36, most: 36 }, // rolls that make an anchor from 18 to 22
];
const LEAD = 256;
const SHARED: readonly DenseInput[] = [
  { input: 232, unit: 1 / LEAD, least: -LEAD, most: LEAD }, // lead in the race for its length
  { input: 233, unit: 1 / 24, most: 25 }, // distance that the players have yet to pass
  { input: 234, unit: 1, most: 1 }, // a checker on the bar
];

interface DenseInput {
  readonly input: number;
  /** The real value of 1. */
  readonly unit: number;
  /** The range of the integer; `least` is 0 by default. */
  readonly least?: number;
  readonly most: number;
}

/** The distance of the second player's inputs from the first player's, in a weights file. */
function distanceOf(input: number): number {
  if (input < 232) return 14;
  return input < 247 ? 6 : 4;
}

/** All inputs other than the checkers: the player on roll, the other, both. */
export const DENSE_INPUTS: readonly DenseInput[] = [
  ...PER_SIDE,
  ...PER_SIDE.map((one) => ({ ...one, input: one.input + distanceOf(one.input) })),
  ...SHARED,
];
/** Length of their list, which is padded for vectors. */
export const DENSE_ROOM = 48;
/** Number of inputs in a weights file. */
export const INPUT_COUNT = 255;

/** The values of the inputs of the position that was listed last. */
export const dense = new Int16Array(DENSE_ROOM);

/** Lists the inputs of a position. Returns true if the players have passed each other and only a race is left. */
export function listInputs({ own, other }: Board): boolean {
  own.survey();
  other.survey();
  dense.fill(0);
  const lead = Math.trunc((1024 * (other.pips - own.pips + 4)) / (own.pips + other.pips + 10));
  dense[42] = clamp(lead, -LEAD, LEAD);
  dense[18] = gammonRace(own, other);
  dense[PER_SIDE.length + 18] = gammonRace(other, own);
  if (own.rear + other.rear <= 25) return true;
  listContact(own, other, 0);
  listContact(other, own, PER_SIDE.length);
  dense[43] = own.rear + other.rear - 25;
  dense[44] = ((own.occupied | other.occupied) >>> 25) & 1;
  return false;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** Compares the pips that bring all checkers home with the opponent's race. */
function gammonRace(side: Side, facing: Side): number {
  if (side.counts[0]! > 0) return 0;
  let outside = 0;
  for (let place = 7; place <= 25; place++) outside += side.counts[place]! * (place - 6);
  return clamp(facing.pips - outside - 8, -40, 40);
}

function listContact(side: Side, facing: Side, at: number): void {
  listTactics(side, facing, at);
  listBackCheckers(side, facing, at);
  listBlockade(side, facing, at);
  listPointMaking(side, facing, at);
}

/** Shots, and the mobility of the rearmost checker. */
function listTactics(side: Side, facing: Side, at: number): void {
  countShots(side, facing);
  dense[at] = shots.rolls;
  dense[at + 12] = shots.pips;
  dense[at + 13] = shots.twoBlots;
  dense[at + 1] = playableRolls(side.rear, facing.madeSeen);
  dense[at + 14] = escapingRolls(side.rear, facing.madeSeen);
}

const HOME_TO_MAKE = 0x1f8; // points 3 to 8
const ANCHORS_TO_MAKE = 0x7c0000; // points 18 to 22
const POINTS = 0x1fffffe; // points 1 to 24

/** Rolls that make a home point or an anchor. None are counted for a player on the bar. */
function listPointMaking(side: Side, facing: Side, at: number): void {
  if (side.counts[25]! > 0) return;
  let pairs = 0;
  for (let point = 1; point <= 24; point++) if (side.counts[point] === 2) pairs |= 1 << point;
  const spare = side.occupied & ~pairs;
  const empty = ~(side.made | side.blots | facing.madeSeen) & POINTS;
  dense[at + 19] = pointMakingRolls(spare, side.blots, empty, HOME_TO_MAKE);
  dense[at + 20] = pointMakingRolls(spare, side.blots, empty, ANCHORS_TO_MAKE);
}

/** How hindered and how trapped the back checkers are, and the farthest back. */
function listBackCheckers(side: Side, facing: Side, at: number): void {
  let hindered = 0;
  let trapped = 0;
  for (let place = 13; place <= 25; place++) {
    const count = side.counts[place]!;
    if (count === 0) continue;
    hindered += count * (36 - playableRolls(place, facing.madeSeen));
    if (place > 17) trapped += count * (36 - escapingRolls(place, facing.madeSeen));
  }
  dense[at + 2] = hindered;
  dense[at + 15] = trapped;
  dense[at + 8] = side.rear;
}

const HOME = 0x7e; // points 1 to 6
const ENEMY_HOME = 0x1f80000; // points 19 to 24

/** Home points, primes, anchors, how well the points hold the opponent's back checkers, and checkers out of play. */
function listBlockade(side: Side, facing: Side, at: number): void {
  const ahead = bitCount((side.made >>> (26 - facing.rear)) & 63);
  dense[at + 16] = ahead;
  dense[at + 17] = ahead > 3 ? square(ahead - 3) : 0;
  const home = bitCount(side.made & HOME);
  const facingBar = facing.counts[25]! > 0;
  dense[at + 3] = home;
  dense[at + 4] = square(home);
  dense[at + 5] = facingBar ? square(home) : 0;
  dense[at + 6] = square(Math.min(longestRun(side.made), 6));
  dense[at + 9] = side.made & ENEMY_HOME ? 1 : 0;
  if (side.blots & HOME) dense[at + 10] = facingBar ? 10 : 3;
  dense[at + 11] = 36 - leastPlayable(side.madeSeen);
  let past = 0;
  const beyond = 25 - facing.rear;
  for (let point = 1; point < beyond; point++) past += side.counts[point]!;
  dense[at + 7] = past;
}

function square(value: number): number {
  return value * value;
}

function bitCount(set: number): number {
  let count = 0;
  for (let left = set; left !== 0; left &= left - 1) count++;
  return count;
}

/** Returns the length of the longest run of made points. */
function longestRun(made: number): number {
  let length = 0;
  for (let left = made; left !== 0; left &= left << 1) length++;
  return length;
}

/**
 * Returns the number of rolls that a checker can play in full from the home place where the blocked points
 * hold it best.
 */
function leastPlayable(blocked: number): number {
  let least = 36;
  for (let place = 19; place <= 25; place++) least = Math.min(least, playableRolls(place, blocked));
  return least;
}
