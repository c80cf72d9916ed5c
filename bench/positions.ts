import { readFileSync } from 'node:fs';

/**
 * A position as 26 counts from the view of the player on roll: that player's checkers positive, [25] their
 * bar, [0] the opponent's bar.
 */
export type View = readonly number[];

/**
 * 500 positions from self-play: 91 with a checker of the mover on the bar, 107 with all of the mover's
 * checkers at home, 133 races.
 */
export const views: View[] = readFileSync(new URL('./movegen-positions.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(' ').map(Number));

/** The 21 rolls, larger die first. */
export const rolls = [1, 2, 3, 4, 5, 6].flatMap((larger) =>
  Array.from({ length: larger }, (_, index) => [larger, index + 1] as const),
);

/** Returns the number of checkers borne off by the mover and by the opponent. */
export function borneOff(view: View): readonly [number, number] {
  const mine = view.reduce((sum, n) => sum + Math.max(n, 0), 0);
  const theirs = view.reduce((sum, n) => sum + Math.max(-n, 0), 0);
  return [15 - mine, 15 - theirs];
}
