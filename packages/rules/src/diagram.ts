import type { GameResult, MatchState } from './match-types.ts';
import type { Cube, Dice, Player, Position } from './types.ts';

/** Where a game stands: not begun, going on, or how it ended. */
export type Stage = 'not-started' | 'playing' | 'over' | 'resigned' | 'dropped';

/** A moment of a match, without the checkers. */
export interface Situation {
  /** The cube as it is before an open double is taken. */
  readonly cube: Cube;
  /** Who rolls or has rolled, also while his opponent answers. */
  readonly onRoll: Player;
  /** Who is to act. */
  readonly toAct: Player;
  readonly dice: Dice | null;
  /** Whether a double, or a beaver, waits for an answer. */
  readonly doubled: boolean;
  /** The resignation that waits for an answer of `toAct`, 0 if none. */
  readonly resigned: 0 | 1 | 2 | 3;
  readonly score: readonly [number, number];
  /** Points to play for, 0 for money. */
  readonly length: number;
  readonly crawford: boolean;
  readonly jacoby: boolean;
  readonly stage: Stage;
}

/** A moment of a match, as a diagram in a book shows it. */
export interface Diagram extends Situation {
  readonly position: Position;
  readonly beavers: boolean;
}

/** The diagram of a match. Before the opening dice differ, when nobody is on roll, it shows player 0 on roll. */
export function diagramOf(state: MatchState): Diagram {
  const onRoll = state.turn ?? 0;
  const money = state.length === 0;
  return {
    position: state.position,
    cube: state.cube,
    onRoll,
    toAct: state.toAct ?? onRoll,
    dice: state.dice,
    doubled: state.doubler !== null,
    resigned: asResigned(state.resignation?.points),
    score: state.score,
    length: state.length,
    crawford: state.crawford,
    jacoby: money && state.rules.jacoby,
    beavers: money && state.rules.beavers,
    stage: stageOf(state),
  };
}

function asResigned(points: number | undefined): 0 | 1 | 2 | 3 {
  return points === 1 || points === 2 || points === 3 ? points : 0;
}

const ENDINGS: Record<GameResult['kind'], Stage> = {
  single: 'over',
  gammon: 'over',
  backgammon: 'over',
  pass: 'dropped',
  resign: 'resigned',
};

function stageOf(state: MatchState): Stage {
  if (state.phase !== 'over') return state.turn === null ? 'not-started' : 'playing';
  const last = state.games.length === state.game ? state.games.at(-1) : undefined;
  return last ? ENDINGS[last.kind] : 'over';
}
