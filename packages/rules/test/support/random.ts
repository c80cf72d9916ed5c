/** A seeded random generator (mulberry32): a seed gives the same sequence everywhere. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns an integer from 0 to `below` - 1. */
  below(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below);
  }

  roll(): [number, number] {
    return [1 + this.below(6), 1 + this.below(6)];
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}
