import { BAR } from './position.ts';
import { opponent, type Player, type Position } from './types.ts';

// A position packed for the kernel, from the view of the player on roll: 26 counts of four bits for the
// mover, then 26 for the opponent, eight to a word. Place i is the mover's point i. Place 25 is the mover's
// bar and the opponent's off; place 0 is the mover's off and the opponent's bar. No count exceeds fifteen, so
// whole words can be added without carry.

/** Words (int32) of one packed position: four for the mover, four for the opponent. */
export const POSITION_WORDS = 8;

const POINTS = 24;

/** Returns the count of a place in four words from `offset`. */
export function countAt(words: Int32Array, offset: number, place: number): number {
  return (words[offset + (place >> 3)]! >>> ((place & 7) * 4)) & 15;
}

/** Adds to the count of a place in four words from `offset`. */
export function addAt(words: Int32Array, offset: number, place: number, checkers: number): void {
  words[offset + (place >> 3)]! += checkers << ((place & 7) * 4);
}

/** Packs the position from `player`'s view into eight words at `offset`. */
export function packPosition(position: Position, player: Player, words: Int32Array, offset = 0): void {
  const { points, bar, off } = position;
  const other = opponent(player);
  const sign = player === 0 ? 1 : -1;
  words.fill(0, offset, offset + POSITION_WORDS);
  for (let point = 1; point <= POINTS; point++) {
    const checkers = sign * points[player === 0 ? point - 1 : POINTS - point]!;
    if (checkers > 0) addAt(words, offset, point, checkers);
    else if (checkers < 0) addAt(words, offset + 4, point, -checkers);
  }
  addAt(words, offset, 0, off[player]);
  addAt(words, offset, BAR, bar[player]);
  addAt(words, offset + 4, 0, bar[other]);
  addAt(words, offset + 4, BAR, off[other]);
}

/**
 * Writes the position at `from` to `to` from the opponent's view: the players are exchanged and all places
 * mirrored.
 */
export function packOpponentView(words: Int32Array, from: number, into: Int32Array, to: number): void {
  into.fill(0, to, to + POSITION_WORDS);
  for (let place = 0; place <= BAR; place++) {
    addAt(into, to, BAR - place, countAt(words, from + 4, place));
    addAt(into, to + 4, BAR - place, countAt(words, from, place));
  }
}
