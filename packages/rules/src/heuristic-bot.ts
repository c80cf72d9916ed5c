import { shouldAccept, shouldDouble, shouldTake } from './cube-policy.ts';
import { requireState } from './game.ts';
import { rankPlays } from './heuristic.ts';
import type { Action, MatchState } from './match-types.ts';
import type { Dice, Player } from './types.ts';

/**
 * Returns the heuristic's action for the player to act: it rolls or doubles, makes the play ranked first,
 * takes or passes, accepts or declines. It never beavers or resigns. Returns null if no player must act.
 */
export function heuristicAction(state: MatchState): Action | null {
  requireState(state);
  const { phase, toAct: player, dice } = state;
  if (player === null) return null;
  switch (phase) {
    case 'roll':
      return { type: shouldDouble(state, player) ? 'double' : 'roll', player };
    case 'play':
      return dice && { type: 'play', player, hops: bestHops(state, player, dice) };
    case 'double':
    case 'beaver':
      return { type: shouldTake(state, player) ? 'take' : 'pass', player };
    case 'resign':
      return { type: shouldAccept(state, player) ? 'accept' : 'decline', player };
    default:
      return null;
  }
}

function bestHops({ position }: MatchState, player: Player, dice: Dice) {
  return rankPlays(position, player, dice)[0]?.hops ?? [];
}
