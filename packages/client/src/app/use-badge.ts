import { useEffect } from 'preact/hooks';
import { showBadge } from '../platform/badge.ts';
import type { Client } from '../state/client.ts';
import { waitingMatches } from './own-turns.tsx';

/** Keeps the number of matches that wait for the player on the icon of the installed page. */
export function useBadge(client: Client): void {
  const waiting = waitingMatches(client).length;
  useEffect(() => showBadge(waiting), [waiting]);
}
