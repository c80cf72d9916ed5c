// Numbers for one player's home boards. A board is six prefix sums: checkers on the six-point, on the six- and five-points, … on
// all six. With C the binomial coefficient its number is the sum over k = 1 … 6 of C(k-th prefix sum + k - 1, k), which counts
// all boards of up to fifteen checkers from 0 (all off) to 54,263. A hop makes some prefix sums one smaller and none
// larger, so it leads to a smaller number; boards of fewer checkers have smaller numbers than boards of more.

const POINTS = 6;
const MOST_CHECKERS = 15;

const CHOOSE = Array.from({ length: MOST_CHECKERS + POINTS + 1 }, () => new Int32Array(POINTS + 1));
for (const [n, row] of CHOOSE.entries()) {
  row[0] = 1;
  for (let k = 1; k <= POINTS && n > 0; k++) row[k] = CHOOSE[n - 1]![k - 1]! + CHOOSE[n - 1]![k]!;
}

/** How many boards of up to so many checkers there are; the first board with more has this number. */
export function boardsUpTo(checkers: number): number {
  return CHOOSE[checkers + POINTS]![POINTS]!;
}

/** The number of a board given as checkers by place, of which 1 to 6 count. */
export function boardNumber(counts: ArrayLike<number>): number {
  let number = 0;
  let sum = 0;
  for (let k = 1; k <= POINTS; k++) {
    sum += counts[POINTS + 1 - k]!;
    number += CHOOSE[sum + k - 1]![k]!;
  }
  return number;
}

/**
 * Writes how much smaller the number becomes when the first k prefix sums are each one smaller, for k = 0 … 6: a hop from
 * point p to point q (0 is off) makes it smaller by drop[6 - q] - drop[6 - p].
 */
export function writeDrops(counts: ArrayLike<number>, drops: Int32Array): void {
  let sum = 0;
  for (let k = 1; k <= POINTS; k++) {
    sum += counts[POINTS + 1 - k]!;
    drops[k] = drops[k - 1]! + (sum > 0 ? CHOOSE[sum + k - 2]![k - 1]! : 0);
  }
}

/** Turns a board into the one with the next number. */
export function nextBoard(counts: Int32Array): void {
  // The first prefix sum that is smaller than the next one grows, those before it become 0. They were all the same, so whatever
  // stands in them stands on the six-point.
  let point = POINTS;
  while (point > 1 && counts[point - 1] === 0) point--;
  const before = counts[POINTS]!;
  counts[POINTS] = 0;
  counts[point] = before + 1;
  if (point > 1) counts[point - 1]!--;
}
