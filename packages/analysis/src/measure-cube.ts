import type { CubeEvaluation, LossTag } from '@anchor/wire';
import { applyAction, type MatchState, options } from 'bg-rules';
import type { CubeDecision, RollDecision } from './decisions.ts';
import { tagOf } from './measure.ts';

/** An action with the cube or a roll without one, with the state in which the player decided. */
export interface CubeChoice {
  readonly kind: CubeDecision['kind'] | RollDecision['kind'];
  readonly state: MatchState;
}

/** The evaluation of a decision about the cube. */
export interface MeasuredCube {
  /** In points at the cube value before the double; normalised in a match. */
  readonly loss: number;
  readonly tag: LossTag | null;
  /** False for a roll before which no player would have doubled: it costs nothing and is no decision. */
  readonly counts: boolean;
}

/**
 * A roll without a double counts as a decision if the double would have lost less than this. GNU Backgammon has the same
 * limit.
 */
const CLOSE = 0.16;

/** Measures a decision about the cube by the evaluation of the doubling decision that it makes or answers. */
export function measureCube(choice: CubeChoice, evaluation: CubeEvaluation): MeasuredCube {
  const loss = Math.max(0, lossOf(choice, evaluation));
  const counts = choice.kind !== 'roll' || evaluation.noDouble - worthOfDouble(choice.state, evaluation) < CLOSE;
  return { loss, tag: tagOf(loss), counts };
}

function lossOf({ kind, state }: CubeChoice, evaluation: CubeEvaluation): number {
  const { noDouble, doubleTake, doublePass } = evaluation;
  const best = worthOfDouble(state, evaluation);
  if (kind === 'roll') return best - noDouble;
  if (kind === 'double') return noDouble - best;
  if (state.phase === 'beaver') {
    // the doubler takes the beaver, or passes it and loses what the double had put at stake
    const [taken, passed] = [2 * doubleTake, -2 * doublePass];
    return kind === 'take' ? passed - taken : taken - passed;
  }
  if (kind === 'beaver') return 2 * doubleTake - best;
  return (kind === 'take' ? doubleTake : doublePass) - best;
}

/**
 * Returns the doubler's equity if the answer is the best one. A beaver is allowed in money games only: there the same cube
 * at twice the value is worth twice as much.
 */
function worthOfDouble(state: MatchState, { doubleTake, doublePass }: CubeEvaluation): number {
  return Math.min(doubleTake, doublePass, mayBeaver(state) ? 2 * doubleTake : Number.POSITIVE_INFINITY);
}

/** True if the double that is offered, or could be offered, may be answered by a beaver, or was. */
function mayBeaver(state: MatchState): boolean {
  if (state.phase === 'beaver') return true;
  if (state.phase !== 'roll' || state.turn === null) return options(state).actions.includes('beaver');
  const offered = applyAction(state, { type: 'double', player: state.turn });
  return offered.ok && options(offered.value).actions.includes('beaver');
}
