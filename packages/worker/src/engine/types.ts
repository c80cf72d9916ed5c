import type { Cube, Dice, Hop, Player, Position, Result } from 'bg-rules';

/** A decision of the player on roll, with everything that it may depend on. */
export interface Decision {
  readonly position: Position;
  readonly onRoll: Player;
  readonly cube: Cube;
  /** Points of player 0 and player 1. Ignored in a money game. */
  readonly score: readonly [number, number];
  /** Match length in points; 0 is a money game. */
  readonly length: number;
  /** Ignored in a money game and in a match to 1. */
  readonly crawford: boolean;
  readonly jacoby: boolean;
  readonly beavers: boolean;
}

/** Search depth: 0 to 4 plies, as GNU Backgammon counts them. */
export type Plies = number;

export interface MovesRequest extends Decision {
  readonly dice: Dice;
  readonly plies: Plies;
}

export interface CubeRequest extends Decision {
  readonly plies: Plies;
}

/**
 * Probabilities for the player on roll: win, win a gammon or more, win a backgammon, lose a gammon or more,
 * lose a backgammon.
 */
export type Chances = readonly [number, number, number, number, number];

/** A legal play with the engine's evaluation. */
export interface EvaluatedPlay {
  readonly hops: readonly Hop[];
  readonly position: Position;
  /**
   * The equity by which the engine orders plays, in points of the current cube value; normalised in a match,
   * cubeful if the engine can.
   */
  readonly equity: number;
  /** Cubeless equity in points. */
  readonly cubeless: number;
  readonly chances: Chances;
}

/** Equities of doubling for the player on roll before the roll, in points of the current cube value. */
export interface CubeEvaluation {
  readonly noDouble: number;
  readonly doubleTake: number;
  readonly doublePass: number;
  /** The engine's advice, unchanged. */
  readonly advice: string;
}

/** An engine as the worker uses it: one process or connection that evaluates one decision at a time. */
export interface Engine {
  /** For example `gnubg-1.07`. Results with the same id are interchangeable. */
  readonly id: string;
  /**
   * Evaluates every distinct legal play at the given depth, best first in the engine's order. Empty if there
   * is no legal play.
   */
  moves(request: MovesRequest): Promise<EngineResult<readonly EvaluatedPlay[]>>;
  /**
   * Evaluates a double before the roll. Called only if the player may double. An engine without cube
   * evaluation refuses.
   */
  cube(request: CubeRequest): Promise<EngineResult<CubeEvaluation>>;
  /** Ends the engine at once and cleans up. */
  close(): Promise<void>;
}

export type EngineFault =
  /** The program does not exist or cannot be started. */
  | 'engine-missing'
  /** It evaluates the reference positions differently from the engine of the same id. */
  | 'engine-differs'
  /** It took too long and was killed. */
  | 'engine-timeout'
  /** It ended before or during a request. */
  | 'engine-ended'
  /** Its answer cannot be decoded. */
  | 'engine-garbled'
  /** It refused the request. */
  | 'engine-refused'
  /** Its plays are not exactly the legal ones. */
  | 'engine-disagrees';

export type EngineResult<T> = Result<T, EngineFault>;
