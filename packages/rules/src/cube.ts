import type { MatchCode } from './match-code.ts';
import type { MatchState } from './match-types.ts';
import { type Cube, opponent, type Player } from './types.ts';

/** The highest value that the cube may reach. */
export const MAX_CUBE = 4096;

/** The cube at the start of a game: 1, in the middle. */
export const CENTRED_CUBE: Cube = { value: 1, owner: null };

/** Why the player before his roll may not double, null if he may. A cube that can win nothing more may be turned. */
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
 * Why the doubled player may not beaver, null if he may: money games with beavers only, and the doubler's answer, which
 * makes the cube four times what it was, must stay within the limit.
 */
export function beaverFault(state: MatchState): MatchCode | null {
  if (state.length !== 0 || !state.rules.beavers) return 'beavers-off';
  return state.cube.value * 4 > MAX_CUBE ? 'cube-limit' : null;
}

/** The open double waits for the opponent; the cube itself turns when it is answered. */
export function offerDouble(state: MatchState, doubler: Player): MatchState {
  return { ...state, phase: 'double', toAct: opponent(doubler), doubler };
}

/** The doubled player answers by doubling at once: he owns the cube, the doubler answers. */
export function beaver(state: MatchState, player: Player): MatchState {
  const cube = { value: state.cube.value * 2, owner: player };
  return { ...state, cube, phase: 'beaver', toAct: opponent(player) };
}

/** The cube doubles. The taker of a double owns it, that of a beaver leaves it to the beaverer; the doubler goes on. */
export function takeDouble(state: MatchState, player: Player): MatchState {
  const owner = state.phase === 'beaver' ? state.cube.owner : player;
  const cube = { value: state.cube.value * 2, owner };
  return { ...state, cube, phase: 'roll', toAct: state.turn, doubler: null };
}
