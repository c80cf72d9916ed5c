import { tagOf } from '@anchor/analysis';
import type { AnalysisReport, CubeEvaluation, CubeRow, LossTag, PlayRow } from '@anchor/wire';
import { applyPlay, type Hop, samePosition } from 'bg-rules';
import type { Moment } from './moments.ts';

/** A decision beside what the analysis says of it. */
export interface Judged {
  readonly moment: Moment;
  readonly play: PlayRow | null;
  readonly cube: CubeRow | null;
  /** How bad it was; null for a good decision, and for one that nobody judged. */
  readonly mark: LossTag | null;
  /** What it cost by the measure of the report; null where that is not known. */
  readonly cost: number | null;
}

export const SYMBOLS: Readonly<Record<LossTag, string>> = { inaccuracy: '?!', error: '?', blunder: '??' };

/** Every moment with its row of the report; without a report nothing is judged. */
export function judge(moments: readonly Moment[], report: AnalysisReport | null): Judged[] {
  const rows = new Map(report?.moves.map((row) => [row.n, row]));
  return moments.map((moment) => {
    const row = rows.get(moment.n);
    if (row?.kind === 'play') return ofPlay(moment, row, isMeasured(report));
    if (row) return ofCube(moment, row);
    return { moment, play: null, cube: null, mark: null, cost: null };
  });
}

/** Whether a report tells what plays cost, or only puts them in order. */
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
 * What a cube action gave away by the engine’s evaluation, in points of the cube before the double. Null where that does
 * not say it: a beaver, and whatever answers one.
 */
function cubeCost({ type, state }: Moment, { noDouble, doubleTake, doublePass }: CubeEvaluation): number | null {
  if (type === 'double') return Math.max(0, noDouble - Math.min(doubleTake, doublePass));
  if (state.phase !== 'double') return null;
  if (type === 'take') return Math.max(0, doubleTake - doublePass);
  return type === 'pass' ? Math.max(0, doublePass - doubleTake) : null;
}

/** Whether a candidate leads where the play that was made led: the same result may be played in different ways. */
export function isMade({ before, player, dice, after, hops, ended }: Moment, candidate: readonly Hop[]): boolean {
  if (!dice) return false;
  const reached = applyPlay(before, player, dice, candidate);
  const made = ended ? applyPlay(before, player, dice, hops) : null;
  return reached.ok && samePosition(reached.value, made?.ok ? made.value : after);
}
