import { refuseArgument } from './argument-error.ts';
import { CENTRED_CUBE, MAX_CUBE } from './cube.ts';
import { openGame, requireState } from './game.ts';
import type { GameResult, MatchState, Phase } from './match-types.ts';
import { checkPosition, hasBorneOff, type PositionFault, startPosition } from './position.ts';
import {
  type Cube,
  type Dice,
  areRules as hasFourRules,
  isDice,
  isPlayer,
  opponent,
  type Player,
  type Position,
  type Result,
  type Rules,
} from './types.ts';

/** The state of a game: not started, in progress, or the way it ended. */
export type GameStatus = 'not-started' | 'playing' | 'over' | 'resigned' | 'dropped';

/** A moment of a match without the checkers: everything that GNU Backgammon's match ID tells, and what follows from it. */
export interface Standing {
  /** The cube. An open double does not change it until it is taken. */
  readonly cube: Cube;
  /** The player whose turn it is, also while the opponent answers. */
  readonly onRoll: Player;
  /** The player who must act. */
  readonly toAct: Player;
  /** The roll to be played. Null before the roll. */
  readonly dice: Dice | null;
  /** True if a double or a beaver waits for an answer. */
  readonly doubled: boolean;
  /** The resignation that `toAct` must answer, 0 if none. */
  readonly resigned: 0 | 1 | 2 | 3;
  /** The points of each player. */
  readonly score: readonly [number, number];
  /** Match length in points, 0 for a money game. */
  readonly length: number;
  /** The rules in force. Jacoby rule and beavers are those of money games and false in a match. */
  readonly rules: Rules;
  /** True in the Crawford game. */
  readonly crawford: boolean;
  /** True after the Crawford game. */
  readonly postCrawford: boolean;
  readonly status: GameStatus;
}

/**
 * A moment of a match: the checkers, whose turn it is, the dice, the cube, the score and the rules. It is all that an
 * analysis needs, and what a diagram in a book shows. `parseXgid`, `parseGnuId`, `parsePositionId` and `makeSituation`
 * give one, `situationOf` takes it from a match, and `matchFrom` continues a match from it.
 */
export interface Situation extends Standing {
  /** The places of the checkers. */
  readonly position: Position;
}

/**
 * Returns a situation with the given members. Everything else is that of the first roll of a money game with a centred
 * cube, without the Jacoby rule and beavers. `toAct` follows from `onRoll` and `doubled`, and in a match `rules.crawford`
 * and `postCrawford` follow from the score. Throws an `ArgumentError` if the situation is impossible.
 */
export function makeSituation(members: Partial<Situation> = {}): Situation {
  const { length = 0, onRoll = 0, score = [0, 0], crawford = false, doubled = false } = members ?? {};
  const rules = members?.rules ?? { cube: true, crawford: length > 0, jacoby: false, beavers: false };
  const situation: Situation = {
    position: startPosition(),
    cube: CENTRED_CUBE,
    onRoll,
    toAct: doubled ? opponent(onRoll) : onRoll,
    dice: null,
    doubled,
    resigned: 0,
    score,
    length,
    rules,
    crawford,
    postCrawford: isPostCrawford({ length, score, rules, crawford }),
    status: 'playing',
    ...members,
  };
  return requireSituation(situation);
}

/** Returns true if a player of a match with the Crawford rule needs one point, and this is not the Crawford game. */
export function isPostCrawford({ length, score, rules, crawford }: Omit<Terms, 'postCrawford'>): boolean {
  return length > 1 && rules.crawford && !crawford && score.includes(length - 1);
}

type Terms = Pick<Standing, 'length' | 'score' | 'rules' | 'crawford' | 'postCrawford'>;

/** The reasons why a situation is impossible. */
export type SituationFault =
  | PositionFault
  | 'no-such-player'
  | 'bad-dice'
  | 'bad-cube'
  | 'bad-score'
  | 'bad-rules'
  | 'bad-crawford'
  | 'bad-status';

const FAULTS: Record<Exclude<SituationFault, PositionFault>, string> = {
  'no-such-player': 'A player is 0 or 1.',
  'bad-dice': 'Dice are null, or two integers from 1 to 6; there are none while a double waits.',
  'bad-cube': `A cube is a power of two up to ${MAX_CUBE}, and its owner is 0, 1 or null.`,
  'bad-score': 'A length is an integer from 0 to 32767, and in a running match each score is below it.',
  'bad-rules': 'The rules are four booleans; the Jacoby rule and beavers are of money games only.',
  'bad-crawford':
    'In a match with the Crawford rule exactly one of crawford and postCrawford is true when a player needs one point, and otherwise neither.',
  'bad-status': 'The status, the double or the resignation is not a possible one.',
};

const MAX_NUMBER = 32767;
const STATUSES: readonly GameStatus[] = ['not-started', 'playing', 'over', 'resigned', 'dropped'];

/**
 * Checks that a value is a possible situation: the position as `checkPosition` does, the cube, the dice, and that score,
 * rules and Crawford state fit together. Never throws, whatever the value is.
 */
export function checkSituation(situation: Situation): Result<Situation, SituationFault> {
  const position = checkPosition(situation?.position);
  if (!position.ok) return position;
  const fault = standingFault(situation);
  return fault ? { ok: false, code: fault, message: FAULTS[fault] } : { ok: true, value: situation };
}

/** Throws an `ArgumentError` (`bad-standing`) for what is no standing. Does not check that it is possible: see `checkSituation`. */
export function requireStanding(standing: Standing): void {
  if (!standing?.cube || !Array.isArray(standing.score) || !standing.rules)
    refuseArgument('bad-standing', 'A standing has a cube, a score and rules.');
}

/** Returns the situation. Throws an `ArgumentError` with the code of `checkSituation` if it is impossible. */
export function requireSituation(situation: Situation): Situation {
  const checked = checkSituation(situation);
  return checked.ok ? checked.value : refuseArgument(checked.code, checked.message);
}

function standingFault(standing: Standing): Exclude<SituationFault, PositionFault> | null {
  const { onRoll, toAct, dice, doubled, resigned, status } = standing;
  if (!isPlayer(onRoll) || !isPlayer(toAct)) return 'no-such-player';
  if (dice !== null && (doubled || !isDice(dice))) return 'bad-dice';
  if (!isCube(standing.cube)) return 'bad-cube';
  if (!isScore(standing)) return 'bad-score';
  if (!areRules(standing)) return 'bad-rules';
  if (typeof doubled !== 'boolean' || ![0, 1, 2, 3].includes(resigned) || !STATUSES.includes(status))
    return 'bad-status';
  return fitsCrawford(standing) ? null : 'bad-crawford';
}

function isCube(cube: Cube | undefined): boolean {
  if (!cube || !(cube.owner === null || isPlayer(cube.owner))) return false;
  const { value } = cube;
  return Number.isInteger(value) && value >= 1 && value <= 2 ** 15 && (value & (value - 1)) === 0;
}

function isScore({ length, score, status }: Standing): boolean {
  if (!isCount(length) || !Array.isArray(score) || score.length !== 2) return false;
  const running = status === 'playing' || status === 'not-started';
  return score.every((points) => isCount(points) && (length === 0 || !running || points < length));
}

function isCount(n: unknown): boolean {
  return Number.isInteger(n) && (n as number) >= 0 && (n as number) <= MAX_NUMBER;
}

function areRules({ rules, length }: Standing): boolean {
  return hasFourRules(rules) && !(length > 0 && (rules.jacoby || rules.beavers));
}

function fitsCrawford({ length, score, rules, crawford, postCrawford }: Standing): boolean {
  if (typeof crawford !== 'boolean' || typeof postCrawford !== 'boolean') return false;
  // A game for the last point of both players may carry any mark: the cube is dead, and the match ends with the game.
  const oneAway = length > 0 && score.includes(length - 1);
  if (length > 0 && Math.max(...score) >= length) return true;
  if (!oneAway || !rules.crawford) return !crawford && !postCrawford;
  if (score[0] === score[1]) return !(crawford && postCrawford);
  return crawford !== postCrawford;
}

/** Returns the situation of a match. Before the opening is decided, player 0 counts as on roll. */
export function situationOf(state: MatchState): Situation {
  requireState(state);
  const onRoll = state.turn ?? 0;
  const money = state.length === 0;
  const { cube, crawford, jacoby, beavers } = state.rules;
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
    rules: { cube, crawford: crawford && !money, jacoby: jacoby && money, beavers: beavers && money },
    crawford: state.crawford,
    postCrawford: state.postCrawford,
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

/**
 * Returns a match that continues from a situation: its next game is the first one, and earlier games are known only by
 * their score. A resignation that waits for an answer is left out. Throws an `ArgumentError` if the situation is
 * impossible or its game has ended.
 */
export function matchFrom(situation: Situation): MatchState {
  const { position, cube, onRoll, dice, doubled, score, length, rules, crawford, postCrawford, status } =
    requireSituation(situation);
  if (status !== 'playing' && status !== 'not-started') refuseArgument('bad-status', 'The game has ended.');
  if (hasBorneOff(position, 0) || hasBorneOff(position, 1)) refuseArgument('bad-status', 'The game has ended.');
  const opened = status === 'playing' || dice !== null || doubled;
  const phase: Phase = doubled
    ? cube.owner === null || cube.owner === onRoll
      ? 'double'
      : 'beaver'
    : dice
      ? 'play'
      : 'roll';
  return {
    ...openGame(),
    length,
    rules,
    score,
    game: 1,
    crawford,
    postCrawford,
    position,
    cube,
    phase,
    toAct: phase === 'double' ? opponent(onRoll) : opened ? onRoll : 0,
    turn: opened ? onRoll : null,
    dice,
    doubler: doubled ? (phase === 'double' ? onRoll : opponent(onRoll)) : null,
    games: [],
    result: null,
  };
}
