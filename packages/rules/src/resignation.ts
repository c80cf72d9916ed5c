import { endGame, jacobyHolds } from './game.ts';
import type { MatchCode } from './match-code.ts';
import type { MatchState } from './match-types.ts';
import { opponent, type Player } from './types.ts';

/** Returns the reason why the player to act may not resign this many points, or null. */
export function resignFault(state: MatchState, points: number): MatchCode | null {
  const { phase, toAct, turn } = state;
  if (toAct === null || phase === 'resign') return 'wrong-phase';
  if (turn === null) return 'opening-roll';
  if (points !== 1 && points !== 2 && points !== 3) return 'bad-points';
  if (points > 1 && jacobyHolds(state)) return 'jacoby-single';
  return points > state.declined[toAct] ? null : 'not-more-than-declined';
}

/** Returns the resignations that the player to act may offer. */
export function resignations(state: MatchState): number[] {
  return [1, 2, 3].filter((points) => resignFault(state, points) === null);
}

/** Returns the state with a resignation that the opponent must answer. */
export function resign(state: MatchState, by: Player, points: number): MatchState {
  return { ...state, phase: 'resign', toAct: opponent(by), resignation: { by, points, from: state.phase } };
}

/** Ends the game for the offered points times the current cube value. An unanswered double does not count. */
export function acceptResignation(state: MatchState, player: Player): MatchState {
  const points = (state.resignation?.points ?? 0) * state.cube.value;
  return endGame(state, { winner: player, points, kind: 'resign' });
}

/** Returns to the state before the offer. Until the next play only a larger resignation may be offered. */
export function declineResignation(state: MatchState): MatchState {
  if (state.resignation === null) return state;
  const { by, points, from } = state.resignation;
  const declined: [number, number] = [...state.declined];
  declined[by] = points;
  return { ...state, phase: from, toAct: by, resignation: null, declined };
}
