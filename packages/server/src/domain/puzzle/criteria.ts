import type { JobRequest, PlayRow } from '@anchor/wire';

// The same criteria as for the puzzle bank, but a player made the mistake. Losses are in points of the present stake.
const LEAST_PLAYS = 6;
const SECOND = { least: 0.04, most: 0.25 };
const THIRD_MOST = 0.4;
const MISTAKE = { least: 0.08, most: 0.4 };
/** Chance to win the game with the best play. Outside this range the game is decided. */
const WIN = { least: 0.05, most: 0.95 };

interface Range {
  readonly least: number;
  readonly most: number;
}

const isWithin = (x: number, { least, most }: Range) => x >= least && x <= most;

/** True if a decision makes a good puzzle: a clear best play, close alternatives, and a player who went wrong. */
export function isPuzzling({ of, loss, best: [best, second, third] }: PlayRow): boolean {
  if (of < LEAST_PLAYS || !best?.probs || !second || !third) return false;
  const [win] = best.probs;
  return isWithin(second.loss, SECOND) && third.loss <= THIRD_MOST && isWithin(loss, MISTAKE) && isWithin(win, WIN);
}

/** Returns false under the Jacoby rule with an unturned cube, where gammons do not count. The evaluation always counts them. */
export function countsGammons({ jacoby, cube }: JobRequest): boolean {
  return !jacoby || cube.owner !== null;
}
