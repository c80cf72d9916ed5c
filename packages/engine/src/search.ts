import {
  type Cube,
  cubelessEquity,
  generatePlays,
  loadPosition,
  PLAY_WORDS,
  type Player,
  POSITION_WORDS,
  packedPlays,
  packOpponentView,
} from 'bg-rules';
import { bearOff } from './bearoff.ts';
import { type Board, makeBoard, readAfterPlay, readBeforeRoll, type Side } from './board.ts';
import { dense, listInputs } from './inputs.ts';
import { type Nets, OUTPUT_COUNT, Runner, realSum } from './net.ts';
import { kindOf } from './position-kind.ts';
import { sigmoid } from './sigmoid.ts';
import type { Stakes } from './stakes.ts';

// The search in plain TypeScript. kernel/search.c is the same in WebAssembly: a change here is a change there.

/** The search from packed positions. */
export interface Searcher {
  /**
   * The nodes of the last search, one after another: for each its kind (an index of `KINDS`) and the chances of the player who rolls
   * next, then the nodes after each of the 21 rolls, played best by the net. The chances of a node with nodes below are not valid.
   * A finished game has none below, but leaves their room.
   */
  readonly tree: Float64Array;
  /** Searches `ply` rolls ahead from a packed position whose mover rolls next. Returns the number of positions evaluated. */
  look(words: Int32Array, offset: number, ply: number): number;
  /** The cube in the tree, if the searcher has it. */
  readonly cube?: SearchedCube;
}

/** The values of a search with the cube, for the player on roll at its root. `ply` is the depth of that search. */
export interface SearchedCube {
  worthOfRolling(ply: number, player: Player, cube: Cube, stakes: Stakes): number;
  worthOnRoll(ply: number, player: Player, cube: Cube, stakes: Stakes): number;
}

export const KINDS = ['contact', 'race', 'over'] as const;
const CONTACT = 0;
const OVER = 2;
export const FIELDS = 1 + OUTPUT_COUNT;
const ROLLS = 21;
/** Length of a node with those below it, by depth. */
export const NODE_SIZES = [FIELDS, FIELDS * (1 + ROLLS), FIELDS * (1 + ROLLS * (1 + ROLLS))] as const;

/** Number of plays that the pruning net leaves for the full net. Only the root of a search compares all plays. */
const KEPT = 6;
const CHECKERS = 15;

export class PlainSearcher implements Searcher {
  readonly tree = new Float64Array(NODE_SIZES[2]);
  readonly #contact: Runner;
  readonly #race: Runner;
  readonly #pruning: Runner;
  readonly #board = makeBoard();
  readonly #sums = new Int32Array(OUTPUT_COUNT);
  readonly #chances = new Float64Array(OUTPUT_COUNT);
  #evaluations = 0;

  constructor({ contact, race, pruning }: Nets) {
    this.#contact = new Runner(contact);
    this.#race = new Runner(race);
    this.#pruning = new Runner(pruning);
  }

  look(words: Int32Array, offset: number, ply: number): number {
    this.#evaluations = 0;
    readBeforeRoll(words, offset, this.#board);
    const kind = KINDS.indexOf(kindOf(this.#board));
    this.tree[0] = kind;
    if (ply === 0 || kind === OVER) {
      this.#judge(this.#board);
      this.tree.set(this.#chances, 1);
    } else this.#search(words.slice(offset, offset + POSITION_WORDS), kind, ply, 0);
    return this.#evaluations;
  }

  #search(words: Int32Array, kind: number, ply: number, node: number): void {
    let child = node + FIELDS;
    for (let larger = 1; larger <= 6; larger++) {
      for (let smaller = 1; smaller <= larger; smaller++, child += NODE_SIZES[ply - 1]!) {
        const reply = this.#bestReply(words, kind, larger, smaller, child + 1);
        readBeforeRoll(reply, 0, this.#board);
        const next = KINDS.indexOf(kindOf(this.#board));
        this.tree[child] = next;
        if (ply > 1 && next !== OVER) this.#search(reply, next, ply - 1, child);
      }
    }
  }

  /** Returns the position after the play that the net likes best, with the opponent to roll. Writes its chances at `at`. */
  #bestReply(words: Int32Array, kind: number, larger: number, smaller: number, at: number): Int32Array {
    const reply = new Int32Array(POSITION_WORDS);
    loadPosition(words);
    const count = generatePlays(larger, smaller);
    if (count === 0) {
      packOpponentView(words, 0, reply, 0);
      readBeforeRoll(reply, 0, this.#board);
      this.#judge(this.#board);
      this.tree.set(this.#chances, at);
      return reply;
    }
    let least = Number.POSITIVE_INFINITY;
    let best = 0;
    const wanted = kind === CONTACT && count > KEPT ? this.#prune(count) : null;
    for (let n = 0; n < count; n++) {
      if (wanted?.[n] === 0) continue;
      readAfterPlay(packedPlays, n * PLAY_WORDS, this.#board);
      this.#judge(this.#board);
      const equity = cubelessEquity(this.#chances);
      if (equity >= least) continue;
      least = equity;
      best = n;
      this.tree.set(this.#chances, at);
    }
    packOpponentView(packedPlays, best * PLAY_WORDS, reply, 0);
    return reply;
  }

  /** Marks the plays that the pruning net likes best, the first of equals. */
  #prune(count: number): Uint8Array {
    const values: number[] = [];
    const from: number[] = [];
    for (let n = 0; n < count; n++) {
      readAfterPlay(packedPlays, n * PLAY_WORDS, this.#board);
      const value = this.#pruning.runFirst(this.#board);
      if (values.length === KEPT && value >= values[KEPT - 1]!) continue;
      let place = values.length;
      while (place > 0 && values[place - 1]! > value) place--;
      values.splice(place, 0, value);
      from.splice(place, 0, n);
      values.length = from.length = Math.min(values.length, KEPT);
    }
    const marks = new Uint8Array(count);
    for (const n of from) marks[n] = 1;
    return marks;
  }

  /** Evaluates a board into `#chances`: the result of a finished game, exact chances in a bear-off, otherwise the net's. */
  #judge(board: Board): void {
    this.#evaluations++;
    const { own, other } = board;
    const chances = this.#chances;
    if (other.counts[0] === CHECKERS) writeLoss(own, chances);
    else if (own.counts[0] === CHECKERS) {
      writeLoss(other, chances);
      turnRound(chances);
    } else if (isHome(own) && isHome(other)) bearOff(own.counts, other.counts, chances);
    else {
      const net = listInputs(board) ? this.#race : this.#contact;
      net.run(board, dense, this.#sums);
      for (let n = 0; n < OUTPUT_COUNT; n++) chances[n] = sigmoid(realSum(this.#sums[n]!));
      makeConsistent(own, other, chances);
    }
  }
}

function isHome({ counts }: Side): boolean {
  for (let place = 7; place <= 25; place++) if (counts[place] !== 0) return false;
  return true;
}

/** Writes the loser's chances of a finished game: a gammon if no checker is off, a backgammon if one is still in the winner's home. */
function writeLoss(loser: Side, chances: Float64Array): void {
  chances.fill(0);
  if (loser.counts[0]! > 0) return;
  chances[3] = 1;
  for (let place = 19; place <= 25; place++) if (loser.counts[place] !== 0) chances[4] = 1;
}

/**
 * Removes impossible gammons (against a player who has borne off) and makes gammons part of wins, backgammons
 * part of gammons.
 */
function makeConsistent(own: Side, other: Side, chances: Float64Array): void {
  if (other.counts[0]! > 0) chances[1] = chances[2] = 0;
  if (own.counts[0]! > 0) chances[3] = chances[4] = 0;
  chances[1] = Math.min(chances[1]!, chances[0]!);
  chances[2] = Math.min(chances[2]!, chances[1]);
  chances[3] = Math.min(chances[3]!, 1 - chances[0]!);
  chances[4] = Math.min(chances[4]!, chances[3]);
}

/** Converts one player's chances to the opponent's, in place. */
function turnRound(chances: Float64Array): void {
  const [win = 0, winGammon = 0, winBackgammon = 0, loseGammon = 0, loseBackgammon = 0] = chances;
  chances.set([1 - win, loseGammon, loseBackgammon, winGammon, winBackgammon]);
}
