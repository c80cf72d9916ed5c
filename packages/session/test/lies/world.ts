import { seededRandom } from '@anchor/testkit/random';

/** Time, random numbers and timers of one run. Everything that a timer starts is awaited before the next one fires. */
export class World {
  now: number;
  readonly #random: () => number;
  #timers: Timer[] = [];
  #count = 0;

  constructor(seed: number, start: number) {
    this.#random = seededRandom(seed);
    this.now = start;
  }

  readonly after = (delayMs: number, task: () => unknown): (() => void) => {
    this.#count += 1;
    const timer = { at: this.now + Math.max(0, Math.ceil(delayMs)), order: this.#count, task };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  /** Runs until `done`, or until there is nothing left to do. Returns false if `limitMs` has passed first. */
  async run(done: () => boolean, limitMs: number): Promise<boolean> {
    const end = this.now + limitMs;
    while (!done()) {
      const [next] = this.#timers.sort((a, b) => a.at - b.at || a.order - b.order);
      if (!next || next.at > end) return false;
      this.#timers.shift();
      this.now = Math.max(this.now, next.at);
      await next.task();
    }
    return true;
  }

  chance(probability: number): boolean {
    return this.#random() < probability;
  }

  between(low: number, high: number): number {
    return Math.floor(low + this.#random() * (high - low));
  }

  pick<T>(list: readonly T[]): T {
    const found = list[this.between(0, list.length)];
    if (found === undefined) throw new Error('there is nothing to pick from');
    return found;
  }
}

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly task: () => unknown;
}
