import { MATCH_EQUITY, MAX_AWAY, POST_CRAWFORD } from './table.ts';

/** The stable codes of impossible input. */
export type EquityCode = 'match-too-long' | 'bad-score' | 'match-over' | 'bad-crawford' | 'bad-points' | 'bad-cube';

/** An argument for which no chance exists, such as a cube of 0 or a player who needs more points than the table has. */
export class EquityError extends RangeError {
  /** The stable code of the reason. */
  readonly code: EquityCode;

  constructor(code: EquityCode, message: string) {
    super(message);
    this.name = 'EquityError';
    this.code = code;
  }
}

/** Match winning chances by points away. An index of 0 means that the player has won. */
export interface EquityTable {
  /** Before a game: by the points that the player needs, then by those that the opponent needs. Row and column 1: the Crawford game. */
  readonly matchEquity: readonly (readonly number[])[];
  /** After the Crawford game: the trailer's chance by the points that the trailer needs. */
  readonly postCrawford: readonly number[];
}

/** The table of this package. */
const OWN: EquityTable = { matchEquity: MATCH_EQUITY, postCrawford: POST_CRAWFORD };

/** The Crawford state. The score alone does not determine it once a player is one point away. */
export interface CrawfordState {
  /** True if this game is the Crawford game. */
  readonly crawford: boolean;
  /** True if the Crawford game has already been played. */
  readonly postCrawford: boolean;
}

/**
 * Returns a player's match winning chance, 0 to 1, before the game described by `state`, if the player needs
 * `away` points and the opponent `opponentAway`. A player who needs none or fewer has won.
 *
 * If a player is one point away there are three states. `crawford`: the game is the Crawford game, without
 * doubling. `postCrawford`: the trailer doubles at once. Neither: the Crawford game comes next, which has the
 * same value as `crawford`. Without the Crawford rule, pass `postCrawford` for such a score.
 *
 * `table` replaces the table of this package, with the same numbers of points away.
 *
 * Throws an `EquityError` for impossible input: a player needing more than 25 points (`match-too-long`), `away` not an integer or both players
 * having won (`bad-score`), both flags set, or a flag set if neither player is one point away (`bad-crawford`).
 */
export function matchWinningChance(
  away: number,
  opponentAway: number,
  state: CrawfordState,
  { matchEquity, postCrawford }: EquityTable = OWN,
): number {
  checkAway(away, opponentAway);
  if (away <= 0) return 1;
  if (opponentAway <= 0) return 0;
  checkState(away, opponentAway, state);
  if (!state.postCrawford) return matchEquity[away]![opponentAway]!;
  return opponentAway === 1 ? postCrawford[away]! : 1 - postCrawford[opponentAway]!;
}

/**
 * Returns the match winning chance after the game described by `state` is won by this many points (lost, if
 * negative). Use it to value the outcomes of the current game, with points 1, 2 or 3 times the cube. Throws
 * like `matchWinningChance`.
 */
export function chanceAfterGame(
  away: number,
  opponentAway: number,
  points: number,
  state: CrawfordState,
  table: EquityTable = OWN,
): number {
  checkScore(away, opponentAway, state);
  if (!Number.isInteger(points)) throw new EquityError('bad-points', `A game is not worth ${points} points`);
  const next = { crawford: false, postCrawford: state.crawford || state.postCrawford };
  return matchWinningChance(away - Math.max(points, 0), opponentAway + Math.min(points, 0), next, table);
}

/**
 * Returns the winning chance, 0 to 1, that a player needs to take a double instead of passing. `cube` is the
 * value before the double; `away` is the doubled player's. Every game counts as a single game and the cube is
 * not turned again: a pass loses `cube` points, a take wins or loses twice as many. Throws an `EquityError`
 * like `matchWinningChance`, and for a finished match (`match-over`) or a cube below 1 (`bad-cube`).
 */
export function takePoint(away: number, opponentAway: number, cube: number, state: CrawfordState): number {
  checkCube(cube);
  const win = chanceAfterGame(away, opponentAway, 2 * cube, state);
  const lose = chanceAfterGame(away, opponentAway, -2 * cube, state);
  return (chanceAfterGame(away, opponentAway, -cube, state) - lose) / (win - lose);
}

/**
 * Returns the value of one point of the current stake in match winning chance: half of the difference between
 * winning and losing a single game at the cube. Dividing a loss of chance by it gives a loss of equity.
 * Throws an `EquityError` like `takePoint`.
 */
export function pointValue(away: number, opponentAway: number, cube: number, state: CrawfordState): number {
  checkCube(cube);
  const swing = chanceAfterGame(away, opponentAway, cube, state) - chanceAfterGame(away, opponentAway, -cube, state);
  return swing / 2;
}

function checkAway(away: number, opponentAway: number): void {
  const whole = Number.isInteger(away) && Number.isInteger(opponentAway);
  if (!whole || (away <= 0 && opponentAway <= 0)) {
    throw new EquityError('bad-score', `No match has the score ${away} away against ${opponentAway} away`);
  }
  if (Math.max(away, opponentAway) > MAX_AWAY) {
    throw new EquityError(
      'match-too-long',
      `The table ends at ${MAX_AWAY} points away: ${away} against ${opponentAway}`,
    );
  }
}

function checkState(away: number, opponentAway: number, { crawford, postCrawford }: CrawfordState): void {
  if (crawford && postCrawford)
    throw new EquityError('bad-crawford', 'A game cannot be the Crawford game and after it');
  if ((crawford || postCrawford) && away !== 1 && opponentAway !== 1) {
    throw new EquityError(
      'bad-crawford',
      `The Crawford flags do not fit the score ${away} away against ${opponentAway} away`,
    );
  }
}

/** Throws if the match is already won. */
function checkScore(away: number, opponentAway: number, state: CrawfordState): void {
  checkAway(away, opponentAway);
  if (away <= 0 || opponentAway <= 0) throw new EquityError('match-over', 'The match has been won already');
  checkState(away, opponentAway, state);
}

function checkCube(cube: number): void {
  if (!Number.isInteger(cube) || cube < 1) throw new EquityError('bad-cube', `Invalid cube value: ${cube}`);
}
