import { dayNumber } from './calendar.ts';

/**
 * Which of `count` puzzles a day has. Every run of `count` days, counted from 1970, goes through all of them once, each run
 * in another order; the same everywhere and for ever as long as `count` stays the same.
 */
export function indexOfDay(date: string, count: number): number {
  const day = dayNumber(date);
  return shuffled(count, Math.floor(day / count))[day % count] ?? 0;
}

/** The numbers below `count` in an order that the seed decides (Fisher and Yates). */
function shuffled(count: number, seed: number): number[] {
  const numbers = Array.from({ length: count }, (_, index) => index);
  const below = makeChance(seed);
  for (let last = count - 1; last > 0; last--) {
    const other = below(last + 1);
    [numbers[last], numbers[other]] = [numbers[other] ?? 0, numbers[last] ?? 0];
  }
  return numbers;
}

/** Repeatable chance (mulberry32): whole numbers from 0 up to but not including a bound. */
function makeChance(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}
