import { endOf, winInEnd } from './bearoff-ends.ts';
import { boardNumber, boardsUpTo, nextBoard, writeDrops } from './bearoff-index.ts';

// Exact distributions of the number of rolls that a player needs to bear off without contact. Each roll is
// played to minimise the mean number of rolls. Boards are computed in numerical order, so every play leads to
// a known board.

const POINTS = 6;
const CHECKERS = 15;
/** When less than this probability remains, it is added to the last entry of a distribution. */
const NEGLIGIBLE = 1e-9;
const ROOM_AT_START = 1 << 14;

/** For each board and die: the board with the least mean after one, two or three hops with that die. */
type Lead = Int32Array;

/**
 * The distributions of the number of rolls from a board to one whose number is below `goal`. The table grows
 * on demand.
 */
class RollTable {
  readonly #goal: number;
  readonly #counts = new Int32Array(POINTS + 1);
  readonly #drops = new Int32Array(POINTS + 1);
  readonly #mean: Float64Array;
  /** By number of hops minus one. */
  readonly #leads: readonly [Lead, Lead, Lead];
  /** Start of a board's distribution in `#shares`; the start of the next board's is its end. */
  readonly #begin: Int32Array;
  #shares = new Float64Array(ROOM_AT_START);
  /** Boards below this number have been computed. */
  #known: number;
  readonly #sum = new Float64Array(64);

  /** @param goal boards with numbers below this need no roll */
  constructor(goal: number) {
    const boards = boardsUpTo(CHECKERS);
    this.#goal = this.#known = goal;
    this.#mean = new Float64Array(boards);
    this.#leads = [new Int32Array(boards * POINTS), new Int32Array(boards * POINTS), new Int32Array(boards * POINTS)];
    for (const lead of this.#leads) for (let n = 0; n < goal * POINTS; n++) lead[n] = Math.floor(n / POINTS);
    this.#begin = new Int32Array(boards + 1);
    this.#shares[0] = 1;
    this.#begin.fill(1, goal);
  }

  /** Returns the probability that the board takes more than this many rolls. */
  moreThan(board: number, rolls: number): number {
    if (board < this.#goal) return 0;
    let left = 1;
    for (let n = 0; n <= rolls && n < this.length(board); n++) left -= this.exactly(board, n);
    return Math.max(left, 0);
  }

  /** Returns the probability that the board takes exactly this many rolls, which must be below `length`. */
  exactly(board: number, rolls: number): number {
    return this.#shares[this.#begin[board]! + rolls]!;
  }

  /** Returns one more than the maximum number of rolls of the board. */
  length(board: number): number {
    this.#reach(board);
    return this.#begin[board + 1]! - this.#begin[board]!;
  }

  /** Returns the mean number of rolls. */
  mean(board: number): number {
    this.#reach(board);
    return this.#mean[board]!;
  }

  /** Computes all missing boards up to this one. */
  #reach(board: number): void {
    if (board < this.#known) return;
    if (this.#known === this.#goal) this.#startAt(this.#goal);
    for (; this.#known <= board; this.#known++) {
      this.#add(this.#known);
      nextBoard(this.#counts);
    }
  }

  /** Sets the board to the first with this many checkers: all on the ace point. `number` is its number. */
  #startAt(number: number): void {
    let checkers = 0;
    while (boardsUpTo(checkers) <= number) checkers++;
    this.#counts.fill(0);
    this.#counts[1] = checkers;
  }

  #add(board: number): void {
    writeDrops(this.#counts, this.#drops);
    for (let die = 1; die <= POINTS; die++) this.#lead(board, die);
    this.#sum.fill(0);
    for (let a = 1; a <= POINTS; a++) {
      this.#collect(this.#afterDouble(board, a), 1 / 36);
      for (let b = 1; b < a; b++) this.#collect(this.#afterTwo(board, a, b), 2 / 36);
    }
    this.#store(board);
  }

  /** Returns the board after a hop, or a negative number if the hop is not possible. */
  #hop(board: number, point: number, die: number, highest: number): number {
    if (this.#counts[point] === 0 || (point < die && point < highest)) return -1;
    const to = Math.max(point - die, 0);
    return board - (this.#drops[POINTS - to]! - this.#drops[POINTS - point]!);
  }

  #highest(): number {
    let point = POINTS;
    while (this.#counts[point] === 0) point--;
    return point;
  }

  /** Returns the best board after one hop with `die` and then `lead` with `next`. */
  #best(board: number, die: number, lead: Lead | null, next: number): number {
    const highest = this.#highest();
    let best = -1;
    for (let point = 1; point <= highest; point++) {
      const hop = this.#hop(board, point, die, highest);
      if (hop < 0) continue;
      const end = lead ? lead[hop * POINTS + next - 1]! : hop;
      if (best < 0 || this.#mean[end]! < this.#mean[best]!) best = end;
    }
    return best;
  }

  /** Stores the best boards after one, two and three hops with a die. */
  #lead(board: number, die: number): void {
    const [one, two, three] = this.#leads;
    const at = board * POINTS + die - 1;
    one[at] = this.#best(board, die, null, die);
    two[at] = this.#best(board, die, one, die);
    three[at] = this.#best(board, die, two, die);
  }

  #afterDouble(board: number, die: number): number {
    return this.#best(board, die, this.#leads[2], die);
  }

  #afterTwo(board: number, a: number, b: number): number {
    const first = this.#best(board, a, this.#leads[0], b);
    const second = this.#best(board, b, this.#leads[0], a);
    return this.#mean[second]! < this.#mean[first]! ? second : first;
  }

  /** Adds a board's distribution, shifted by one roll. */
  #collect(after: number, weight: number): void {
    if (after < this.#goal) {
      this.#sum[1]! += weight;
      return;
    }
    const begin = this.#begin[after]!;
    const end = this.#begin[after + 1]!;
    for (let n = begin; n < end; n++) this.#sum[n - begin + 1]! += weight * this.#shares[n]!;
  }

  #store(board: number): void {
    const begin = this.#begin[board]!;
    if (begin + 64 > this.#shares.length) this.#grow();
    let left = 1;
    let rolls = 0;
    while (left - this.#sum[rolls]! > NEGLIGIBLE) {
      this.#shares[begin + rolls] = this.#sum[rolls]!;
      left -= this.#sum[rolls]!;
      this.#mean[board]! += rolls * this.#sum[rolls]!;
      rolls++;
    }
    this.#shares[begin + rolls] = left;
    this.#mean[board]! += rolls * left;
    this.#begin[board + 1] = begin + rolls + 1;
  }

  #grow(): void {
    const larger = new Float64Array(this.#shares.length * 2);
    larger.set(this.#shares);
    this.#shares = larger;
  }
}

const toBearOff = new RollTable(1);
let toFirstOff: RollTable | null = null;

/** The number of rolls to bear off the first checker with all fifteen at home. */
function firstOff(): RollTable {
  toFirstOff ??= new RollTable(boardsUpTo(CHECKERS - 1));
  return toFirstOff;
}

/**
 * Writes the chances of the player on roll if all checkers of both players are at home and no hit is
 * possible. With at most five checkers on each side both play best; otherwise each player minimises their own mean number of
 * rolls. A backgammon is not possible.
 */
export function bearOff(own: ArrayLike<number>, other: ArrayLike<number>, outputs: Float64Array): void {
  const end = endOf(own, other);
  if (end) {
    outputs.fill(0);
    outputs[0] = winInEnd(end);
    return;
  }
  const ownBoard = boardNumber(own);
  const otherBoard = boardNumber(other);
  let win = 0;
  for (let rolls = 1; rolls < toBearOff.length(ownBoard); rolls++) {
    win += toBearOff.exactly(ownBoard, rolls) * toBearOff.moreThan(otherBoard, rolls - 1);
  }
  outputs[0] = win;
  outputs[1] = other[0] === 0 ? shutOut(ownBoard, otherBoard, 1) : 0;
  outputs[3] = own[0] === 0 ? shutOut(otherBoard, ownBoard, 0) : 0;
  outputs[2] = outputs[4] = 0;
}

/** Returns the chance to finish before the loser, who has `later` fewer rolls, bears off one checker. */
function shutOut(winner: number, loser: number, later: 0 | 1): number {
  let chance = 0;
  for (let rolls = 1; rolls < toBearOff.length(winner); rolls++) {
    chance += toBearOff.exactly(winner, rolls) * firstOff().moreThan(loser, rolls - later);
  }
  return chance;
}

/** Returns the mean number of rolls to bear off a home board, given as checkers by place. */
export function meanRolls(counts: ArrayLike<number>): number {
  return toBearOff.mean(boardNumber(counts));
}
