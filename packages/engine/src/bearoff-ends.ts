import { type Cube, opponent, type Player } from 'bg-rules';
import { boardNumber, boardsUpTo, nextBoard } from './bearoff-index.ts';
import type { Stakes } from './stakes.ts';

// The end of a bear-off: at most five checkers on each side, all at home, so no hit and no gammon is possible. Its values are exact, for
// best plays and best cube actions of both players, without a cube, for money and in a match. A pair of boards has one value for each
// state of the cube and player on roll. Values are computed on demand from those of the pairs after a roll, which have smaller numbers,
// and are kept in rows, so memory is taken only for boards that can arise.

const POINTS = 6;
const MOST_CHECKERS = 5;
const CHECKERS = 15;
const BOARDS = boardsUpTo(MOST_CHECKERS);
/**
 * Values are multiples of this, much less than any difference that matters. Plays that are worth the same then have the same value,
 * in whatever order it was summed up.
 */
const UNIT = 2 ** -40;
/** For money the same values serve all cubes up to this one: the largest cube is then ten turns away and more. */
const MOST_SCALED = 4;

/** Numbers of two boards, see bearoff-index.ts. */
export interface End {
  /** The board of the player who rolls next. */
  readonly own: number;
  readonly other: number;
}

/** Returns the numbers of the boards, or null unless the bear-off is at its end. Arguments are checkers by place. */
export function endOf(own: ArrayLike<number>, other: ArrayLike<number>): End | null {
  return isShort(own) && isShort(other) ? { own: boardNumber(own), other: boardNumber(other) } : null;
}

function isShort(counts: ArrayLike<number>): boolean {
  const off = counts[0]!;
  if (off < CHECKERS - MOST_CHECKERS || off === CHECKERS) return false;
  let home = off;
  for (let point = 1; point <= POINTS; point++) home += counts[point]!;
  return home === CHECKERS;
}

// ---- plays ----

/** The boards after each of the 21 rolls, in the order 1-1, 2-1, 2-2, 3-1 and so on. */
type After = readonly Uint16Array[];
const afters: After[] = [];

/** Returns the boards that can follow a board. */
function afterOf(board: number): After {
  if (afters.length === 0) {
    const counts = new Int32Array(POINTS + 1);
    for (let number = 0; number < BOARDS; number++, nextBoard(counts)) afters.push(rollsOf(counts));
  }
  return afters[board]!;
}

function rollsOf(counts: Int32Array): After {
  const rolls: Uint16Array[] = [];
  for (let a = 1; a <= POINTS; a++) {
    for (let b = 1; b <= a; b++) {
      const boards = new Set<number>();
      const orders =
        a === b
          ? [[a, a, a, a]]
          : [
              [a, b],
              [b, a],
            ];
      for (const dice of orders) addEnds(counts, dice, 0, boards);
      rolls.push(Uint16Array.from(boards.has(0) ? [0] : boards));
    }
  }
  return rolls;
}

/** Adds the boards after the dice from index `next` on. At home every die can be played while a checker is left. */
function addEnds(counts: Int32Array, dice: readonly number[], next: number, boards: Set<number>): void {
  let highest = POINTS;
  while (highest > 0 && counts[highest] === 0) highest--;
  const die = dice[next];
  if (die === undefined || highest === 0) {
    boards.add(boardNumber(counts));
    return;
  }
  for (let point = 1; point <= highest; point++) {
    if (counts[point] === 0 || (point < die && point < highest)) continue;
    counts[point]!--;
    if (point > die) counts[point - die]!++;
    addEnds(counts, dice, next + 1, boards);
    if (point > die) counts[point - die]!--;
    counts[point]!++;
  }
}

// ---- values ----

/** Rows of all states since the states at scores were dropped. */
let rowCount = 0;
/** Beyond this number of rows, 30 MB, the states at scores are dropped. One question adds at most twice as many. */
const MOST_ROWS = 8192;

/** One value for each board of the player who is not on roll; NaN if it is not known yet. */
type Row = Float64Array;

/** A player on roll and a cube, with the values of that player. */
class State {
  /** The same cube with the other player on roll. */
  next: State = this;
  /** After a double and a take, with the same player on roll. */
  turned: State = this;
  /** Value of a win of the game as it stands. */
  readonly #win: number;
  /** Value of a pass of the opponent. Infinite if the player on roll may not double. */
  readonly #cash: number;
  /** Factor of the values after a double. */
  readonly #factor: number;
  /** By board of the player on roll: without a double now. */
  readonly #rolling: (Row | undefined)[] = [];
  /** By board of the player on roll, who doubles if that is better. */
  readonly #deciding: (Row | undefined)[];

  constructor(win: number, cash: number, factor = 1) {
    this.#win = win;
    this.#cash = cash;
    this.#factor = factor;
    this.#deciding = cash === Number.POSITIVE_INFINITY ? this.#rolling : [];
  }

  /** Returns the value before a roll without a double. */
  rolling(own: number, other: number): number {
    const row = rowOf(this.#rolling, own);
    const known = row[other]!;
    if (!Number.isNaN(known)) return known;
    const after = afterOf(own);
    const replies = rowOf(this.next.#deciding, other);
    let sum = 0;
    for (let a = 1, roll = 0; a <= POINTS; a++) {
      for (let b = 1; b <= a; b++, roll++) sum += (a === b ? 1 : 2) * this.#best(after[roll]!, other, replies);
    }
    const value = Math.round(sum / 36 / UNIT) * UNIT;
    row[other] = value;
    return value;
  }

  /** `replies` are the opponent's values by the board after the play. */
  #best(boards: Uint16Array, other: number, replies: Row): number {
    let best = Number.NEGATIVE_INFINITY;
    for (let n = 0; n < boards.length; n++) {
      const board = boards[n]!;
      if (board === 0) return this.#win;
      const known = replies[board]!;
      const value = -(Number.isNaN(known) ? this.next.#decide(other, board) : known);
      if (value > best) best = value;
    }
    return best;
  }

  /** Returns the value before the player on roll doubles or not. */
  #decide(own: number, other: number): number {
    const rolling = this.rolling(own, other);
    if (this.#cash === Number.POSITIVE_INFINITY) return rolling;
    const value =
      rolling >= this.#cash
        ? rolling
        : Math.max(rolling, Math.min(this.#factor * this.turned.rolling(own, other), this.#cash));
    rowOf(this.#deciding, own)[other] = value;
    return value;
  }
}

function rowOf(rows: (Row | undefined)[], own: number): Row {
  const before = rows[own];
  if (before) return before;
  rowCount++;
  const row = new Float64Array(BOARDS).fill(Number.NaN);
  rows[own] = row;
  return row;
}

/** Without a cube: 1 is a win, -1 a loss. */
const dead = new State(1, Number.POSITIVE_INFINITY);

/** Money at any cube: points for each point of its value. Either player may always double in turn. */
const centred = new State(1, 1, 2);
const owned = new State(1, 1, 2);
const away = new State(1, Number.POSITIVE_INFINITY);
owned.next = centred.turned = owned.turned = away;
away.next = owned;

/** Returns the winning chance of the player on roll with best plays of both, 0 to 1. */
export function winInEnd({ own, other }: End): number {
  return (dead.rolling(own, other) + 1) / 2;
}

/** Returns the value, in the sense of the stakes, for the player on roll without a double now. */
export function worthInEnd({ own, other }: End, player: Player, cube: Cube, stakes: Stakes): number {
  if (!stakes.mayTurn(0, cube.value) && !stakes.mayTurn(1, cube.value)) {
    const loss = stakes.worth(player, -cube.value);
    return loss + winInEnd({ own, other }) * (stakes.worth(player, cube.value) - loss);
  }
  if (!stakes.isMoney || cube.value > MOST_SCALED) {
    if (rowCount > MOST_ROWS) {
      states = new WeakMap();
      rowCount = 0;
    }
    return stateOf(player, cube, stakes).rolling(own, other);
  }
  const state = cube.owner === null ? centred : cube.owner === player ? owned : away;
  return cube.value * state.rolling(own, other);
}

let states = new WeakMap<Stakes, Map<string, State>>();

/** Returns the state at a score. */
function stateOf(player: Player, cube: Cube, stakes: Stakes): State {
  const known = states.get(stakes) ?? new Map<string, State>();
  states.set(stakes, known);
  const key = `${player} ${cube.value} ${cube.owner}`;
  const before = known.get(key);
  if (before) return before;
  const mayDouble = stakes.mayDouble(player, cube);
  const made = new State(
    stakes.worth(player, cube.value),
    mayDouble ? stakes.worth(player, cube.value) : Number.POSITIVE_INFINITY,
  );
  known.set(key, made);
  made.next = stateOf(opponent(player), cube, stakes);
  if (mayDouble) made.turned = stateOf(player, { value: 2 * cube.value, owner: opponent(player) }, stakes);
  return made;
}

/** The 21 rolls of an end, each with the boards after the play that wins most often without a cube. */
export function repliesInEnd({ own, other }: End): { readonly ways: 1 | 2; readonly end: End }[] {
  const replies: { ways: 1 | 2; end: End }[] = [];
  const after = afterOf(own);
  for (let a = 1; a <= POINTS; a++) {
    for (let b = 1; b <= a; b++) {
      let [best] = after[replies.length]!;
      for (const board of after[replies.length]!)
        if (board !== 0 && dead.rolling(other, board) < dead.rolling(other, best!)) best = board;
      replies.push({ ways: a === b ? 1 : 2, end: { own: other, other: best! } });
    }
  }
  return replies;
}
