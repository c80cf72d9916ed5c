import { useEffect } from 'preact/hooks';
import type { MatchSession, MatchView, Preferences } from '../session/types.ts';
import type { OwnTurn } from './use-turn.ts';

/** The shown result of a forced roll stays this long before it confirms itself. */
const CONFIRM_MS = 1_000;
const ROLL_MS = 600;

/** What is done without another press: for good by the player's wish, or at once for the one turn of a premove. */
export type Automatic = Pick<Preferences, 'autoRoll' | 'autoConfirmForced'> & { readonly premove: boolean };

/** What is decided without another press: a roll when no double is possible, a play that leaves no choice; null for nothing. */
export function automaticAct(
  { options: { actions } }: Pick<MatchView, 'options'>,
  own: Pick<OwnTurn, 'forced' | 'view'>,
  { autoRoll, autoConfirmForced, premove }: Automatic,
): 'roll' | 'play' | null {
  if (actions.includes('roll')) return (autoRoll || premove) && !actions.includes('double') ? 'roll' : null;
  const isMade = own.forced && own.view?.complete === true;
  return (autoConfirmForced || premove) && isMade && actions.includes('play') ? 'play' : null;
}

/** Does what the player chose to have done for him, when there was time to see it. */
export function useAutomatic(session: MatchSession, view: MatchView, own: OwnTurn, automatic: Automatic): void {
  const act = automaticAct(view, own, automatic);
  const wait = (ms: number) => (automatic.premove ? 0 : ms);
  useLater(act === 'roll', wait(ROLL_MS), () => session.decide({ type: 'roll' }));
  useLater(act === 'play', wait(CONFIRM_MS), () => session.decide({ type: 'play', hops: own.view?.hops ?? [] }));
}

function useLater(wanted: boolean, delayMs: number, act: () => void): void {
  useEffect(() => {
    if (!wanted) return;
    const timer = setTimeout(act, delayMs);
    return () => clearTimeout(timer);
  }, [wanted, delayMs]);
}
