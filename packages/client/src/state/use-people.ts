import type { Connection } from 'bg-session';
import { useEffect, useRef } from 'preact/hooks';
import type { KnownPeople, People } from './people.ts';

/** How often a visible part of the page asks again who is here. */
const AGAIN_MS = 30_000;

interface PeopleParts {
  readonly people: People;
  readonly connection: Connection;
}

/** The players whom the reader knows, as long as a part of the page shows them. Null before they are known. */
export function usePeople({ people, connection }: PeopleParts, isAskedAgain = false): KnownPeople | null {
  const pub = connection.me.value?.pub ?? null;
  const isOnline = connection.status.value === 'online';
  const known = people.known.value;
  useEffect(() => {
    if (pub !== null && isOnline && known === null) void people.load();
  }, [pub, isOnline, known === null]);
  useEffect(() => {
    if (!isAskedAgain || pub === null || !isOnline) return;
    const again = setInterval(() => {
      if (!document.hidden) void people.load();
    }, AGAIN_MS);
    return () => clearInterval(again);
  }, [isAskedAgain, pub, isOnline]);
  return known;
}

/**
 * Tells if a known player is connected, by lists that are asked for at once and again at intervals.
 *
 * @param before what is known without them. They name only players whom the reader follows, and the last opponents.
 */
export function useIsHere(parts: PeopleParts, pub: string, before: boolean): boolean {
  const old = useRef(parts.people.known.peek());
  const known = usePeople(parts, true);
  useEffect(() => {
    if (old.current !== null) void parts.people.load();
  }, []);
  const isListed = known?.follows.concat(known.recent).some((person) => person.pub === pub);
  return known !== null && known !== old.current && isListed ? known.here.includes(pub) : before;
}
