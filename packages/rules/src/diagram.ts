import type { GameResult, MatchState } from './match-types.ts';
import type { Cube, Dice, Player, Position } from './types.ts';

/** The state of a game: not started, in progress, or the way it ended. */
export type GameStatus = 'not-started' | 'playing' | 'over' | 'resigned' | 'dropped';

/** A moment of a match without the checkers. */
export interface Situation {
  /** The cube. An open double does not change it until it is taken. */
  readonly cube: Cube;
  /** The player whose turn it is, also while the opponent answers. */
  readonly onRoll: Player;
  /** The player who must act. */
  readonly toAct: Player;
  readonly dice: Dice | null;
  /** True if a double or a beaver waits for an answer. */
  readonly doubled: boolean;
  /** The resignation that `toAct` must answer, 0 if none. */
  readonly resigned: 0 | 1 | 2 | 3;
  readonly score: readonly [number, number];
  /** Match length in points, 0 for a money game. */
  readonly length: number;
  readonly crawford: boolean;
  readonly jacoby: boolean;
  readonly status: GameStatus;
}

/** A moment of a match with the checkers, as a book diagram shows it. */
export interface Diagram extends Situation {
  readonly position: Position;
  readonly beavers: boolean;
}

/** Returns the diagram of a match. Before the opening is decided, player 0 counts as on roll. */
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
    status: gameStatusOf(state),
  };
}

function asResigned(points: number | undefined): 0 | 1 | 2 | 3 {
  return points === 1 || points === 2 || points === 3 ? points : 0;
}

const ENDINGS: Record<GameResult['kind'], GameStatus> = {
  single: 'over',
  gammon: 'over',
  backgammon: 'over',
  pass: 'dropped',
  resign: 'resigned',
};

function gameStatusOf(state: MatchState): GameStatus {
  if (state.phase !== 'over') return state.turn === null ? 'not-started' : 'playing';
  const last = state.games.length === state.game ? state.games.at(-1) : undefined;
  return last ? ENDINGS[last.kind] : 'over';
}
