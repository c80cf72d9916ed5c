import type { PlayerAnalysis } from '@anchor/wire';

/** The line through the dots is the mean of at most this many matches. */
export const MEAN_OVER = 10;

/** An analysed match in which the player had decisions. */
export interface PrPoint {
  readonly match: string;
  readonly atMs: number;
  readonly decisions: number;
  readonly loss: number;
  readonly pr: number;
  /** The PR of this match and those before it together, at most `MEAN_OVER`. */
  readonly mean: number;
  readonly won: boolean;
  readonly opponent: PlayerAnalysis['opponent'];
  readonly opponentPr: number | null;
}

/** Deep analyses judge plays. The estimates of the reader's browser judge plays and cube. */
export type Source = 'deep' | 'estimate';

/** The analyses by one engine at one depth. Those of another one, or of another source, cannot be compared with them. */
export interface PrSeries {
  readonly key: string;
  readonly source: Source;
  readonly engineId: string;
  readonly ply: number;
  /** Oldest first. */
  readonly points: readonly PrPoint[];
  /** The number of matches without a decision of this player. */
  readonly uncounted: number;
}

/** The part of a match that a mean is made of. */
type Weighed = Pick<PrPoint, 'decisions' | 'loss'>;

/** Returns 500 × loss per decision of all matches together, so that a match weighs as much as its decisions. Null without decisions. */
export function meanPr(matches: readonly Weighed[]): number | null {
  const decisions = decisionsOf(matches);
  return decisions === 0 ? null : (500 * matches.reduce((sum, { loss }) => sum + loss, 0)) / decisions;
}

export function decisionsOf(matches: readonly Weighed[]): number {
  return matches.reduce((sum, { decisions }) => sum + decisions, 0);
}

/**
 * Returns one series for each engine and depth, the one with the newest match first.
 *
 * @param analyses newest first
 */
export function prSeries(analyses: readonly PlayerAnalysis[], source: Source = 'deep'): PrSeries[] {
  const apart = new Map<string, PlayerAnalysis[]>();
  for (const analysis of analyses) {
    const key = `${source} ${analysis.engineId} ${analysis.ply}`;
    apart.set(key, [...(apart.get(key) ?? []), analysis]);
  }
  return [...apart].map(([key, own]) => seriesOf(key, source, own));
}

function seriesOf(key: string, source: Source, analyses: readonly PlayerAnalysis[]): PrSeries {
  const [{ engineId, ply } = { engineId: '', ply: 0 }] = analyses;
  const counted = analyses.toReversed().filter(({ own }) => own.pr !== null);
  const points = counted.map(({ matchId, created, own, other, won, opponent }, index) => ({
    match: matchId,
    atMs: created,
    decisions: own.decisions,
    loss: own.loss,
    pr: own.pr ?? 0,
    mean: meanPr(counted.slice(Math.max(0, index + 1 - MEAN_OVER), index + 1).map((one) => one.own)) ?? 0,
    won,
    opponent,
    opponentPr: other.pr,
  }));
  return { key, source, engineId, ply, points, uncounted: analyses.length - counted.length };
}
