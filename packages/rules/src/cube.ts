import type { MatchCode } from './match-code.ts';
import type { MatchState } from './match-types.ts';
import { type Cube, opponent, type Player } from './types.ts';

/** The highest allowed value of the cube. */
export const MAX_CUBE = 4096;

/** The cube at the start of a game: 1, centred. */
export const CENTRED_CUBE: Cube = { value: 1, owner: null };

/** Returns the reason why the player on roll may not double, or null. Turning a dead cube is allowed. */
export function doubleFault(state: MatchState): MatchCode | null {
  const { cube, turn } = state;
  if (!state.rules.cube) return 'cube-off';
  if (state.length === 1) return 'one-point-match';
  if (turn === null) return 'opening-roll';
  if (state.crawford) return 'crawford-game';
  if (cube.owner !== null && cube.owner !== turn) return 'no-cube-access';
  return cube.value * 2 > MAX_CUBE ? 'cube-limit' : null;
}

/**
 * Returns the reason why the doubled player may not beaver, or null. Only money games with beavers allow it,
 * and the take of the beaver, which quadruples the cube, must stay within the limit.
 */
export function beaverFault(state: MatchState): MatchCode | null {
  if (state.length !== 0 || !state.rules.beavers) return 'beavers-off';
  return state.cube.value * 4 > MAX_CUBE ? 'cube-limit' : null;
}

/** Returns the state with an open double. The cube value changes when the double is answered. */
export function offerDouble(state: MatchState, doubler: Player): MatchState {
  return { ...state, phase: 'double', toAct: opponent(doubler), doubler };
}

/** Returns the state after a beaver: the doubled player redoubles and owns the cube, and the doubler must answer. */
export function beaver(state: MatchState, player: Player): MatchState {
  const cube = { value: state.cube.value * 2, owner: player };
  return { ...state, cube, phase: 'beaver', toAct: opponent(player) };
}

/**
 * Returns the state after a take. The cube doubles. The taker of a double owns it; after a beaver the
 * beaverer keeps it. The doubler rolls.
 */
export function takeDouble(state: MatchState, player: Player): MatchState {
  const owner = state.phase === 'beaver' ? state.cube.owner : player;
  const cube = { value: state.cube.value * 2, owner };
  return { ...state, cube, phase: 'roll', toAct: state.turn, doubler: null };
}
