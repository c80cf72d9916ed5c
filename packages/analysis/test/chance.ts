/** A seeded random generator (mulberry32). */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns an integer from 0 up to but not including `below`. */
  whole(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  }

  pick<T>(list: readonly T[]): T {
    const one = list[this.whole(list.length)];
    if (one === undefined) throw new Error('nothing to pick from');
    return one;
  }

  text(length: number): string {
    return Array.from({ length }, () => String.fromCharCode(32 + this.whole(95))).join('');
  }

  hex(digits: number): string {
    return Array.from({ length: digits }, () => this.whole(16).toString(16)).join('');
  }
}
