import { useEffect, useState } from 'preact/hooks';
import type { Outlook } from '../../engine/outlook.ts';
import { maySeeChance } from '../../engine/permission.ts';
import type { MatchView } from '../../protocol/types.ts';
import { useEngine } from './use-engine.ts';

/**
 * Returns the engine's latest win chance for a watcher. Returns null for a player, after the match, and without the
 * engine.
 */
export function useChance({ header, events, seat, outcome, halted }: MatchView): Outlook | null {
  const engine = useEngine();
  const [outlook, setOutlook] = useState<Outlook | null>(null);
  const isShown = maySeeChance(seat) && !outcome && !halted;
  useEffect(() => {
    if (!isShown) return setOutlook(null);
    let isNewest = true;
    void engine
      .ask<'chance'>({ kind: 'chance', transcript: { header, events: [...events] }, seat })
      .then((told) => isNewest && told.ok && told.value && setOutlook(told.value));
    return () => {
      isNewest = false;
    };
  }, [isShown, events]);
  return outlook;
}
