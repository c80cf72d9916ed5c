/** Seat of a player. Player 0 moves from point 24 down to point 1 as the position counts, player 1 the other way. */
export type Player = 0 | 1;

/** Two dice, each 1 to 6, in the order in which they fell. */
export type Dice = readonly [number, number];

/** One checker moved by one die, in the mover's own numbers: 24 … 1, 25 is the bar, 0 is off. */
export type Hop = readonly [from: number, to: number];

/** Where all thirty checkers are. */
export interface Position {
  /** 24 counts; `points[i]` is point i+1 as player 0 counts, positive for player 0's checkers, negative for player 1's. */
  readonly points: readonly number[];
  /** Checkers on the bar, by player. */
  readonly bar: readonly [number, number];
  /** Checkers borne off, by player. */
  readonly off: readonly [number, number];
}

/** A legal play: the hops in an order in which they can be made, and the position that they lead to. */
export interface Play {
  readonly hops: readonly Hop[];
  readonly position: Position;
}

/** The doubling cube; `owner` is null while it is centred. */
export interface Cube {
  readonly value: number;
  readonly owner: Player | null;
}

/** Which of the optional rules are in force. */
export interface Rules {
  readonly cube: boolean;
  readonly crawford: boolean;
  readonly jacoby: boolean;
  readonly beavers: boolean;
}

/** An expected failure is a value: a stable code from a closed list and one sentence for people. */
export interface Failure<Code extends string = string> {
  readonly ok: false;
  readonly code: Code;
  readonly message: string;
}

/** Either a value or an expected failure. */
export type Result<T, Code extends string = string> = { readonly ok: true; readonly value: T } | Failure<Code>;

export function opponent(player: Player): Player {
  return player === 0 ? 1 : 0;
}
