import type { Player } from 'bg-rules';
import { OFF } from 'bg-rules';
import { useEffect, useRef, useState } from 'preact/hooks';
import { forcedPlay, greedyPlay, isShutOut } from '../../board/turn.ts';
import type { Step } from '../../play/history.ts';
import type { AutomaticAction, PreferenceStore, Preferences } from '../../state/preferences.ts';

/** An automatic action that the page offers after the player has done it by hand. */
export interface Offer {
  readonly action: AutomaticAction;
  /** Takes the action from now on. */
  accept(): void;
  dismiss(): void;
}

type Chosen = Pick<Preferences, AutomaticAction | 'offered'>;

/** Returns the automatic action that would have saved the player this play. Null if there is none, or if it is on or was offered before. */
export function occasionOf({ type, before, player, dice, hops }: Step, chosen: Chosen): AutomaticAction | null {
  if (type !== 'play' || !dice) return null;
  const isForced = forcedPlay(before, player, dice) !== null;
  const bearsOff = () =>
    hops.length > 0 && hops.every(([, to]) => to === OFF) && greedyPlay(before, player, dice) !== null;
  const occasions: readonly (readonly [AutomaticAction, boolean])[] = [
    ['rollShutOut', isShutOut(before, player)],
    ['autoConfirmForced', isForced],
    ['greedyBearOff', !isForced && bearsOff()],
  ];
  const found = occasions.find(([name, isNow]) => isNow && !chosen[name] && !chosen.offered.includes(name));
  return found?.[0] ?? null;
}

/**
 * Offers each automatic action once on this device: after the first play that it would have made, until the player’s next play. Offers
 * nothing for plays from before the page opened, and nothing to watchers.
 */
export function useOffer(steps: readonly Step[], seat: Player | null, preferences: PreferenceStore): Offer | null {
  const own = seat === null ? undefined : steps.findLast(({ type, player }) => type === 'play' && player === seat);
  const seen = useRef(own?.n ?? -1);
  const [shown, setShown] = useState<{ readonly n: number; readonly action: AutomaticAction } | null>(null);
  useEffect(() => {
    if (!own || own.n <= seen.current) return;
    seen.current = own.n;
    const { current } = preferences;
    const action = occasionOf(own, current.value);
    setShown(action && { n: own.n, action });
    if (action) preferences.set({ offered: [...current.value.offered, action] });
  }, [own?.n]);
  if (!shown || shown.n !== own?.n) return null;
  const dismiss = () => setShown(null);
  const accept = () => {
    preferences.set({ [shown.action]: true });
    dismiss();
  };
  return { action: shown.action, accept, dismiss };
}
