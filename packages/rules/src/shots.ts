import { BAR } from './position.ts';
import { type Checkers, countOn } from './race.ts';

/** The threats of the opponent's next roll. */
interface Danger {
  /** Probability that the opponent can hit, 0 to 1. */
  readonly chance: number;
  /** Pips lost to a hit, averaged over all 36 rolls. */
  readonly pips: number;
}

// Places as bit sets in the numbering of the player who may be hit. The hitter comes from 0 (the bar) and
// moves upward.
interface Field {
  readonly hitters: number;
  readonly onBar: number;
  readonly points: number;
  readonly blots: number;
}

function placesOf(checkers: Checkers, fits: (count: number) => boolean): number {
  let set = 0;
  for (let point = 1; point <= 24; point++) if (fits(countOn(checkers, point))) set |= 1 << point;
  return set;
}

function fieldOf(own: Checkers, other: Checkers): Field {
  let hitters = 0;
  for (let place = 1; place <= BAR; place++) if (countOn(other, place) > 0) hitters |= 1 << (BAR - place);
  return {
    hitters,
    onBar: countOn(other, BAR),
    points: placesOf(own, (count) => count > 1),
    blots: placesOf(own, (count) => count === 1),
  };
}

/**
 * Returns the threats of the opponent, who rolls next, against the blots of `own`. Each player's checkers are
 * in that player's numbering.
 */
export function dangerOf(own: Checkers, other: Checkers): Danger {
  const field = fieldOf(own, other);
  let rolls = 0;
  let pips = 0;
  if (field.blots === 0) return { chance: 0, pips: 0 };
  for (let larger = 1; larger <= 6; larger++) {
    for (let smaller = 1; smaller <= larger; smaller++) {
      const hits = larger === smaller ? hitsByDouble(field, larger) : hitsByRoll(field, larger, smaller);
      if (hits === 0) continue;
      const weight = larger === smaller ? 1 : 2;
      rolls += weight;
      // The blot nearest to home has travelled farthest.
      pips += weight * (BAR - lowest(hits));
    }
  }
  return { chance: rolls / 36, pips: pips / 36 };
}

function lowest(set: number): number {
  return 31 - Math.clz32(set & -set);
}

/** Returns the blots that two different dice can hit, alone or together. A checker on the bar must enter first. */
function hitsByRoll(field: Field, larger: number, smaller: number): number {
  if (field.onBar > 1) return ((1 << larger) | (1 << smaller)) & field.blots;
  return hitsInOrder(field, larger, smaller) | hitsInOrder(field, smaller, larger);
}

function hitsInOrder({ hitters, onBar, points, blots }: Field, first: number, second: number): number {
  const landed = ((onBar ? 1 : hitters) << first) & ~points;
  if (landed === 0) return 0;
  const movers = onBar ? (hitters & ~1) | landed : landed;
  return (landed | (movers << second)) & blots;
}

function hitsByDouble({ hitters, onBar, points, blots }: Field, die: number): number {
  const entered = onBar ? (1 << die) & ~points : 0;
  if (onBar && entered === 0) return 0;
  let hits = entered & blots;
  let reached = onBar ? (hitters & ~1) | entered : hitters;
  for (let hop = onBar; hop < 4; hop++) {
    reached = (reached << die) & ~points;
    hits |= reached & blots;
  }
  return hits;
}
