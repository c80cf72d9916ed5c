// Steps through a match for tests. Every step must be accepted.
import { applyAction, startMatch } from '../src/match.ts';
import type { Action, ActionType, MatchState } from '../src/match-types.ts';
import type { Hop, Player, Position, Rules } from '../src/types.ts';

const RULES: Rules = { cube: true, crawford: true, jacoby: false, beavers: false };

export function newMatch(length: number, rules: Partial<Rules> = {}): MatchState {
  return startMatch({ length, rules: { ...RULES, crawford: length > 0, ...rules } });
}

export function act(state: MatchState, ...actions: Action[]): MatchState {
  return actions.reduce((before, action) => {
    const next = applyAction(before, action);
    if (!next.ok) throw new Error(`${JSON.stringify(action)} refused: ${next.code}`);
    return next.value;
  }, state);
}

/** Player 0 has won the opening with 3-1 and must play it. */
export function opened(state: MatchState): MatchState {
  return act(state, { type: 'roll', player: 0 }, { type: 'dice', dice: [3, 1] });
}

/** After player 0's first play: player 1 may roll or double. */
export function before1Rolls(state: MatchState): MatchState {
  const hops = [
    [8, 5],
    [6, 5],
  ] as const;
  return act(opened(state), { type: 'play', player: 0, hops });
}

/** Player 1 has doubled, and player 0 must answer. */
export function doubledBy1(state: MatchState): MatchState {
  return act(before1Rolls(state), { type: 'double', player: 1 });
}

/** Player 0 has beavered, and player 1 must answer. */
export function beaveredBy0(state: MatchState): MatchState {
  return act(doubledBy1(state), { type: 'beaver', player: 0 });
}

/** Returns a position from each player's checkers by place. Checkers missing from fifteen are off. */
export function positionOf(places0: Record<number, number>, places1: Record<number, number>): Position {
  const points = Array.from({ length: 24 }, (_, index) => (places0[index + 1] ?? 0) - (places1[24 - index] ?? 0));
  const on = (places: Record<number, number>) => Object.values(places).reduce((sum, n) => sum + n, 0);
  return { points, bar: [places0[25] ?? 0, places1[25] ?? 0], off: [15 - on(places0), 15 - on(places1)] };
}

/** Player 1 is about to bear off the last checker. Player 0's checkers are given. */
export function lastChecker(state: MatchState, places0: Record<number, number>): MatchState {
  return { ...before1Rolls(state), position: positionOf(places0, { 1: 1 }) };
}

/** Player 1 rolls 2-1 and bears off. */
export const BEAR_OFF: Action[] = [
  { type: 'roll', player: 1 },
  { type: 'dice', dice: [2, 1] },
  { type: 'play', player: 1, hops: [[1, 0]] },
];

export function by(type: Exclude<ActionType, 'dice' | 'play' | 'resign' | 'forfeit'>, player: Player): Action {
  return { type, player };
}

export function dice(first: number, second: number): Action {
  return { type: 'dice', dice: [first, second] };
}

export function play(player: Player, ...hops: Hop[]): Action {
  return { type: 'play', player, hops };
}

export function resign(player: Player, points: number): Action {
  return { type: 'resign', player, points };
}
export function withCube(state: MatchState, value: number, owner: Player | null): MatchState {
  return { ...state, cube: { value, owner } };
}

/** Returns the state after the current game, not yet opened, is won by one point. */
export function wonBy(winner: Player, state: MatchState): MatchState {
  const given = winner === 1 ? opened(state) : before1Rolls(state);
  return act(given, resign(winner === 1 ? 0 : 1, 1), by('accept', winner));
}
