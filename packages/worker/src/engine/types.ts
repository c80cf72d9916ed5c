import type { Cube, Dice, Hop, Player, Position, Result } from 'bg-rules';

/** A moment at which the player on roll decides; everything that his decision may depend on. */
export interface Decision {
  readonly position: Position;
  readonly onRoll: Player;
  readonly cube: Cube;
  /** Points of player 0 and player 1; not looked at in a money game. */
  readonly score: readonly [number, number];
  /** Points to play for; 0 is money. */
  readonly length: number;
  readonly crawford: boolean;
  readonly jacoby: boolean;
  readonly beavers: boolean;
}

/** How far the engine looks ahead: 0 to 4 plies, as GNU Backgammon counts them. */
export type Plies = number;

export interface MovesRequest extends Decision {
  readonly dice: Dice;
  readonly plies: Plies;
}

export interface CubeRequest extends Decision {
  readonly plies: Plies;
}

/** Chances of the player on roll to win, win a gammon or more, a backgammon, lose a gammon or more, a backgammon. */
export type Chances = readonly [number, number, number, number, number];

/** A legal play as the engine judges it. */
export interface EvaluatedPlay {
  readonly hops: readonly Hop[];
  readonly position: Position;
  /** What the engine orders by, in points of the cube's present value, in a match normalised to them; the cube in play if it can. */
  readonly equity: number;
  /** Points that the player can expect without the cube. */
  readonly cubeless: number;
  readonly chances: Chances;
}

/** What doubling is worth to the player on roll before he rolls, in points of the cube's present value. */
export interface CubeEvaluation {
  readonly noDouble: number;
  readonly doubleTake: number;
  readonly doublePass: number;
  /** The engine's advice in its own words. */
  readonly advice: string;
}

/** What a worker needs of an engine: one process or connection that judges one decision at a time. */
export interface Engine {
  /** Such as `gnubg-1.07`: which results are the same as which others. */
  readonly id: string;
  /** Every distinct legal play at the asked depth, best first in the engine's order; empty for a dance. */
  moves(request: MovesRequest): Promise<EngineResult<readonly EvaluatedPlay[]>>;
  /** Whether to double before the roll; asked only where the player may. An engine that cannot say refuses. */
  cube(request: CubeRequest): Promise<EngineResult<CubeEvaluation>>;
  /** Ends it at once and leaves nothing behind. */
  close(): Promise<void>;
}

export type EngineFault =
  /** The program is not there or cannot be started. */
  | 'engine-missing'
  /** It evaluates fixed positions otherwise than the one that everybody's results come from. */
  | 'engine-differs'
  /** It took too long and was ended. */
  | 'engine-timeout'
  /** It ended while an answer was awaited, or before. */
  | 'engine-ended'
  /** Its answer cannot be read. */
  | 'engine-garbled'
  /** It would not take the request. */
  | 'engine-refused'
  /** Its plays are not the legal ones. */
  | 'engine-disagrees';

export type EngineResult<T> = Result<T, EngineFault>;
