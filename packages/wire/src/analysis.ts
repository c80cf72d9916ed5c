import * as z from 'zod/mini';
import { byPlayer, chance, chances, cube, die, hops, position } from './board.ts';
import { count, matchEnd, matchId, name, publicKey, seat, shape } from './primitives.ts';

/** An engine and its version, such as `gnubg-1.07`. */
export const engineId = z.string().check(z.regex(/^[\w.:-]{1,64}$/));
export const ply = z.int().check(z.gte(0), z.lte(4));
const roll = z.tuple([die, die]);

/** Equities of the doubler’s three choices, in points of the current cube value. A passed double is worth 1. */
export const cubeEvaluation = shape({
  noDouble: z.number(),
  doubleTake: z.number(),
  doublePass: z.number(),
  /** The engine’s recommendation, in kebab-case: `no-double`, `double-take`, `double-pass`, `too-good` … */
  action: z.string().check(z.regex(/^[a-z-]{1,32}$/)),
});

/** Severity of an error, by its loss. */
const lossTag = z.enum(['inaccuracy', 'error', 'blunder']);

/** One of the best plays of the roll, measured in the unit of the report (`scoredIn`). */
const candidatePlay = shape({
  hops,
  /** Cubeless equity in points of the current cube value. Null if the tier only ranks plays. */
  equity: z.nullable(z.number()),
  /** Match winning chance after the play. Null in money games and without a distribution. */
  mwc: z.nullable(chance),
  loss: z.number(),
  /** Outcome probabilities. Null if the engine gave none. */
  probs: z.nullable(chances),
});

const moment = {
  /** Number of the signed event in the record. */
  n: count,
  /** Number of the game in the match, starting at 1. */
  game: count,
  p: seat,
  score: byPlayer,
  /** The cube when the player decided. */
  cube,
  crawford: z.boolean(),
  /** Same orientation as in the record, for both players. */
  position,
};

const playRow = shape({
  ...moment,
  kind: z.literal('play'),
  dice: roll,
  hops,
  /** True if every legal play leads to the same position. Forced plays cost nothing and are not counted. */
  forced: z.boolean(),
  /** Rank of the play; 1 is the best. Plays of equal value share the better rank. */
  rank: count,
  /** Number of plays that lead to different positions. */
  of: count,
  loss: z.number(),
  tag: z.nullable(lossTag),
  /** The five best plays, best first. */
  best: z.array(candidatePlay).check(z.maxLength(5)),
  luckPerRoll: z.nullable(z.number()),
});

const cubeRow = shape({
  ...moment,
  kind: z.enum(['double', 'beaver', 'take', 'pass']),
  /** Equities for the doubler before the double. Null if the tier does not evaluate the cube. */
  evaluation: z.nullable(cubeEvaluation),
});

const playerTotals = shape({
  pub: publicKey,
  name,
  /** Plays for which more than one resulting position was legal. */
  decisions: count,
  forced: count,
  loss: z.number(),
  /** Performance rating: loss / decisions × 500. Null without decisions and in a tier that only ranks. */
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
  /** Unit of every loss. */
  scoredIn: z.enum(['equity', 'mwc-per-point', 'move-order']),
  prNote: z.nullable(z.string()),
  result: shape({ winner: seat, score: byPlayer, reason: matchEnd }),
  players: z.tuple([playerTotals, playerTotals]),
  totals: shape({ decisions: count, forced: count, loss: z.number(), games: count }),
  moves: z.array(z.discriminatedUnion('kind', [playRow, cubeRow])),
});

/**
 * The `wait` parameter in seconds: a deep analysis that is still running after it is answered with its
 * progress. With 0 the server answers when the analysis has ended.
 */
export const analysisWait = { least: 0, most: 20, otherwise: 0 } as const;

/** The answer while an analysis is not available. */
export const analysisPending = shape({
  error: z.string(),
  hint: z.string(),
  /** Progress of a deep analysis in decisions. The request is remembered for a day, and judged decisions are kept. */
  progress: z.optional(
    shape({
      done: count,
      wanted: count,
      /** True if a result has arrived within the last 20 seconds, or the analysis began in this time. */
      running: z.boolean(),
    }),
  ),
  /** `analysis-limit` if the request is not remembered, because too many are. Absent in all other answers. */
  code: z.optional(z.literal('analysis-limit')),
});

export type CubeEvaluation = z.infer<typeof cubeEvaluation>;
export type LossTag = z.infer<typeof lossTag>;
export type CandidatePlay = z.infer<typeof candidatePlay>;
export type PlayRow = z.infer<typeof playRow>;
export type CubeRow = z.infer<typeof cubeRow>;
export type AnalysisPending = z.infer<typeof analysisPending>;
export type AnalysisReport = z.infer<typeof analysisReport>;
