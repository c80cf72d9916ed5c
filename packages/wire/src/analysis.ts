import * as z from 'zod/mini';
import { byPlayer, chance, chances, cube, die, hops, position } from './board.ts';
import { count, matchEnd, matchId, name, publicKey, seat, shape } from './primitives.ts';

/** An engine and its version, such as `gnubg-1.07`. */
export const engineId = z.string().check(z.regex(/^[\w.:-]{1,64}$/));
export const ply = z.int().check(z.gte(0), z.lte(4));
const roll = z.tuple([die, die]);

/** What the doubler’s three choices are worth to him, in points of the present cube; 1 when the double is passed. */
export const cubeEvaluation = shape({
  noDouble: z.number(),
  doubleTake: z.number(),
  doublePass: z.number(),
  /** What the engine would do, in kebab-case: `no-double`, `double-take`, `double-pass`, `too-good` … */
  action: z.string().check(z.regex(/^[a-z-]{1,32}$/)),
});

/** How far a play falls short, by its loss. */
export const lossTag = z.enum(['inaccuracy', 'error', 'blunder']);

/** A play beside the one that was made, by the measure of the report. */
export const candidatePlay = shape({
  hops,
  /** Cubeless, in points of the cube’s present value; null where the tier only ranks. */
  equity: z.nullable(z.number()),
  /** Chance to win the match after it; null in money games and without a distribution. */
  mwc: z.nullable(chance),
  loss: z.number(),
  /** The distribution, if the engine gave one. */
  probs: z.nullable(chances),
});

const moment = {
  /** Number of the signed event in the record. */
  n: count,
  /** 1 is the first game of the match. */
  game: count,
  p: seat,
  score: byPlayer,
  /** As it lay when the player decided. */
  cube,
  crawford: z.boolean(),
  /** Never turned: as in the record. */
  position,
};

export const playRow = shape({
  ...moment,
  kind: z.literal('play'),
  dice: roll,
  hops,
  /** One legal result or none: costs nothing and does not count. */
  forced: z.boolean(),
  /** 1 is the best; plays of equal worth share the better rank. */
  rank: count,
  /** Plays that lead to different positions. */
  of: count,
  loss: z.number(),
  tag: z.nullable(lossTag),
  /** The five best, best first. */
  best: z.array(candidatePlay).check(z.maxLength(5)),
  luckPerRoll: z.nullable(z.number()),
});

export const cubeRow = shape({
  ...moment,
  kind: z.enum(['double', 'beaver', 'take', 'pass']),
  /** Of the doubling decision, seen by the doubler before the double; null where the tier has none. */
  evaluation: z.nullable(cubeEvaluation),
});

const playerTotals = shape({
  pub: publicKey,
  name,
  /** Plays where more than one result was legal. */
  decisions: count,
  forced: count,
  loss: z.number(),
  /** Total loss / decisions × 500; null without decisions, and in a tier that only ranks. */
  pr: z.nullable(z.number()),
  inaccuracies: count,
  errors: count,
  blunders: count,
  luck: z.number(),
});

/** GET /api/analysis/<matchId>. */
export const analysisReport = shape({
  matchId,
  engineId,
  ply,
  provisional: z.boolean(),
  /** What a loss is counted in. */
  scoredIn: z.enum(['equity', 'mwc-per-point', 'move-order']),
  prNote: z.nullable(z.string()),
  result: shape({ winner: seat, score: byPlayer, reason: matchEnd }),
  players: z.tuple([playerTotals, playerTotals]),
  totals: shape({ decisions: count, forced: count, loss: z.number(), games: count }),
  moves: z.array(z.discriminatedUnion('kind', [playRow, cubeRow])),
});

/** Seconds after which a deep analysis that goes on is answered with its progress; 0: when it has ended. */
export const analysisWait = { least: 0, most: 20, otherwise: 0 } as const;

/** An analysis that is not there yet. */
export const analysisPending = shape({
  error: z.string(),
  hint: z.string(),
  /** Of a deep analysis: decisions that are judged, of all that are wanted. What is judged stays, whatever becomes of the rest. */
  progress: z.optional(
    shape({
      done: count,
      wanted: count,
      /** Whether it goes on by itself; otherwise the next request makes it go on. */
      running: z.boolean(),
    }),
  ),
});

export type CubeEvaluation = z.infer<typeof cubeEvaluation>;
export type LossTag = z.infer<typeof lossTag>;
export type CandidatePlay = z.infer<typeof candidatePlay>;
export type PlayRow = z.infer<typeof playRow>;
export type CubeRow = z.infer<typeof cubeRow>;
export type AnalysisPending = z.infer<typeof analysisPending>;
export type AnalysisReport = z.infer<typeof analysisReport>;
