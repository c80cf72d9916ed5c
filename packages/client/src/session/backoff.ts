const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/**
 * How long to wait before another try, in milliseconds: doubling up to half a minute, and random in its upper half, so
 * that a thousand pages do not come back in the same second.
 *
 * @param attempt 0 for the first try after a loss
 * @param random a number from 0 up to 1
 */
export function backoffMs(attempt: number, random: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
  return Math.round(longest * (0.5 + random / 2));
}
