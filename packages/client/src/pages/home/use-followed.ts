import type { LiveView } from '@anchor/wire';
import { useState } from 'preact/hooks';
import { useHidden } from '../../ui/use-hidden.ts';

/** A server allows a page to watch eight matches. Half of that is enough for the lobby. */
const MOST = 4;

/** Returns the live matches that the page follows: the first few visible ones, and none while the page is hidden. */
export function useFollowed(live: readonly LiveView[]) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const hidden = useHidden();
  const onSeen = (match: string, isSeen: boolean) =>
    setSeen((before) => {
      const after = new Set(before);
      if (isSeen) after.add(match);
      else after.delete(match);
      return after;
    });
  const inSight = hidden ? [] : live.filter(({ match }) => seen.has(match));
  return { followed: new Set(inSight.slice(0, MOST).map(({ match }) => match)), onSeen };
}
