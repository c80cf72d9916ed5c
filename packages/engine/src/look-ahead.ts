import {
  cubelessEquity,
  generatePlays,
  loadPosition,
  PLAY_WORDS,
  POSITION_WORDS,
  packedPlays,
  turnRound,
} from 'bg-rules';
import { makeBoard, readAfterPlay, readBeforeRoll } from './board.ts';
import { type Chances, newOutputs, toChances, turnedRound, writeChances } from './chances.ts';
import { kindOf, type PositionKind } from './position-kind.ts';

/** A position before a roll, with what looking ahead from it has found. */
export interface Outlook {
  /** Of the player on roll. */
  readonly chances: Chances;
  readonly kind: PositionKind;
  /** What becomes of each of the 21 rolls, played as well as the net can see; null where the look ends or the game is over. */
  readonly replies: readonly Reply[] | null;
}

interface Reply {
  /** How often the roll falls, of 36. */
  readonly ways: 1 | 2;
  /** The opponent is on roll. */
  readonly outlook: Outlook;
}

/** How many rolls to look ahead: 0, 1 or 2. */
export type Ply = 0 | 1 | 2;

const board = makeBoard();
const outputs = newOutputs();
let evaluations = 0;

/** Positions evaluated since the start: a measure of work that is the same on every machine. */
export function evaluationCount(): number {
  return evaluations;
}

/** Looks `ply` rolls ahead from a packed position whose mover rolls next. */
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
  if (count === 0) turnRound(words, offset, next, 0);
  else turnRound(packedPlays, bestOf(count) * PLAY_WORDS, next, 0);
  return lookAhead(next, 0, ply - 1);
}

/** Which of the kernel's answers leaves the opponent least; the first of equals. */
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
