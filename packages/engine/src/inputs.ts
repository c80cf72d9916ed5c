import type { Board, Side } from './board.ts';
import { escapingRolls, playableRolls } from './mobility.ts';
import { countShots, pointMakingRolls, shots } from './shots.ts';

// The 255 inputs of the net. Most are zero, so they are listed as pairs of index and value. The trainer in C (training/net.h)
// computes the same inputs in the same order; docs/engine.md describes each.

/** Start of each block of inputs. Blocks with a size per player come twice: the player on roll, then the other. */
const CHECKERS = 0; //  102 a player: four for each point, three for the bar, three for those off
const STANDING = 204; //  14 a player
const SHARED = 232; //     3: the race, how far the players have passed, someone on the bar
const TACTICS = 235; //    6 a player
const PLANS = 247; //      4 a player
export const INPUT_COUNT = 255;

const PER_PLAYER = { checkers: 102, standing: 14, tactics: 6, plans: 4 };
const MOST_LISTED = 128;

/** The inputs that are not zero. Only the first `count` entries of each list are valid. */
export const inputs = { count: 0, number: new Int32Array(MOST_LISTED), value: new Float64Array(MOST_LISTED) };

function put(number: number, value: number): void {
  if (value === 0) return;
  inputs.number[inputs.count] = number;
  inputs.value[inputs.count++] = value;
}

/** Lists the inputs of a position. Returns true if the players have passed each other and only a race is left. */
export function listInputs({ own, other }: Board): boolean {
  own.survey();
  other.survey();
  inputs.count = 0;
  putCheckers(own, CHECKERS);
  putCheckers(other, CHECKERS + PER_PLAYER.checkers);
  putRace(own, other);
  if (own.rear + other.rear <= 25) return true;
  put(SHARED + 1, (own.rear + other.rear - 25) / 24);
  putContact(own, other, 0);
  putContact(other, own, 1);
  put(SHARED + 2, ((own.occupied | other.occupied) >>> 25) & 1);
  return false;
}

function putCheckers({ counts }: Side, at: number): void {
  for (let point = 1; point <= 24; point++) {
    const count = counts[point]!;
    if (count === 0) continue;
    const first = at + (point - 1) * 4;
    put(count > 2 ? first + 2 : first + count - 1, 1);
    if (count > 3) put(first + 3, (count - 3) / 2);
  }
  const bar = counts[25]!;
  if (bar > 0) put(at + 96, 1);
  if (bar > 1) put(at + 97, 1);
  if (bar > 2) put(at + 98, (bar - 2) / 2);
  const off = counts[0]!;
  for (let fives = 0; fives < 3; fives++) put(at + 99 + fives, clamp(off - 5 * fives, 0, 5) / 5);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** Race inputs, for contact positions as well. */
function putRace(own: Side, other: Side): void {
  const lead = ((other.pips - own.pips + 4) / (own.pips + other.pips + 10)) * 4;
  put(SHARED, clamp(lead, -1, 1));
  put(STANDING, own.pips / 100);
  put(STANDING + PER_PLAYER.standing, other.pips / 100);
  putGammonRace(own, other, PLANS);
  putGammonRace(other, own, PLANS + PER_PLAYER.plans);
}

/** Pips needed to bring all checkers home, and how they compare with the opponent's race. */
function putGammonRace(side: Side, facing: Side, at: number): void {
  let outside = 0;
  for (let place = 7; place <= 25; place++) outside += side.counts[place]! * (place - 6);
  put(at, outside / 60);
  if (side.counts[0] === 0) put(at + 1, clamp((facing.pips - outside - 8) / 40, -1, 1));
}

function putContact(side: Side, facing: Side, player: 0 | 1): void {
  const standing = STANDING + player * PER_PLAYER.standing;
  const tactics = TACTICS + player * PER_PLAYER.tactics;
  putTactics(side, facing, standing, tactics);
  putPointMaking(side, facing, PLANS + player * PER_PLAYER.plans + 2);
  putBackCheckers(side, facing, standing, tactics);
  putBlockade(side, facing, standing, tactics);
  putSpread(side, facing, standing);
}

/** Shots, and the mobility of the rearmost checker. */
function putTactics(side: Side, facing: Side, standing: number, tactics: number): void {
  countShots(side, facing);
  put(standing + 1, shots.rolls / 36);
  put(tactics, shots.pips / 400);
  put(tactics + 1, shots.twoBlots / 36);
  put(tactics + 2, escapingRolls(side.rear, facing.madeSeen) / 36);
  put(standing + 2, playableRolls(side.rear, facing.madeSeen) / 36);
}

const HOME_TO_MAKE = 0x1f8; // points 3 to 8
const ANCHORS_TO_MAKE = 0x7c0000; // points 18 to 22
const POINTS = 0x1fffffe; // points 1 to 24

/** Rolls that make a home point or an anchor. None are counted for a player on the bar. */
function putPointMaking(side: Side, facing: Side, at: number): void {
  if (side.counts[25]! > 0) return;
  let pairs = 0;
  for (let point = 1; point <= 24; point++) if (side.counts[point] === 2) pairs |= 1 << point;
  const spare = side.occupied & ~pairs;
  const empty = ~(side.made | side.blots | facing.madeSeen) & POINTS;
  put(at, pointMakingRolls(spare, side.blots, empty, HOME_TO_MAKE) / 36);
  put(at + 1, pointMakingRolls(spare, side.blots, empty, ANCHORS_TO_MAKE) / 36);
}

/** How hindered and how trapped the back checkers are. */
function putBackCheckers(side: Side, facing: Side, standing: number, tactics: number): void {
  let hindered = 0;
  let trapped = 0;
  for (let place = 13; place <= 25; place++) {
    const count = side.counts[place]!;
    if (count === 0) continue;
    hindered += count * (36 - playableRolls(place, facing.madeSeen));
    if (place > 17) trapped += count * (36 - escapingRolls(place, facing.madeSeen));
  }
  put(standing + 3, hindered / 108);
  put(tactics + 3, trapped / 108);
}

const HOME = 0x7e; // points 1 to 6
const ENEMY_HOME = 0x1f80000; // points 19 to 24

/** Home points, primes, anchors, and how well the points hold the opponent's back checkers. */
function putBlockade(side: Side, facing: Side, standing: number, tactics: number): void {
  const ahead = bitCount((side.made >>> (26 - facing.rear)) & 63);
  put(tactics + 4, ahead / 6);
  if (ahead > 3) put(tactics + 5, square(ahead - 3) / 9);
  const home = bitCount(side.made & HOME);
  put(standing + 4, home / 6);
  put(standing + 5, square(home) / 36);
  const facingBar = facing.counts[25]! > 0;
  if (facingBar) put(standing + 6, square(home) / 36);
  put(standing + 7, square(Math.min(longestRun(side.made), 6)) / 36);
  if (side.made & ENEMY_HOME) put(standing + 11, 1);
  if (side.blots & HOME) put(standing + 12, facingBar ? 1 : 0.3);
  put(standing + 13, 1 - leastPlayable(side.madeSeen) / 36);
}

/** Distribution of the other checkers: out of play, in reserve, and farthest back. */
function putSpread(side: Side, facing: Side, standing: number): void {
  let past = 0;
  let spare = 0;
  const beyond = Math.min(25 - facing.rear, 25);
  for (let point = 1; point < beyond; point++) past += side.counts[point]!;
  for (let point = 7; point <= 18; point++) spare += side.counts[point]! * (point - 6);
  put(standing + 8, past / 15);
  put(standing + 9, spare / 60);
  put(standing + 10, side.rear / 25);
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
