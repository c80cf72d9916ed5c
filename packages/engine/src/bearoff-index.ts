// Numbering of one player's home boards. A board is represented by six prefix sums: checkers on the
// six-point, on the six- and five-points, … on all six. With C the binomial coefficient, its number is the
// sum over k = 1 … 6 of C(k-th prefix sum + k - 1, k). This numbers all boards of up to fifteen checkers from
// 0 (all off) to 54,263. A hop decreases some prefix sums by one and increases none, so it leads to a smaller
// number; boards with fewer checkers have smaller numbers.

const POINTS = 6;
const MOST_CHECKERS = 15;

const CHOOSE = Array.from({ length: MOST_CHECKERS + POINTS + 1 }, () => new Int32Array(POINTS + 1));
for (const [n, row] of CHOOSE.entries()) {
  row[0] = 1;
  for (let k = 1; k <= POINTS && n > 0; k++) row[k] = CHOOSE[n - 1]![k - 1]! + CHOOSE[n - 1]![k]!;
}

/** Returns the number of boards with up to this many checkers, which is the number of the first board with more. */
export function boardsUpTo(checkers: number): number {
  return CHOOSE[checkers + POINTS]![POINTS]!;
}

/** Returns the number of a board. `counts` are checkers by place; only places 1 to 6 matter. */
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
 * Writes the decrease of the number when each of the first k prefix sums decreases by one, for k = 0 … 6. A
 * hop from point p to point q (0 is off) decreases the number by drop[6 - q] - drop[6 - p].
 */
export function writeDrops(counts: ArrayLike<number>, drops: Int32Array): void {
  let sum = 0;
  for (let k = 1; k <= POINTS; k++) {
    sum += counts[POINTS + 1 - k]!;
    drops[k] = drops[k - 1]! + (sum > 0 ? CHOOSE[sum + k - 2]![k - 1]! : 0);
  }
}

/** Changes a board into the board with the next number. */
export function nextBoard(counts: Int32Array): void {
  // The first prefix sum that is smaller than the next increases, and those before it become 0. They were all equal, so their
  // checkers are all on the six-point.
  let point = POINTS;
  while (point > 1 && counts[point - 1] === 0) point--;
  const before = counts[POINTS]!;
  counts[POINTS] = 0;
  counts[point] = before + 1;
  if (point > 1) counts[point - 1]!--;
}
