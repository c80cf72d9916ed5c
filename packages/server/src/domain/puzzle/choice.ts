import { makeUniform } from '../uniform.ts';
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
  const uniform = makeUniform(seed);
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(uniform() * (last + 1));
    [numbers[last], numbers[other]] = [numbers[other] ?? 0, numbers[last] ?? 0];
  }
  return numbers;
}
