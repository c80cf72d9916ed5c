import type { Side } from './board.ts';

// Rolls of one player that hit the other's blots. Bit sets of places are shifted by a die as a whole, so checkers are not
// processed one by one. After a hit the search continues from the same set: it counts possible hits, not single plays.

/** The results of `countShots`. */
export const shots = {
  /** Number of rolls, of 36, that hit. */
  rolls: 0,
  /**
   * Sum over these rolls of the place (in the hitter's numbering) of the most valuable blot hit: the pips
   * that it can lose.
   */
  pips: 0,
  /** Number of rolls, of 36, that reach two blots. */
  twoBlots: 0,
};

const BAR_BIT = 1 << 25;
// By die: places reached by one hop without blocked ones, and the blots among them.
const landing = new Int32Array(7);
const hitting = new Int32Array(7);

/** Counts the shots of `hitter`. The opponent's blots and points are in the hitter's numbering. */
export function countShots(hitter: Side, target: Side): void {
  shots.rolls = shots.pips = shots.twoBlots = 0;
  if (target.blotsSeen === 0) return;
  const onBar = hitter.counts[25]!;
  if (onBar === 0) fromField(hitter.occupied, ~target.madeSeen, target.blotsSeen);
  else fromBar(hitter.occupied & ~BAR_BIT, onBar, ~target.madeSeen, target.blotsSeen);
}

function tally(hits: number, ways: number): void {
  if (hits === 0) return;
  shots.rolls += ways;
  shots.pips += ways * (31 - Math.clz32(hits));
  if (hits & (hits - 1)) shots.twoBlots += ways;
}

function fromField(men: number, open: number, blots: number): void {
  for (let die = 1; die <= 6; die++) {
    landing[die] = (men >>> die) & open;
    hitting[die] = (men >>> die) & blots;
  }
  for (let a = 1; a <= 6; a++) {
    tally(doubleFromField(a, open, blots), 1);
    for (let b = 1; b < a; b++) {
      const combined = ((landing[a]! >>> b) | (landing[b]! >>> a)) & blots;
      tally(hitting[a]! | hitting[b]! | combined, 2);
    }
  }
}

function doubleFromField(die: number, open: number, blots: number): number {
  const one = landing[die]!;
  const two = (one >>> die) & open;
  const three = (two >>> die) & open;
  return hitting[die]! | (((one >>> die) | (two >>> die) | (three >>> die)) & blots);
}

function fromBar(men: number, onBar: number, open: number, blots: number): void {
  for (let a = 1; a <= 6; a++) {
    const entryA = (1 << (25 - a)) & open;
    tally(doubleFromBar(men, onBar, a, open, blots), 1);
    for (let b = 1; b < a; b++) {
      const entryB = (1 << (25 - b)) & open;
      let hits = (entryA | entryB) & blots;
      if (onBar === 1 && entryA) hits |= ((men | entryA) >>> b) & blots;
      if (onBar === 1 && entryB) hits |= ((men | entryB) >>> a) & blots;
      tally(hits, 2);
    }
  }
}

function doubleFromBar(men: number, onBar: number, die: number, open: number, blots: number): number {
  const entry = (1 << (25 - die)) & open;
  let hits = entry & blots;
  let reached = men | entry;
  for (let hop = onBar; entry && hop < 4; hop++) {
    reached = (reached >>> die) & open;
    hits |= reached & blots;
  }
  return hits;
}

const moved = new Int32Array(7);

/**
 * Counts the rolls, of 36, that make a new point in `where` by covering a blot or bringing two checkers to an
 * empty point.
 */
export function pointMakingRolls(spare: number, ownBlots: number, empty: number, where: number): number {
  const blots = ownBlots & where;
  const fresh = empty & where;
  let rolls = 0;
  for (let die = 1; die <= 6; die++) moved[die] = spare >>> die;
  for (let a = 1; a <= 6; a++) {
    const one = moved[a]!;
    if ((one | (one >>> a)) & blots) rolls++;
    for (let b = 1; b < a; b++) if ((one | moved[b]!) & blots || one & moved[b]! & fresh) rolls += 2;
  }
  return rolls;
}
