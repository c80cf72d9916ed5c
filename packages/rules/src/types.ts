/**
 * Seat of a player. Player 0 moves from point 24 down to point 1 in the position's numbering, player 1 the
 * other way.
 */
export type Player = 0 | 1;

/** Two dice, each 1 to 6, in the order of the roll. */
export type Dice = readonly [number, number];

/** One checker moved by one die, in the mover's numbering: 24 … 1, 25 is the bar, 0 is off. */
export type Hop = readonly [from: number, to: number];

/** The places of all thirty checkers. */
export interface Position {
  /** 24 counts; `points[i]` is player 0's point i + 1, positive for player 0's checkers, negative for player 1's. */
  readonly points: readonly number[];
  /** Checkers on the bar, by player. */
  readonly bar: readonly [number, number];
  /** Checkers borne off, by player. */
  readonly off: readonly [number, number];
}

/** A legal play: its hops in a legal order, and the resulting position. */
export interface Play {
  readonly hops: readonly Hop[];
  readonly position: Position;
}

/** The doubling cube; `owner` is null while it is centred. */
export interface Cube {
  readonly value: number;
  readonly owner: Player | null;
}

/** The optional rules in force. */
export interface Rules {
  readonly cube: boolean;
  readonly crawford: boolean;
  readonly jacoby: boolean;
  readonly beavers: boolean;
}

/** An expected failure, returned as a value: a stable code from a closed list and one sentence for people. */
export interface Failure<Code extends string = string> {
  readonly ok: false;
  readonly code: Code;
  readonly message: string;
}

/** A value or an expected failure. */
export type Result<T, Code extends string = string> = { readonly ok: true; readonly value: T } | Failure<Code>;

export function opponent(player: Player): Player {
  return player === 0 ? 1 : 0;
}

/** Returns true for four booleans. */
export function areRules(value: Rules | null | undefined): value is Rules {
  return (
    !!value && [value.cube, value.crawford, value.jacoby, value.beavers].every((rule) => typeof rule === 'boolean')
  );
}

/** Returns true for 0 and 1. */
export function isPlayer(value: unknown): value is Player {
  return value === 0 || value === 1;
}

/** Returns true for two integers from 1 to 6. */
export function isDice(value: unknown): value is Dice {
  return Array.isArray(value) && value.length === 2 && isDie(value[0]) && isDie(value[1]);
}

function isDie(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 6;
}
