import type { Ledger, Seat, SignedEvent } from 'bg-record';
import { type Action, heuristicAction } from 'bg-rules';

export type PlayersAction = Exclude<Action, { type: 'dice' | 'forfeit' }>;

/** The event expected of the seat: commits and reveals, else the choice of the heuristic without the cube. */
export function usualMove(seat: Seat, ledger: Ledger, action?: PlayersAction): Promise<SignedEvent> {
  const { types } = ledger.expects;
  if (types.includes('commit')) return seat.commit(ledger);
  if (types.includes('reveal')) return seat.reveal(ledger);
  return seat.sign(ledger, action ?? usualAction(ledger));
}

function usualAction(ledger: Ledger): PlayersAction {
  const action = heuristicAction(ledger.state.match);
  if (!action || action.type === 'dice' || action.type === 'forfeit') throw new Error('nothing to do');
  return action.type === 'double' ? { type: 'roll', player: action.player } : action;
}
