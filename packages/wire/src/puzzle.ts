import * as z from 'zod/mini';
import { count, matchLength, seat, shape } from './primitives.ts';

/** A day in UTC, `YYYY-MM-DD`. */
export const puzzleDate = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
const die = z.int().check(z.gte(1), z.lte(6));
const place = z.int().check(z.gte(0), z.lte(25));
/** Hops of one play in the mover’s own numbers: 24 … 1, 25 the bar, 0 off. */
export const puzzleHops = z.array(z.tuple([place, place])).check(z.maxLength(4));
const byPlayer = z.tuple([count, count]);
const chance = z.number().check(z.gte(0), z.lte(1));

/** What everybody may see of a puzzle: player 0 has rolled and is to play. Nothing in it depends on the answer. */
export const puzzleView = shape({
  date: puzzleDate,
  position: shape({ points: z.array(z.int()).check(z.length(24)), bar: byPlayer, off: byPlayer }),
  dice: z.tuple([die, die]),
  cube: shape({ value: count, owner: z.nullable(seat) }),
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
  hops: puzzleHops,
  equity: z.number(),
  loss: z.number(),
  /** To win, win a gammon or more, a backgammon, lose a gammon or more, a backgammon. */
  chances: z.tuple([chance, chance, chance, chance, chance]),
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

export type PuzzleView = z.infer<typeof puzzleView>;
export type PuzzleStats = z.infer<typeof puzzleStats>;
export type PuzzlePlay = z.infer<typeof puzzlePlay>;
export type PuzzleAnswer = z.infer<typeof puzzleAnswer>;
export type PuzzleResponse = z.infer<typeof puzzleResponse>;
