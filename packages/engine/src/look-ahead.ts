import {
  cubelessEquity,
  generatePlays,
  loadPosition,
  PLAY_WORDS,
  POSITION_WORDS,
  packedPlays,
  packOpponentView,
} from 'bg-rules';
import { makeBoard, readAfterPlay, readBeforeRoll } from './board.ts';
import { type Chances, newOutputs, toChances, turnedRound, writeChances } from './chances.ts';
import { kindOf, type PositionKind } from './position-kind.ts';

/** A position before a roll, with the results of the search from it. */
export interface Outlook {
  /** The chances of the player on roll. */
  readonly chances: Chances;
  readonly kind: PositionKind;
  /**
   * The position after each of the 21 rolls, played best by the net. Null at the end of the search and in a
   * finished game.
   */
  readonly replies: readonly Reply[] | null;
}

interface Reply {
  /** Number of occurrences of the roll among the 36. */
  readonly ways: 1 | 2;
  /** The position after the play, with the opponent on roll. */
  readonly outlook: Outlook;
}

/** Search depth in rolls: 0, 1 or 2. */
export type Ply = 0 | 1 | 2;

const board = makeBoard();
const outputs = newOutputs();
let evaluations = 0;

/** Returns the number of positions evaluated since the start, a measure of work that is identical on every machine. */
export function evaluationCount(): number {
  return evaluations;
}

/** Searches `ply` rolls ahead from a packed position whose mover rolls next. */
export function lookAhead(words: Int32Array, offset: number, ply: number): Outlook {
  readBeforeRoll(words, offset, board);
  const kind = kindOf(board);
  if (ply === 0 || kind === 'over') {
    evaluations++;
    writeChances(board, outputs);
    return { chances: toChances(outputs), kind, replies: null };
  }
  const replies: Reply[] = [];
  for (let a = 1; a <= 6; a++) {
    for (let b = 1; b <= a; b++) replies.push({ ways: a === b ? 1 : 2, outlook: afterRoll(words, offset, a, b, ply) });
  }
  return { chances: meanChances(replies), kind, replies };
}

function afterRoll(words: Int32Array, offset: number, a: number, b: number, ply: number): Outlook {
  loadPosition(words, offset);
  const count = generatePlays(a, b);
  const next = new Int32Array(POSITION_WORDS);
  if (count === 0) packOpponentView(words, offset, next, 0);
  else packOpponentView(packedPlays, bestOf(count) * PLAY_WORDS, next, 0);
  return lookAhead(next, 0, ply - 1);
}

/** Returns the index of the kernel result that leaves the opponent with the least equity; the first of equals. */
function bestOf(count: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < count && count > 1; n++) {
    readAfterPlay(packedPlays, n * PLAY_WORDS, board);
    writeChances(board, outputs);
    const equity = cubelessEquity(outputs);
    if (equity < least) {
      least = equity;
      best = n;
    }
  }
  evaluations += count;
  return best;
}

function meanChances(replies: readonly Reply[]): Chances {
  const sum: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  for (const { ways, outlook } of replies) {
    const chances = turnedRound(outlook.chances);
    for (let n = 0; n < sum.length; n++) sum[n]! += (ways * chances[n]!) / 36;
  }
  return sum;
}
