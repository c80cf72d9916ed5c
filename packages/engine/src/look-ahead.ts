import { type End, endOf, repliesInEnd, winInEnd } from './bearoff-ends.ts';
import { makeBoard, readBeforeRoll } from './board.ts';
import { type Chances, turnedRound } from './chances.ts';
import { WEIGHTS } from './generated/net-weights.ts';
import { compileSearch } from './kernel.ts';
import { makeNets, readRealNets } from './net.ts';
import type { PositionKind } from './position-kind.ts';
import { FIELDS, KINDS, NODE_SIZES, PlainSearcher, type SearchedCube, type Searcher } from './search.ts';

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
  /** At the end of a bear-off: its boards, for which all values are known exactly. */
  readonly end?: End;
}

interface Reply {
  /** Number of occurrences of the roll among the 36. */
  readonly ways: 1 | 2;
  /** The position after the play, with the opponent on roll. */
  readonly outlook: Outlook;
}

/** Search depth in rolls: 0, 1 or 2. */
export type Ply = 0 | 1 | 2;

const nets = makeNets(readRealNets(Uint8Array.from(atob(WEIGHTS), (letter) => letter.charCodeAt(0)).buffer));
let searcher: Searcher = new PlainSearcher(nets);
let isAccelerated = false;
let evaluations = 0;
/** The outlook of the last search, whose tree the searcher still has, and the depth of that search. */
let last: { readonly outlook: Outlook; readonly ply: number } | null = null;

/**
 * Switches the search to WebAssembly, which gives bit-identical results faster. Returns false and changes
 * nothing if WebAssembly or its SIMD instructions are missing, or if a page's content security policy forbids
 * it (`wasm-unsafe-eval`); browsers also report the violation.
 */
export function accelerate(): boolean {
  const compiled = isAccelerated ? null : compileSearch(nets);
  if (compiled === null) return isAccelerated;
  searcher = compiled;
  isAccelerated = true;
  return true;
}

/** Returns the number of positions evaluated since the start, a measure of work that is identical on every machine. */
export function evaluationCount(): number {
  return evaluations;
}

const board = makeBoard();

/** Searches `ply` rolls ahead from a packed position whose mover rolls next. */
export function lookAhead(words: Int32Array, offset: number, ply: number): Outlook {
  readBeforeRoll(words, offset, board);
  const end = endOf(board.own.counts, board.other.counts);
  if (end) {
    evaluations++;
    return outlookOfEnd(end, ply);
  }
  evaluations += searcher.look(words, offset, ply);
  const outlook = outlookAt(searcher.tree, 0, ply);
  last = { outlook, ply };
  return outlook;
}

/**
 * Returns the cube of a search and its depth if the searcher computes it and still has the tree of this outlook, and otherwise
 * null. Worth it only if there are positions below.
 */
export function searchedCube(outlook: Outlook): { readonly cube: SearchedCube; readonly ply: number } | null {
  const { cube } = searcher;
  return cube && outlook.replies && last?.outlook === outlook ? { cube, ply: last.ply } : null;
}

function outlookAt(tree: Float64Array, at: number, ply: number): Outlook {
  const kind = KINDS[tree[at]!]!;
  if (ply === 0 || kind === 'over')
    return {
      chances: [tree[at + 1]!, tree[at + 2]!, tree[at + 3]!, tree[at + 4]!, tree[at + 5]!],
      kind,
      replies: null,
    };
  const replies: Reply[] = [];
  let child = at + FIELDS;
  for (let a = 1; a <= 6; a++) {
    for (let b = 1; b <= a; b++, child += NODE_SIZES[ply - 1]!)
      replies.push({ ways: a === b ? 1 : 2, outlook: outlookAt(tree, child, ply - 1) });
  }
  return { chances: meanChances(replies), kind, replies };
}

/** The chances of the next player are exact at every depth. */
function outlookOfEnd(end: End, ply: number): Outlook {
  const replies =
    ply === 0 ? null : repliesInEnd(end).map(({ ways, end: next }) => ({ ways, outlook: afterRoll(next) }));
  return { chances: [winInEnd(end), 0, 0, 0, 0], kind: 'race', replies, end };
}

function afterRoll(end: End): Outlook {
  return end.other === 0 ? { chances: [0, 0, 0, 0, 0], kind: 'over', replies: null } : outlookOfEnd(end, 0);
}

function meanChances(replies: readonly Reply[]): Chances {
  const sum: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  for (const { ways, outlook } of replies) {
    const chances = turnedRound(outlook.chances);
    for (let n = 0; n < sum.length; n++) sum[n]! += (ways * chances[n]!) / 36;
  }
  return sum;
}
