import { useEffect } from 'preact/hooks';
import type { MatchSession, MatchView, Preferences } from '../session/types.ts';
import type { OwnTurn } from './use-turn.ts';

/** The shown result of a forced roll stays this long before it confirms itself. */
const CONFIRM_MS = 1_000;
const ROLL_MS = 600;

/** What the player chose to have done for him: roll when he cannot double, confirm what leaves no choice. */
export function useAutomatic(session: MatchSession, view: MatchView, own: OwnTurn, preferences: Preferences): void {
  const { actions } = view.options;
  const rolls = preferences.autoRoll && actions.includes('roll') && !actions.includes('double');
  useLater(rolls, ROLL_MS, () => session.decide({ type: 'roll' }));
  const confirms =
    preferences.autoConfirmForced && own.forced && actions.includes('play') && own.view?.complete === true;
  useLater(confirms, CONFIRM_MS, () => session.decide({ type: 'play', hops: own.view?.hops ?? [] }));
}

function useLater(wanted: boolean, delayMs: number, act: () => void): void {
  useEffect(() => {
    if (!wanted) return;
    const timer = setTimeout(act, delayMs);
    return () => clearTimeout(timer);
  }, [wanted]);
}
