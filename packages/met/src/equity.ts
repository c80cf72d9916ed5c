import { MATCH_EQUITY, MAX_AWAY, POST_CRAWFORD } from './table.ts';

/** What the score alone does not tell once a player is one point away. */
export interface CrawfordState {
  /** This game is the Crawford game. */
  readonly crawford: boolean;
  /** This game is not the Crawford game, and the Crawford game has been played. */
  readonly postCrawford: boolean;
}

/**
 * A player's chance to win the match, 0 to 1, before the game described by `state` is played, when he needs `away` points
 * and his opponent `opponentAway`. Who needs none or fewer has won.
 *
 * With a player one point away there are three states. `crawford`: the game is the Crawford game, nobody doubles.
 * `postCrawford`: the trailer doubles at once. Neither: the Crawford game comes next, which is the same as `crawford`.
 * Where the Crawford rule is not played, such a score is `postCrawford`.
 *
 * Throws a RangeError for what no match can be: away no whole number up to 25, both players having won, both flags set,
 * or a flag set with neither player one point away.
 */
export function matchWinningChance(away: number, opponentAway: number, state: CrawfordState): number {
  checkAway(away, opponentAway);
  if (away <= 0) return 1;
  if (opponentAway <= 0) return 0;
  checkState(away, opponentAway, state);
  if (!state.postCrawford) return MATCH_EQUITY[away]![opponentAway]!;
  return opponentAway === 1 ? POST_CRAWFORD[away]! : 1 - POST_CRAWFORD[opponentAway]!;
}

/**
 * The same chance once the game that `state` describes has been won by so many points; negative points were lost. This is
 * the value of one outcome of the game in progress: points are 1, 2 or 3 times the cube.
 */
export function chanceAfterGame(away: number, opponentAway: number, points: number, state: CrawfordState): number {
  checkScore(away, opponentAway, state);
  if (!Number.isInteger(points)) throw new RangeError(`A game is not worth ${points} points`);
  const next = { crawford: false, postCrawford: state.crawford || state.postCrawford };
  return matchWinningChance(away - Math.max(points, 0), opponentAway + Math.min(points, 0), next);
}

/**
 * The chance to win the game that a player needs to take a double rather than pass, 0 to 1, at a cube of `cube` before the
 * double; away is the doubled player's. Every game counts as a single one and the cube is not turned again: passing loses
 * `cube` points, taking wins or loses twice as many. Throws a RangeError like `matchWinningChance`, and for a score that is
 * won already or a cube below 1.
 */
export function takePoint(away: number, opponentAway: number, cube: number, state: CrawfordState): number {
  checkCube(cube);
  const win = chanceAfterGame(away, opponentAway, 2 * cube, state);
  const lose = chanceAfterGame(away, opponentAway, -2 * cube, state);
  return (chanceAfterGame(away, opponentAway, -cube, state) - lose) / (win - lose);
}

/**
 * What one point of the current stake is worth in match-winning chances: half of the swing between winning and losing a
 * single game at the cube. It turns a loss of chances into a loss of equity. Throws a RangeError like `takePoint`.
 */
export function pointValue(away: number, opponentAway: number, cube: number, state: CrawfordState): number {
  checkCube(cube);
  const swing = chanceAfterGame(away, opponentAway, cube, state) - chanceAfterGame(away, opponentAway, -cube, state);
  return swing / 2;
}

function checkAway(away: number, opponentAway: number): void {
  const whole = Number.isInteger(away) && Number.isInteger(opponentAway);
  if (!whole || Math.max(away, opponentAway) > MAX_AWAY || (away <= 0 && opponentAway <= 0)) {
    throw new RangeError(`No match is played at ${away} away against ${opponentAway} away`);
  }
}

function checkState(away: number, opponentAway: number, { crawford, postCrawford }: CrawfordState): void {
  if (crawford && postCrawford) throw new RangeError('A game cannot be the Crawford game and after it');
  if ((crawford || postCrawford) && away !== 1 && opponentAway !== 1) {
    throw new RangeError(`No Crawford game is played or over at ${away} away against ${opponentAway} away`);
  }
}

/** A game in progress: nobody has won yet. */
function checkScore(away: number, opponentAway: number, state: CrawfordState): void {
  checkAway(away, opponentAway);
  if (away <= 0 || opponentAway <= 0) throw new RangeError('The match has been won already');
  checkState(away, opponentAway, state);
}

function checkCube(cube: number): void {
  if (!Number.isInteger(cube) || cube < 1) throw new RangeError(`No cube shows ${cube}`);
}
