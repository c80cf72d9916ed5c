import { tagOf } from '@anchor/analysis';
import type { AnalysisReport, CubeEvaluation, CubeRow, LossTag, PlayRow } from '@anchor/wire';
import { applyPlay, type Hop, samePosition } from 'bg-rules';
import type { Moment } from './moments.ts';

/** A decision with its evaluation. */
export interface Judged {
  readonly moment: Moment;
  readonly play: PlayRow | null;
  readonly cube: CubeRow | null;
  /** The kind of mistake. Null for a good decision, and for one without an evaluation. */
  readonly mark: LossTag | null;
  /** The cost by the measure of the report. Null if unknown. */
  readonly cost: number | null;
}

export const SYMBOLS: Readonly<Record<LossTag, string>> = { inaccuracy: '?!', error: '?', blunder: '??' };

/** Returns every moment with its row of the report. Without a report there are no evaluations. */
export function judge(moments: readonly Moment[], report: AnalysisReport | null): Judged[] {
  const rows = new Map(report?.moves.map((row) => [row.n, row]));
  return moments.map((moment) => {
    const row = rows.get(moment.n);
    if (row?.kind === 'play') return ofPlay(moment, row, isMeasured(report));
    if (row) return ofCube(moment, row);
    return { moment, play: null, cube: null, mark: null, cost: null };
  });
}

/** True if a report has the costs of plays, and not only their order. */
export function isMeasured(report: AnalysisReport | null): boolean {
  return report !== null && report.scoredIn !== 'move-order';
}

function ofPlay(moment: Moment, play: PlayRow, measured: boolean): Judged {
  return { moment, play, cube: null, mark: play.tag, cost: measured ? play.loss : null };
}

function ofCube(moment: Moment, cube: CubeRow): Judged {
  const cost = cube.evaluation && cubeCost(moment, cube.evaluation);
  return { moment, play: null, cube, mark: cost === null ? null : tagOf(cost), cost };
}

/**
 * Returns the cost of a cube action by the engine’s evaluation, in points at the cube value before the double. Returns
 * null for a beaver and any answer to one, which the evaluation does not cover.
 */
function cubeCost({ type, state }: Moment, { noDouble, doubleTake, doublePass }: CubeEvaluation): number | null {
  if (type === 'double') return Math.max(0, noDouble - Math.min(doubleTake, doublePass));
  if (state.phase !== 'double') return null;
  if (type === 'take') return Math.max(0, doubleTake - doublePass);
  return type === 'pass' ? Math.max(0, doublePass - doubleTake) : null;
}

/** True if a candidate leads to the same position as the play made. The same result can be played in different ways. */
export function isMade({ before, player, dice, after, hops, ended }: Moment, candidate: readonly Hop[]): boolean {
  if (!dice) return false;
  const reached = applyPlay(before, player, dice, candidate);
  const made = ended ? applyPlay(before, player, dice, hops) : null;
  return reached.ok && samePosition(reached.value, made?.ok ? made.value : after);
}
