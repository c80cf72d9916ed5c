import { parseXgid, type Situation } from 'bg-rules';
import * as z from 'zod/mini';
import { THEMES, type Theme } from '../../cards/themes.ts';

/** A decision of player 0 with one clearly best choice. `bench/engine/puzzles.ts` makes them. */
export interface Puzzle {
  /** The situation, and the id of the puzzle. */
  readonly xgid: string;
  readonly theme: Theme;
  /** The rating at which a player solves it half of the time, by a model. */
  readonly rating: number;
  /** A play in notation, or an action about the cube. */
  readonly best: string;
}

export const puzzleSet = z.array(
  z.object({
    xgid: z.string().check(z.refine((text) => parseXgid(text).ok)),
    theme: z.enum(THEMES),
    rating: z.int(),
    best: z.string(),
  }),
);

export function situationOfPuzzle({ xgid }: Pick<Puzzle, 'xgid'>): Situation {
  const read = parseXgid(xgid);
  if (!read.ok) throw new TypeError(read.message);
  return read.value;
}
