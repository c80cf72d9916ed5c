import { makeUniform } from '../../shared/uniform.ts';
import { dayNumber } from './calendar.ts';

/**
 * The index of the puzzle of a day, among `count`. Every run of `count` days since 1970 uses each puzzle once, in a different order per
 * run. The result is the same everywhere as long as `count` stays the same.
 */
export function indexOfDay(date: string, count: number): number {
  const day = dayNumber(date);
  return shuffled(count, Math.floor(day / count))[day % count] ?? 0;
}

/** The numbers below `count`, shuffled by the seed (Fisher–Yates). */
function shuffled(count: number, seed: number): number[] {
  const numbers = Array.from({ length: count }, (_, index) => index);
  const uniform = makeUniform(seed);
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(uniform() * (last + 1));
    [numbers[last], numbers[other]] = [numbers[other] ?? 0, numbers[last] ?? 0];
  }
  return numbers;
}
