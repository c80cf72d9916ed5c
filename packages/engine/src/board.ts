import { countAt } from 'bg-rules';

/** Number of places of one player: 24 … 1, 25 the bar, 0 off. */
const PLACES = 26;

/** One player's checkers, with derived sets that the inputs need. Bit p of a set is place p. */
export class Side {
  /** Number of checkers by place. */
  readonly counts = new Int32Array(PLACES);
  /** Places with checkers, including the bar. */
  occupied = 0;
  /** Points with two or more checkers. */
  made = 0;
  /** Points with one checker. */
  blots = 0;
  /** The made points in the opponent's numbering. */
  madeSeen = 0;
  /** The blots in the opponent's numbering. */
  blotsSeen = 0;
  pips = 0;
  /** The highest place with a checker, 0 if none. */
  rear = 0;

  /** Computes the derived sets from the counts. */
  survey(): void {
    this.occupied = this.made = this.blots = this.madeSeen = this.blotsSeen = this.pips = this.rear = 0;
    for (let place = 1; place < PLACES; place++) {
      const count = this.counts[place]!;
      if (count === 0) continue;
      this.pips += count * place;
      this.rear = place;
      this.occupied |= 1 << place;
      if (place < 25) this.#note(place, count);
    }
  }

  #note(place: number, count: number): void {
    if (count === 1) {
      this.blots |= 1 << place;
      this.blotsSeen |= 1 << (25 - place);
    } else {
      this.made |= 1 << place;
      this.madeSeen |= 1 << (25 - place);
    }
  }
}

/** A position before a roll. */
export interface Board {
  /** The player who rolls next. */
  readonly own: Side;
  readonly other: Side;
}

export function makeBoard(): Board {
  return { own: new Side(), other: new Side() };
}

/** Reads a packed position whose mover rolls next. */
export function readBeforeRoll(words: Int32Array, offset: number, { own, other }: Board): void {
  for (let place = 0; place < PLACES; place++) {
    own.counts[place] = countAt(words, offset, place);
    other.counts[place] = countAt(words, offset + 4, PLACES - 1 - place);
  }
}

/** Reads a packed position whose mover has just played; the opponent rolls next. */
export function readAfterPlay(words: Int32Array, offset: number, { own, other }: Board): void {
  for (let place = 0; place < PLACES; place++) {
    other.counts[place] = countAt(words, offset, place);
    own.counts[place] = countAt(words, offset + 4, PLACES - 1 - place);
  }
}
