import { type EngineName, type JudgedMoves, measureCube } from '@anchor/analysis';
import type { CubeEvaluation, LossTag, PlayRow } from '@anchor/wire';
import { applyPlay, type Hop, samePosition } from 'bg-rules';
import type { Estimate, JudgedCube } from '../engine/instant.ts';
import type { Moment } from './moments.ts';

/** A decision with its evaluation. */
export interface Judged {
  readonly moment: Moment;
  readonly play: PlayRow | null;
  readonly cube: JudgedAction | null;
  /** The kind of mistake. Null for a good decision, and for one without an evaluation. */
  readonly mark: LossTag | null;
  /** The cost by the measure of the report. Null if unknown. */
  readonly cost: number | null;
}

/** A decision about the cube. */
interface JudgedAction {
  /** Null if the tier does not evaluate the cube. */
  readonly evaluation: CubeEvaluation | null;
  readonly by: EngineName;
}

export const SYMBOLS: Readonly<Record<LossTag, string>> = { inaccuracy: '?!', error: '?', blunder: '??' };

/**
 * Returns every moment with its row of the report. Without a report there are no evaluations. Rolls, for which a report has
 * no rows, are judged by the estimate.
 */
export function judge(
  moments: readonly Moment[],
  report: JudgedMoves | null,
  estimate: Estimate | null = null,
): Judged[] {
  const rows = new Map(report?.moves.map((row) => [row.n, row]));
  const rolls = new Map(estimate && undoubledIn(estimate).map((one) => [one.n, one]));
  return moments.map((moment) => {
    const row = rows.get(moment.n);
    const roll = rolls.get(moment.n);
    if (row?.kind === 'play') return ofPlay(moment, row, isMeasured(report));
    if (row && report) return ofCube(moment, { evaluation: row.evaluation, by: nameIn(report) });
    if (roll && estimate) {
      const { engineId } = estimate.report;
      return ofCube(moment, { evaluation: roll.evaluation, by: { engineId, ply: roll.ply } });
    }
    return { moment, play: null, cube: null, mark: null, cost: null };
  });
}

/** Returns the rolls of an estimate that are decisions. */
export function undoubledIn({ cubes }: Estimate): JudgedCube[] {
  return cubes.filter(({ kind, counts }) => kind === 'roll' && counts);
}

function nameIn({ engineId, ply }: JudgedMoves): EngineName {
  return { engineId, ply };
}

/** True if a report has the costs of plays, and not only their order. */
export function isMeasured(report: JudgedMoves | null): boolean {
  return report !== null && report.scoredIn !== 'move-order';
}

function ofPlay(moment: Moment, play: PlayRow, measured: boolean): Judged {
  return { moment, play, cube: null, mark: play.tag, cost: measured ? play.loss : null };
}

function ofCube(moment: Moment, cube: JudgedAction): Judged {
  const { type: kind, state } = moment;
  const isAction = kind === 'roll' || kind === 'double' || kind === 'beaver' || kind === 'take' || kind === 'pass';
  const measured = isAction && cube.evaluation ? measureCube({ kind, state }, cube.evaluation) : null;
  return { moment, play: null, cube, mark: measured?.tag ?? null, cost: measured?.loss ?? null };
}

/** True if a candidate leads to the same position as the play made. The same result can be played in different ways. */
export function isMade({ before, player, dice, after, hops, ended }: Moment, candidate: readonly Hop[]): boolean {
  if (!dice) return false;
  const reached = applyPlay(before, player, dice, candidate);
  const made = ended ? applyPlay(before, player, dice, hops) : null;
  return reached.ok && samePosition(reached.value, made?.ok ? made.value : after);
}
