import { addAt, countAt, POSITION_WORDS } from './packed.ts';
import { BAR } from './position.ts';

// The plays kernel: generates every legal play of a roll, each resulting position once, without allocation.
//
// It works on one loaded position at a time and writes its results into `plays`. The state below is
// module-level, so a caller must read the results before the next call. All code that uses this state is in
// this one file, which is therefore longer than most. A hop adds eight words from a table to a packed
// position.
//
// No position is generated twice, and nearly always without comparing positions:
// - Doubles. The order of hops does not matter, so only the order from the highest source down is generated.
//   Read from the highest place down, the change of each count gives the number of checkers that left it, so
//   different sources give different positions.
// - Two different dice, bearing off impossible. Either two checkers move (pairs) or one moves twice (runs). A
//   pair in which one checker lands on the place that the other leaves is equivalent to a run, so those pairs
//   are skipped. In the others each source loses a checker, and its target shows which die moved it. A run
//   takes one checker from one place. Both orders of the dice end the same unless a blot is hit on the way,
//   and then the hits differ.
// - Two different dice, bearing off possible (at most one checker outside the home board). A larger die than
//   needed breaks this argument, so both orders are generated, except that the second leaves out hops that are
//   legal in the first, and the few results are compared.

/** Words of one result in `plays`: the packed position, from the mover's view, and the code of the play. */
export const PLAY_WORDS = POSITION_WORDS + 1;
// Four hops can be distributed over fifteen checkers in C(18, 4) = 3,060 ways, so no roll has more plays.
const MAX_PLAYS = 3060;
/** The results of the last `generatePlays`. */
export const plays = new Int32Array(MAX_PLAYS * PLAY_WORDS);
/**
 * A code has five bits for the source of each hop (0: no hop), in a legal order. This bit is set if the first
 * hop uses the smaller die.
 */
export const SMALLER_FIRST = 1 << 20;
export const SOURCE_BITS = 5;

/** The effect of hops on a packed position: eight words at `step(die, source, blots)`. */
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

/**
 * Returns the table offset of a hop. Blots are on places 1 to 24, so a target below 0 shifts to a bit that is
 * never set.
 */
function step(die: number, source: number, blots: number): number {
  return ((die * 26 + source) * 2 + ((blots >>> (source - die)) & 1)) << 3;
}

// The loaded position and the intermediate positions of a play, one per level.
const boards = new Int32Array(5 * POSITION_WORDS);
// Places as bit sets: the mover's checkers, points held by the opponent, the opponent's blots.
let own = 0;
let blocked = 0;
let blots = 0;
/** Number of the mover's checkers outside the home board, including the bar. */
let outside = 0;
/** Number of words written into `plays`. */
let written = 0;

/** Loads the packed position at `offset`. */
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

/** Writes all legal plays of the loaded position into `plays`, each resulting position once. Returns their number. */
export function generatePlays(dieA: number, dieB: number): number {
  written = 0;
  const larger = Math.max(dieA, dieB);
  const smaller = Math.min(dieA, dieB);
  if (larger === smaller) playDouble(larger);
  else if (outside > 1) playInField(larger, smaller);
  else playNearHome(larger, smaller);
  return written / PLAY_WORDS;
}

/** Returns the code of result `n` of the last `generatePlays`. */
export function codeOfPlay(n: number): number {
  return plays[n * PLAY_WORDS + POSITION_WORDS]!;
}

// ---- single hops ----

/** Returns the legal sources of a die as a bit set. `men` are the places of the mover's checkers. */
function sourcesOf(die: number, men: number): number {
  if (men >>> BAR) return (blocked >>> (BAR - die)) & 1 ? 0 : 1 << BAR;
  const moving = men & ~(blocked << die) & (-1 << (die + 1));
  if (men >>> 7) return moving;
  const highest = 31 - Math.clz32(men);
  return moving | (men & (1 << die)) | (men !== 0 && highest < die ? 1 << highest : 0);
}

/**
 * Writes a play for each source that can be the last hop on the board of `level`. It is unrolled word by
 * word, and so longer than other functions, because the kernel's speed depends on this loop.
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

/** Computes the board at level + 1 from `level` and a step. */
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

/** Returns the mover's places after a hop from `source` on the board of `level`. */
function menAfter(level: number, men: number, source: number, die: number): number {
  const left = countAt(boards, level * POSITION_WORDS, source) === 1 ? men ^ (1 << source) : men;
  return source > die ? left | (1 << (source - die)) : left;
}

/** Returns the opponent's blots after a hop to `target`, which may be below 0. */
function blotsAfter(singles: number, target: number): number {
  return target > 0 ? singles & ~(1 << target) : singles;
}

// ---- doubles ----

let hopsWanted = 4;
let hopsReached = 0;

function playDouble(die: number): void {
  const sources = sourcesOf(die, own);
  if (sources === 0) return;
  hopsReached = 1;
  hopsWanted = 4;
  descendDouble(die, 0, sources, own, blots, 0);
  if (hopsReached === 4) return;
  hopsWanted = hopsReached;
  if (hopsWanted === 1) emitEach(0, sources, die, blots, 0);
  else descendDouble(die, 0, sources, own, blots, 0);
}

/** Writes the plays of `hopsWanted` hops, at least two, whose next hop is from one of `sources`. */
function descendDouble(die: number, level: number, sources: number, men: number, singles: number, code: number): void {
  for (let left = sources; left !== 0; ) {
    const source = 31 - Math.clz32(left);
    left ^= 1 << source;
    const menNow = menAfter(level, men, source, die);
    const next = sourcesOf(die, menNow) & ((2 << source) - 1);
    if (next === 0) continue;
    if (level + 2 > hopsReached) hopsReached = level + 2;
    descend(level, step(die, source, singles));
    const singlesNow = blotsAfter(singles, source - die);
    const longer = code | (source << (level * SOURCE_BITS));
    if (level + 2 === hopsWanted) emitEach(level + 1, next, die, singlesNow, longer);
    else descendDouble(die, level + 1, next, menNow, singlesNow, longer);
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

/**
 * Pairs every source of the larger die with every source of the smaller, except where one checker would land
 * on the other's source.
 */
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

/** The only checker on the bar enters with one die, and another checker moves with the other. */
function enterAndMove(entering: number, moving: number, order: number): void {
  if ((blocked >>> (BAR - entering)) & 1) return;
  const others = sourcesOf(moving, own ^ (1 << BAR)) & ~(1 << (BAR - entering));
  emitPairs(BAR, entering, moving, others, order);
}

function enterTwo(larger: number, smaller: number): void {
  if ((blocked >>> (BAR - larger)) & 1 || (blocked >>> (BAR - smaller)) & 1) return;
  emitPairs(BAR, larger, smaller, 1 << BAR, 0);
}

/** Pairs a checker from `first` with one from each of `seconds`. If both land on the same blot, it is hit once. */
function emitPairs(first: number, die: number, otherDie: number, seconds: number, order: number): void {
  if (seconds === 0) return;
  descend(0, step(die, first, blots));
  emitEach(1, seconds, otherDie, blotsAfter(blots, first - die), first | order);
}

/** Moves one checker with both dice: one play if no blot is on the way, otherwise one for each choice of hits. */
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

/** For each source of the larger die, the sources of the smaller die after that hop, as a bit set. */
const afterLarger = new Int32Array(BAR + 1);

function playNearHome(larger: number, smaller: number): void {
  const firsts = sourcesOf(larger, own);
  for (let left = firsts; left !== 0; ) {
    const source = 31 - Math.clz32(left);
    left ^= 1 << source;
    const seconds = sourcesOf(smaller, menAfter(0, own, source, larger));
    afterLarger[source] = seconds;
    emitNewPairs(source, larger, smaller, seconds, 0);
  }
  for (let left = sourcesOf(smaller, own); left !== 0; ) {
    const source = 31 - Math.clz32(left);
    left ^= 1 << source;
    const seconds = sourcesOf(larger, menAfter(0, own, source, smaller));
    emitNewPairs(source, smaller, larger, seconds & ~playedBefore(source, seconds & firsts), SMALLER_FIRST);
  }
  if (written === 0) playOneDie(larger, smaller);
}

/** Returns those of `firsts` after which the smaller die can move from `source`: the same two hops, larger die first. */
function playedBefore(source: number, firsts: number): number {
  let found = 0;
  for (let left = firsts; left !== 0; ) {
    const first = 31 - Math.clz32(left);
    left ^= 1 << first;
    found |= ((afterLarger[first]! >>> source) & 1) << first;
  }
  return found;
}

/** Like `emitPairs`, without the plays whose position occurred before. */
function emitNewPairs(first: number, die: number, otherDie: number, seconds: number, order: number): void {
  if (seconds === 0) return;
  const begun = written;
  emitPairs(first, die, otherDie, seconds, order);
  dropRepeats(begun);
}

/** Removes results since `begun` whose position occurred before. */
function dropRepeats(begun: number): void {
  const end = written;
  written = begun;
  for (let at = begun; at < end; at += PLAY_WORDS) {
    if (isRepeat(at)) continue;
    // Copied word by word, because the platform's copy function has more overhead.
    if (at !== written) for (let word = 0; word < PLAY_WORDS; word++) plays[written + word] = plays[at + word]!;
    written += PLAY_WORDS;
  }
}

function isRepeat(at: number): boolean {
  const first = plays[at]!;
  for (let before = 0; before < written; before += PLAY_WORDS) {
    // The first word, with the mover's home board, nearly always decides.
    if (plays[before] !== first) continue;
    let word = 1;
    while (word < POSITION_WORDS && plays[before + word] === plays[at + word]) word++;
    if (word === POSITION_WORDS) return true;
  }
  return false;
}

// ---- one die of two ----

/** Only one die can be played: the larger one if possible. */
function playOneDie(larger: number, smaller: number): void {
  emitEach(0, sourcesOf(larger, own), larger, blots, 0);
  if (written === 0) emitEach(0, sourcesOf(smaller, own), smaller, blots, SMALLER_FIRST);
}
