import type { MatchSession, MatchView } from 'bg-session';
import { useEffect } from 'preact/hooks';
import { isShutOut } from '../../board/turn.ts';
import type { OwnTurn } from '../../play/use-turn.ts';
import type { Preferences } from '../../state/preferences.ts';

/** A forced play is shown this long before it is confirmed automatically. */
const CONFIRM_MS = 1_000;
const ROLL_MS = 600;

/** The actions that need no click: always, by preference, or for one turn, by a premove. */
export type Automatic = Pick<Preferences, 'autoRoll' | 'autoConfirmForced' | 'rollShutOut'> & {
  readonly premove: boolean;
};

/**
 * Returns the action to take automatically: a roll if no double is possible, or the only play. While the player is shut out, also a roll
 * without a possible double, if the player prefers that. Returns null for none.
 */
export function automaticAct(
  { options: { actions }, match, seat }: Pick<MatchView, 'options' | 'match' | 'seat'>,
  own: Pick<OwnTurn, 'forced' | 'view'>,
  { autoRoll, autoConfirmForced, rollShutOut, premove }: Automatic,
): 'roll' | 'play' | null {
  const isIdle = rollShutOut && seat !== null && isShutOut(match.position, seat);
  if (actions.includes('roll')) return isIdle || ((autoRoll || premove) && !actions.includes('double')) ? 'roll' : null;
  const isMade = own.forced && own.view?.complete === true;
  return (autoConfirmForced || premove || isIdle) && isMade && actions.includes('play') ? 'play' : null;
}

/** Takes the automatic actions that the player chose, after a delay in which they can be seen. */
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
