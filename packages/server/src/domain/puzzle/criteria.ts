import type { JobRequest, PlayRow } from '@anchor/wire';

// What the bank asks of its positions, with a player's own mistake as the tempting one. Losses in points of the present stake.
const LEAST_PLAYS = 6;
const SECOND = { least: 0.04, most: 0.25 };
const THIRD_MOST = 0.4;
const MISTAKE = { least: 0.08, most: 0.4 };
/** The chance to win the game with the best play: it is still open. */
const WIN = { least: 0.05, most: 0.95 };

interface Range {
  readonly least: number;
  readonly most: number;
}

const isWithin = (x: number, { least, most }: Range) => x >= least && x <= most;

/** Whether a decision of a deep report is worth a day's thought: a clear best play, others that come near, and a mistake made. */
export function isPuzzling({ of, loss, best: [best, second, third] }: PlayRow): boolean {
  if (of < LEAST_PLAYS || !best?.probs || !second || !third) return false;
  const [win] = best.probs;
  return isWithin(second.loss, SECOND) && third.loss <= THIRD_MOST && isWithin(loss, MISTAKE) && isWithin(win, WIN);
}

/** Under the Jacoby rule gammons count only once the cube is turned; the measure counts them always, and would mislead. */
export function countsGammons({ jacoby, cube }: JobRequest): boolean {
  return !jacoby || cube.owner !== null;
}
