import { refuseArgument } from './argument-error.ts';
import { beaver, beaverFault, doubleFault, offerDouble, takeDouble } from './cube.ts';
import { borneOffResult, endGame, forfeit, isCrawford, openGame, requireState } from './game.ts';
import { type MatchCode, refuse } from './match-code.ts';
import type { Action, ActionType, MatchState, Options } from './match-types.ts';
import { applyPlay } from './plays.ts';
import { hasBorneOff } from './position.ts';
import { acceptResignation, declineResignation, resign, resignations, resignFault } from './resignation.ts';
import { areRules, type Dice, type Hop, isDice, opponent, type Player, type Result, type Rules } from './types.ts';

/** The maximum match length in points. */
export const MAX_LENGTH = 25;

/** The terms that two players agree on before a match. */
export interface MatchTerms {
  /** Match length in points, 1 to 25; 0 is one money game. */
  readonly length: number;
  readonly rules: Rules;
}

/**
 * Returns a match before its first roll. Throws an `ArgumentError` if the length is not an integer from 0 to 25 (`bad-length`), or if a rule is
 * not true or false (`bad-rules`).
 */
export function startMatch(agreed: MatchTerms): MatchState {
  const { length, rules } = agreed ?? {};
  if (!Number.isInteger(length) || length < 0 || length > MAX_LENGTH)
    refuseArgument('bad-length', `A match is an integer from 0 to ${MAX_LENGTH} points.`);
  if (!areRules(rules)) refuseArgument('bad-rules', 'The rules are four booleans: cube, crawford, jacoby and beavers.');
  const terms = { length, rules, score: [0, 0] as const };
  return {
    ...terms,
    ...openGame(),
    game: 1,
    crawford: isCrawford(terms),
    postCrawford: false,
    games: [],
    result: null,
  };
}

/**
 * Returns the player to act and the allowed actions. `forfeit` is never listed: it is allowed at any time
 * before the end, and the server decides when it is due.
 */
export function options(state: MatchState): Options {
  requireState(state);
  return { player: state.toAct, actions: actionsOf(state), resignations: resignations(state) };
}

function actionsOf(state: MatchState): ActionType[] {
  const resigning: ActionType[] = resignations(state).length > 0 ? ['resign'] : [];
  switch (state.phase) {
    case 'roll':
      return doubleFault(state) ? ['roll', ...resigning] : ['roll', 'double', ...resigning];
    case 'dice':
      return ['dice'];
    case 'play':
      return ['play', ...resigning];
    case 'double':
      return beaverFault(state) ? ['take', 'pass', ...resigning] : ['take', 'pass', 'beaver', ...resigning];
    case 'beaver':
      return ['take', 'pass', ...resigning];
    case 'resign':
      return ['accept', 'decline'];
    case 'over':
      return [];
  }
}

/**
 * Applies an action and returns the next state, or the reason for refusing it. Never changes the given state.
 * Scoring and play follow the usual rules of tournament and money backgammon: opening roll, cube, Crawford
 * and Jacoby rules, beavers, resignations.
 */
export function applyAction(state: MatchState, action: Action): Result<MatchState, MatchCode> {
  requireState(state);
  const fault = findFault(state, action);
  if (fault) return refuse(fault);
  return action.type === 'play' ? play(state, action.player, action.hops) : { ok: true, value: step(state, action) };
}

/** Returns the reason for refusing an action, or null. Does not check the hops of a play. */
function findFault(state: MatchState, action: Action): MatchCode | null {
  if (state.phase === 'over') return 'match-over';
  if (typeof action !== 'object' || action === null) return 'wrong-phase';
  if (action.type === 'forfeit') return action.loser === 0 || action.loser === 1 ? null : 'no-such-player';
  if (action.type === 'dice') return state.phase === 'dice' ? (isDice(action.dice) ? null : 'bad-dice') : 'wrong-phase';
  if (action.player !== 0 && action.player !== 1) return 'no-such-player';
  if (state.toAct !== null && action.player !== state.toAct) return 'not-your-turn';
  if (action.type === 'resign') return resignFault(state, action.points);
  if (action.type === 'double' && state.phase === 'roll') return doubleFault(state);
  if (action.type === 'beaver' && state.phase === 'double') return beaverFault(state);
  return actionsOf(state).includes(action.type) ? null : 'wrong-phase';
}

function step(state: MatchState, action: Exclude<Action, { type: 'play' }>): MatchState {
  switch (action.type) {
    case 'roll':
      return { ...state, phase: 'dice', toAct: null };
    case 'dice':
      return takeDice(state, action.dice);
    case 'double':
      return offerDouble(state, action.player);
    case 'take':
      return takeDouble(state, action.player);
    case 'beaver':
      return beaver(state, action.player);
    case 'pass':
      return endGame(state, { winner: opponent(action.player), points: state.cube.value, kind: 'pass' });
    case 'resign':
      return resign(state, action.player, action.points);
    case 'accept':
      return acceptResignation(state, action.player);
    case 'decline':
      return declineResignation(state);
    case 'forfeit':
      return forfeit(state, action.loser, action.reason);
  }
}

/**
 * In the opening the first die is player 0's and the second player 1's. The higher one starts and plays both;
 * a tie is rolled again.
 */
function takeDice(state: MatchState, [first, second]: Dice): MatchState {
  if (state.turn === null && first === second) return { ...state, phase: 'roll', toAct: 0 };
  const turn = state.turn ?? (first > second ? 0 : 1);
  return { ...state, dice: [first, second], turn, phase: 'play', toAct: turn };
}

function play(state: MatchState, player: Player, hops: readonly Hop[]): Result<MatchState, MatchCode> {
  if (state.dice === null) return refuse('wrong-phase');
  if (!Array.isArray(hops) || !hops.every((hop) => Array.isArray(hop) && hop.length === 2))
    return refuse('illegal-play');
  const played = applyPlay(state.position, player, state.dice, hops);
  if (!played.ok) return refuse('illegal-play', played.message);
  const after: MatchState = { ...state, position: played.value, dice: null, declined: [0, 0] };
  if (hasBorneOff(after.position, player)) return { ok: true, value: endGame(after, borneOffResult(after, player)) };
  const turn = opponent(player);
  return { ok: true, value: { ...after, turn, phase: 'roll', toAct: turn } };
}
