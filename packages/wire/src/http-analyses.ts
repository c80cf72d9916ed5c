import * as z from 'zod/mini';
import { engineId, ply } from './analysis.ts';
import { count, matchId, matchLength, name, publicKey, shape, timeMs } from './primitives.ts';

/** Maximum number of reports in an answer of GET /api/player/<pub>/analyses. */
export const ANALYSES_SHOWN = 100;

/** One player’s sums in a deep report. `pr` is loss / decisions × 500, and null without decisions. */
const figures = shape({ decisions: count, loss: z.number(), pr: z.nullable(z.number()) });

/** A deep report on a match of a player. Only reports by the same engine at the same depth can be compared with each other. */
const playerAnalysis = shape({
  matchId,
  created: timeMs,
  length: matchLength,
  /** The opponent, with the name in the record. */
  opponent: shape({ pub: publicKey, name }),
  /** True if the player won. */
  won: z.boolean(),
  engineId,
  ply,
  own: figures,
  /** The opponent’s. */
  other: figures,
});

/** GET /api/player/<pub>/analyses: the newest match first. */
export const playerAnalyses = shape({ analyses: z.array(playerAnalysis).check(z.maxLength(ANALYSES_SHOWN)) });

export type PlayerAnalysis = z.infer<typeof playerAnalysis>;
