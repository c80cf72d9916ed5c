import * as z from 'zod/mini';
import { byPlayer, chances, cube, die, hops, position } from './board.ts';
import { count, matchLength, shape } from './primitives.ts';

/** A day in UTC, `YYYY-MM-DD`. */
export const puzzleDate = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** A month in UTC, `YYYY-MM`. */
export const puzzleMonth = z.string().check(z.maxLength(7), z.regex(/^\d{4}-(0[1-9]|1[0-2])$/));

/** A day that has a puzzle. `rank` is the rank of this key’s play, null if the key did not answer. */
export const puzzleDay = shape({ date: puzzleDate, rank: z.nullable(count) });

/** The public part of a puzzle: player 0 has rolled and must play. It contains nothing about the answer. */
export const puzzleView = shape({
  date: puzzleDate,
  position,
  dice: z.tuple([die, die]),
  cube,
  score: byPlayer,
  length: matchLength,
  crawford: z.boolean(),
  jacoby: z.boolean(),
  beavers: z.boolean(),
  /** Number of plays that lead to different positions. */
  choices: count,
});

export const puzzleStats = shape({ tries: count, solved: count });

/** A play with the engine’s evaluation. Equity and loss are in points of the current cube value. */
export const puzzlePlay = shape({
  hops,
  equity: z.number(),
  loss: z.number(),
  chances,
});

/** The evaluation of an answer. */
export const puzzleAnswer = shape({ rank: count, loss: z.number(), play: puzzlePlay, best: z.array(puzzlePlay) });

/** GET /api/puzzle. The route does not know the caller’s key, so `streak` is always 0 and `yours` is always null. */
export const puzzleResponse = shape({
  puzzle: puzzleView,
  stats: puzzleStats,
  streak: z.literal(0),
  yours: z.null(),
});

export type PuzzleDay = z.infer<typeof puzzleDay>;
export type PuzzleView = z.infer<typeof puzzleView>;
export type PuzzleStats = z.infer<typeof puzzleStats>;
export type PuzzlePlay = z.infer<typeof puzzlePlay>;
export type PuzzleAnswer = z.infer<typeof puzzleAnswer>;
export type PuzzleResponse = z.infer<typeof puzzleResponse>;
