/** A seeded random generator (mulberry32), so that tests can be repeated with the seed in their title. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 up to but not including 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.below(256));
  }
}

/** Returns a copy of bytes with one random bit changed. */
export function flipBit(bytes: Uint8Array, random: SeededRandom): Uint8Array {
  const copy = Uint8Array.from(bytes);
  const bit = random.below(bytes.length * 8);
  copy[bit >> 3]! ^= 1 << (bit & 7);
  return copy;
}
