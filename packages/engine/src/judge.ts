// The engine as other programs call it. Each function takes a whole situation, refuses an impossible one or a depth that
// the engine does not have, and then asks the search.
import {
  ArgumentError,
  checkPosition,
  checkSituation as checkPossible,
  type Dice,
  opponent,
  type Play,
  type Result,
  requireSituation,
  type Situation,
  type SituationFault,
} from 'bg-rules';
import type { Chances } from './chances.ts';
import {
  type Answer,
  type CubeDecision,
  answerBeaver as searchBeaver,
  answerDouble as searchDouble,
  decideDouble as searchDoubling,
} from './cube-decision.ts';
import { evaluate as searchChances } from './evaluate.ts';
import type { Ply } from './look-ahead.ts';
import { type RankedPlay, rank as searchPlays } from './rank.ts';
import { shouldAcceptResignation as searchAcceptance, resignation as searchResignation } from './resignation.ts';
import { type RollValue, rollValues as searchRolls } from './roll-values.ts';
import { type ScoreFault, scoreFaultOf } from './stakes.ts';

/** The depth of a search. */
export interface DepthOptions {
  /** Search depth in rolls: 0, 1 or 2. */
  readonly ply: Ply;
}

/** The options of `rank`. */
export interface RankOptions extends DepthOptions {
  /**
   * If true (the default), the equity includes future cube actions. Otherwise the game is played to the end at the
   * current cube value.
   */
  readonly cubeful?: boolean;
  /** If true, every play is searched to the full depth. Otherwise a filter skips hopeless plays. */
  readonly everyPlay?: boolean;
}

/** The options of `decideDouble`. */
export interface DoubleOptions extends DepthOptions {
  /** Also evaluates a double that cannot gain anything, if the caller knows that the rules allow it. */
  readonly evenIfPointless?: boolean;
}

/**
 * Checks that a value is a situation that the engine can judge: a possible one, in which no player needs more points than the engine
 * has match winning chances for, and none has won the match. Never throws, whatever the value is.
 */
export function checkSituation(situation: Situation): Result<Situation, SituationFault | ScoreFault> {
  const checked = checkPossible(situation);
  const fault = checked.ok ? scoreFaultOf(checked.value) : null;
  return fault ? { ok: false, ...fault } : checked;
}

/** Throws an `ArgumentError` (`bad-ply`) unless the depth is one that the engine has. */
export function requirePly(ply: unknown): void {
  if (ply !== 0 && ply !== 1 && ply !== 2) throw new ArgumentError('bad-ply', 'A search depth is 0, 1 or 2 rolls.');
}

/** Checks both arguments of a search. */
function requireBoth(situation: Situation, options: DepthOptions): void {
  requirePly(options?.ply);
  requireSituation(situation);
}

/**
 * Returns the chances of the player on roll before the roll: exact in a bear-off without contact, the result of a finished
 * game, and otherwise the net's output for the position or, with `ply`, its mean over the positions that many rolls later.
 * Only the position and the player on roll matter. The result is identical on every machine.
 */
export function evaluate(
  { position, onRoll }: Pick<Situation, 'position' | 'onRoll'>,
  { ply = 0 }: Partial<DepthOptions> = {},
): Chances {
  requirePly(ply);
  const checked = checkPosition(position);
  if (!checked.ok) throw new ArgumentError(checked.code, checked.message);
  if (onRoll !== 0 && onRoll !== 1) throw new ArgumentError('no-such-player', 'A player is 0 or 1.');
  return searchChances(position, onRoll, ply);
}

/**
 * Returns the legal plays of the situation's dice, best first. Plays that the filter skipped come last, ordered by the
 * lesser depth. Empty if the player cannot move. Throws an `ArgumentError` (`bad-dice`) if there are no dice.
 */
export function rank(situation: Situation, options: RankOptions): RankedPlay[] {
  requireBoth(situation, options);
  const { position, onRoll } = situation;
  return searchPlays(position, onRoll, diceOf(situation), { cubeful: true, ...options, match: situation });
}

function diceOf({ dice }: Situation): Dice {
  if (dice === null) throw new ArgumentError('bad-dice', 'The plays of a situation without dice are not defined.');
  return dice;
}

/** Returns the situation after a play: the opponent rolls next. */
export function afterPlay(situation: Situation, play: Pick<Play, 'position'>): Situation {
  const onRoll = opponent(situation.onRoll);
  return { ...situation, position: play.position, onRoll, toAct: onRoll, dice: null, status: 'playing' };
}

/**
 * Evaluates a double by the player on roll. Returns null if the player may not double, cannot gain by it, or the game is
 * over. The dice do not matter.
 */
export function decideDouble(situation: Situation, options: DoubleOptions): CubeDecision | null {
  requireBoth(situation, options);
  return searchDoubling(situation.position, situation.onRoll, { ...options, match: situation });
}

/**
 * Returns the best answer of the opponent to a double of the player on roll. The cube is the one before the double. A
 * beaver is returned if it is allowed and the taker is better off with the cube at four times its value.
 */
export function answerDouble(situation: Situation, options: DepthOptions): Answer {
  requireBoth(situation, options);
  return searchDouble(situation.position, opponent(situation.onRoll), { ...options, match: situation });
}

/**
 * Returns the best answer of the doubler, who is on roll, to a beaver. The cube has twice its value before the double and
 * belongs to the opponent, as `bg-rules` gives it after a beaver.
 */
export function answerBeaver(situation: Situation, options: DepthOptions): 'take' | 'pass' {
  requireBoth(situation, options);
  return searchBeaver(situation.position, situation.onRoll, { ...options, match: situation });
}

/**
 * Returns the resignation that the player to act should offer, 1, 2 or 3 times the cube, or null if the game is not lost.
 * It is the least number that an opponent with the same evaluation accepts. The cube is ignored: a player who would only
 * have to pass a double has not lost yet.
 */
export function resignation(situation: Situation, options: DepthOptions): 1 | 2 | 3 | null {
  requireBoth(situation, options);
  const { position, toAct, onRoll } = situation;
  return searchResignation(position, toAct, onRoll, { ...options, match: situation });
}

/**
 * Returns true if the player to act should accept the resignation that the situation contains instead of playing on (with
 * the cube, if allowed). Throws an `ArgumentError` (`bad-status`) if it contains none.
 */
export function shouldAcceptResignation(situation: Situation, options: DepthOptions): boolean {
  requireBoth(situation, options);
  const { position, toAct, onRoll, resigned } = situation;
  if (resigned === 0) throw new ArgumentError('bad-status', 'No resignation waits for an answer.');
  return searchAcceptance(position, toAct, onRoll, resigned, { ...options, match: situation });
}

/**
 * Returns the 21 rolls before the roll of the player on roll, who does not double, each with the value of the position after
 * the net's best play. The luck of a roll is its value minus the mean over all rolls. The dice of the situation do not
 * matter. Empty if the game is over.
 */
export function rollValues(situation: Situation, { cubeful = true }: Pick<RankOptions, 'cubeful'> = {}): RollValue[] {
  requireSituation(situation);
  return searchRolls(situation.position, situation.onRoll, situation, cubeful);
}
