import type { LiveView } from '@anchor/wire';
import { useState } from 'preact/hooks';
import { useHidden } from '../app/use-hidden.ts';

/** A server lets a page watch eight matches; half of that is plenty for looking around. */
const MOST = 4;

/** Which live matches the page follows: the first few of those in sight, none while nobody looks. */
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
