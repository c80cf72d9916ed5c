import { addAt, countAt, POSITION_WORDS } from './packed.ts';
import { BAR } from './position.ts';

// The plays kernel: every legal play of a roll, each resulting position once, without allocating anything.
//
// It works on one loaded position at a time and writes its answers into `plays`, so the state below is the module's, and a
// caller reads the answers before it asks again; all that uses that state stands in this one file, longer than most. A hop
// changes a packed position by adding eight words taken from a table.
//
// Why no position comes out twice, without comparing any:
// - Doubles. The order of the hops does not matter, so only the order from the highest source down is followed. Read from
//   the top, the change of a place's count tells how many checkers left it, so other sources give another position.
// - Two different dice, bearing off out of reach. Two checkers move (the pairs), or one moves twice (the runs). Where a pair
//   puts a checker on the place that the other one leaves, it has done what a run does; those pairs are left out. In the
//   others each place that loses a checker shows it, and which die moved it shows in where it went. A run loses one
//   checker from one place; by way of either die it ends the same unless a blot is hit on the way, and then the hits differ.
// - Two different dice, bearing off within reach (at most one checker outside the home board). A die larger than needed breaks
//   that argument, so both orders are tried and the results compared; there are few.

/** Words of one answer in `plays`: the packed position, still as the mover sees it, and the play's code. */
export const PLAY_WORDS = POSITION_WORDS + 1;
// Four hops can be shared out among fifteen checkers in C(18, 4) = 3,060 ways; no roll has more plays.
const MAX_PLAYS = 3060;
/** The answers of the last `generatePlays`. */
export const plays = new Int32Array(MAX_PLAYS * PLAY_WORDS);
/**
 * A code is five bits for the source of each hop (0: no such hop) in an order in which they can be made, and this bit when
 * the first hop uses the smaller die.
 */
export const SMALLER_FIRST = 1 << 20;
export const SOURCE_BITS = 5;

/** What hops add to a packed position: eight words at `step(die, source, blots)`. */
const steps = new Int32Array(7 * 26 * 2 * POSITION_WORDS);

function fillSteps(): void {
  for (let die = 1; die <= 6; die++) {
    for (let source = 1; source <= BAR; source++) {
      const target = Math.max(source - die, 0);
      for (const hit of [0, 1]) {
        const step = ((die * 26 + source) * 2 + hit) * POSITION_WORDS;
        addAt(steps, step, source, -1);
        addAt(steps, step, target, 1);
        if (hit && target > 0) {
          addAt(steps, step + 4, target, -1);
          addAt(steps, step + 4, 0, 1);
        }
      }
    }
  }
}
fillSteps();

/** The table's offset of a hop. Blots are on places 1 to 24, so a target beyond 0 shifts to a bit that is never set. */
function step(die: number, source: number, blots: number): number {
  return ((die * 26 + source) * 2 + ((blots >>> (source - die)) & 1)) << 3;
}

// The loaded position and those on the way to a play, one below the other.
const boards = new Int32Array(5 * POSITION_WORDS);
// Places as bit sets: the mover's checkers, points the opponent holds, his single checkers.
let own = 0;
let blocked = 0;
let blots = 0;
/** The mover's checkers outside the home board, with the bar. */
let outside = 0;
/** Words written into `plays`. */
let written = 0;

/** Takes the packed position at `offset` as the one to play from. */
export function loadPosition(words: Int32Array, offset = 0): void {
  for (let word = 0; word < POSITION_WORDS; word++) boards[word] = words[offset + word]!;
  own = blocked = blots = outside = 0;
  for (let place = 1; place <= BAR; place++) {
    const mine = countAt(boards, 0, place);
    if (mine > 0) own |= 1 << place;
    if (place > 6) outside += mine;
    const theirs = place < BAR ? countAt(boards, 4, place) : 0;
    if (theirs === 1) blots |= 1 << place;
    else if (theirs > 1) blocked |= 1 << place;
  }
}

/** Writes all legal plays of the loaded position into `plays`, each resulting position once; returns how many. */
export function generatePlays(dieA: number, dieB: number): number {
  written = 0;
  const larger = Math.max(dieA, dieB);
  const smaller = Math.min(dieA, dieB);
  if (larger === smaller) playDouble(larger);
  else if (outside > 1) playInField(larger, smaller);
  else playNearHome(larger, smaller);
  return written / PLAY_WORDS;
}

// ---- single hops ----

/** The legal sources of a die, as a bit set, when the mover's checkers are on the places `men`. */
function sourcesOf(die: number, men: number): number {
  if (men >>> BAR) return (blocked >>> (BAR - die)) & 1 ? 0 : 1 << BAR;
  const moving = men & ~(blocked << die) & (-1 << (die + 1));
  if (men >>> 7) return moving;
  const highest = 31 - Math.clz32(men);
  return moving | (men & (1 << die)) | (men !== 0 && highest < die ? 1 << highest : 0);
}

/**
 * Writes a play for each source that can be the next and last hop on the board of `level`. Longer than other functions:
 * written out word by word, it is the loop that the kernel's speed hangs on.
 */
function emitEach(level: number, sources: number, die: number, singles: number, code: number): void {
  const board = level * POSITION_WORDS;
  const shift = level * SOURCE_BITS;
  const mine0 = boards[board]!;
  const mine1 = boards[board + 1]!;
  const mine2 = boards[board + 2]!;
  const mine3 = boards[board + 3]!;
  const theirs0 = boards[board + 4]!;
  const theirs1 = boards[board + 5]!;
  const theirs2 = boards[board + 6]!;
  const theirs3 = boards[board + 7]!;
  let at = written;
  for (let left = sources; left !== 0; at += PLAY_WORDS) {
    const source = 31 - Math.clz32(left);
    left ^= 1 << source;
    const change = step(die, source, singles);
    plays[at] = mine0 + steps[change]!;
    plays[at + 1] = mine1 + steps[change + 1]!;
    plays[at + 2] = mine2 + steps[change + 2]!;
    plays[at + 3] = mine3 + steps[change + 3]!;
    if ((singles >>> (source - die)) & 1) {
      plays[at + 4] = theirs0 + steps[change + 4]!;
      plays[at + 5] = theirs1 + steps[change + 5]!;
      plays[at + 6] = theirs2 + steps[change + 6]!;
      plays[at + 7] = theirs3 + steps[change + 7]!;
    } else {
      plays[at + 4] = theirs0;
      plays[at + 5] = theirs1;
      plays[at + 6] = theirs2;
      plays[at + 7] = theirs3;
    }
    plays[at + 8] = code | (source << shift);
  }
  written = at;
}

/** Makes the board below `level` by one step. */
function descend(level: number, change: number): void {
  const from = level * POSITION_WORDS;
  const to = from + POSITION_WORDS;
  boards[to] = boards[from]! + steps[change]!;
  boards[to + 1] = boards[from + 1]! + steps[change + 1]!;
  boards[to + 2] = boards[from + 2]! + steps[change + 2]!;
  boards[to + 3] = boards[from + 3]! + steps[change + 3]!;
  boards[to + 4] = boards[from + 4]! + steps[change + 4]!;
  boards[to + 5] = boards[from + 5]! + steps[change + 5]!;
  boards[to + 6] = boards[from + 6]! + steps[change + 6]!;
  boards[to + 7] = boards[from + 7]! + steps[change + 7]!;
}

/** The mover's places after a hop from `source` on the board of `level`. */
function menAfter(level: number, men: number, source: number, die: number): number {
  const left = countAt(boards, level * POSITION_WORDS, source) === 1 ? men ^ (1 << source) : men;
  return source > die ? left | (1 << (source - die)) : left;
}

/** The opponent's blots after a hop to `target`, which may lie beyond 0. */
function blotsAfter(singles: number, target: number): number {
  return target > 0 ? singles & ~(1 << target) : singles;
}

// ---- doubles ----

let hopsWanted = 4;
let hopsReached = 0;

function playDouble(die: number): void {
  hopsReached = 0;
  hopsWanted = 4;
  descendDouble(die, 0, BAR, own, blots, 0);
  if (hopsReached === 0 || hopsReached === 4) return;
  hopsWanted = hopsReached;
  descendDouble(die, 0, BAR, own, blots, 0);
}

function descendDouble(die: number, level: number, highest: number, men: number, singles: number, code: number): void {
  const sources = sourcesOf(die, men) & ((2 << highest) - 1);
  if (sources === 0) return;
  if (level >= hopsReached) hopsReached = level + 1;
  if (level + 1 === hopsWanted) {
    emitEach(level, sources, die, singles, code);
    return;
  }
  for (let left = sources; left !== 0; ) {
    const source = 31 - Math.clz32(left);
    left ^= 1 << source;
    descend(level, step(die, source, singles));
    const longer = code | (source << (level * SOURCE_BITS));
    descendDouble(die, level + 1, source, menAfter(level, men, source, die), blotsAfter(singles, source - die), longer);
  }
}

// ---- two different dice, bearing off out of reach ----

function playInField(larger: number, smaller: number): void {
  const onBar = countAt(boards, 0, BAR);
  if (onBar === 0) {
    pairInField(larger, smaller);
    for (let men = own & (-1 << (larger + smaller + 1)); men !== 0; ) {
      const source = 31 - Math.clz32(men);
      men ^= 1 << source;
      run(source, larger, smaller);
    }
  } else if (onBar === 1) {
    enterAndMove(larger, smaller, 0);
    enterAndMove(smaller, larger, SMALLER_FIRST);
    run(BAR, larger, smaller);
  } else enterTwo(larger, smaller);
  if (written === 0) playOneDie(larger, smaller);
}

/** Every source of the larger die with every source of the smaller one, where neither checker takes the other's place. */
function pairInField(larger: number, smaller: number): void {
  const firsts = sourcesOf(larger, own);
  const seconds = sourcesOf(smaller, own);
  for (let left = firsts; left !== 0; ) {
    const first = 31 - Math.clz32(left);
    left ^= 1 << first;
    const vacated = countAt(boards, 0, first) === 1 ? 1 << first : 0;
    const partners = seconds & ~vacated & ~(1 << (first - larger)) & ~(1 << (first + smaller));
    emitPairs(first, larger, smaller, partners, 0);
  }
}

/** The only checker on the bar enters by one die and another checker moves by the other. */
function enterAndMove(entering: number, moving: number, order: number): void {
  if ((blocked >>> (BAR - entering)) & 1) return;
  const others = sourcesOf(moving, own ^ (1 << BAR)) & ~(1 << (BAR - entering));
  emitPairs(BAR, entering, moving, others, order);
}

function enterTwo(larger: number, smaller: number): void {
  if ((blocked >>> (BAR - larger)) & 1 || (blocked >>> (BAR - smaller)) & 1) return;
  emitPairs(BAR, larger, smaller, 1 << BAR, 0);
}

/** A checker from `first` with one from each of `seconds`. One blot that both land on is hit once. */
function emitPairs(first: number, die: number, otherDie: number, seconds: number, order: number): void {
  if (seconds === 0) return;
  descend(0, step(die, first, blots));
  emitEach(1, seconds, otherDie, blotsAfter(blots, first - die), first | order);
}

/** One checker moves by both dice: once if no blot stands between, else once for each choice of hits. */
function run(source: number, larger: number, smaller: number): void {
  if ((blocked >>> (source - larger - smaller)) & 1) return;
  const overLarger = 1 << (source - larger);
  const overSmaller = 1 << (source - smaller);
  const largerFree = !(blocked & overLarger);
  if (largerFree) emitPairs(source, larger, smaller, overLarger, 0);
  const seenAlready = largerFree && !(blots & (overLarger | overSmaller));
  if (!(blocked & overSmaller) && !seenAlready) emitPairs(source, smaller, larger, overSmaller, SMALLER_FIRST);
}

// ---- two different dice, bearing off within reach ----

function playNearHome(larger: number, smaller: number): void {
  playInOrder(larger, smaller, 0);
  playInOrder(smaller, larger, SMALLER_FIRST);
  if (written === 0) playOneDie(larger, smaller);
}

function playInOrder(die: number, otherDie: number, order: number): void {
  for (let left = sourcesOf(die, own); left !== 0; ) {
    const source = 31 - Math.clz32(left);
    left ^= 1 << source;
    descend(0, step(die, source, blots));
    const begun = written;
    emitEach(
      1,
      sourcesOf(otherDie, menAfter(0, own, source, die)),
      otherDie,
      blotsAfter(blots, source - die),
      source | order,
    );
    dropRepeats(begun);
  }
}

/** Removes from the answers since `begun` those whose position stands before. */
function dropRepeats(begun: number): void {
  const end = written;
  written = begun;
  for (let at = begun; at < end; at += PLAY_WORDS) {
    if (isRepeat(at)) continue;
    // Word by word: the platform's own copying takes longer to be asked.
    if (at !== written) for (let word = 0; word < PLAY_WORDS; word++) plays[written + word] = plays[at + word]!;
    written += PLAY_WORDS;
  }
}

function isRepeat(at: number): boolean {
  const first = plays[at]!;
  for (let before = 0; before < written; before += PLAY_WORDS) {
    // The first word, with the mover's home, nearly always tells them apart.
    if (plays[before] !== first) continue;
    let word = 1;
    while (word < POSITION_WORDS && plays[before + word] === plays[at + word]) word++;
    if (word === POSITION_WORDS) return true;
  }
  return false;
}

// ---- one die of two ----

/** Only one die can be played: the larger one if it can. */
function playOneDie(larger: number, smaller: number): void {
  emitEach(0, sourcesOf(larger, own), larger, blots, 0);
  if (written === 0) emitEach(0, sourcesOf(smaller, own), smaller, blots, SMALLER_FIRST);
}
