const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/**
 * Returns the delay before the next attempt, in milliseconds. It doubles up to 30 seconds, and its upper half is
 * random, so that a thousand pages do not reconnect in the same second.
 *
 * @param attempt 0 for the first attempt after a loss
 * @param random a number from 0 up to 1
 */
export function backoffMs(attempt: number, random: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
  return Math.round(longest * (0.5 + random / 2));
}
