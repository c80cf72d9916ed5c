import * as z from 'zod/mini';
import { byPlayer, chances, cube, die, hops, position } from './board.ts';
import { count, matchLength, shape } from './primitives.ts';

/** A day in UTC, `YYYY-MM-DD`. */
export const puzzleDate = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** A month in UTC, `YYYY-MM`. */
export const puzzleMonth = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/));

/** A day that has a puzzle, and how this key did on it: the rank of its play, null without an answer. */
export const puzzleDay = shape({ date: puzzleDate, rank: z.nullable(count) });

/** What everybody may see of a puzzle: player 0 has rolled and is to play. Nothing in it depends on the answer. */
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
  /** Plays that lead to different positions. */
  choices: count,
});

export const puzzleStats = shape({ tries: count, solved: count });

/** A play as the engine judged it: equity and loss in points of the cube’s present value. */
export const puzzlePlay = shape({
  hops,
  equity: z.number(),
  loss: z.number(),
  chances,
});

/** What came of an answer. */
export const puzzleAnswer = shape({ rank: count, loss: z.number(), play: puzzlePlay, best: z.array(puzzlePlay) });

/** GET /api/puzzle. Who asks is not known there, so the last two say nothing. */
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
