import { isViewersTurn } from 'bg-session';
import { useEffect } from 'preact/hooks';
import { showBadge } from '../platform/badge.ts';
import type { Client } from '../state/client.ts';

/** Keeps the number of waiting turns on the icon of the installed page. */
export function useBadge({ matches, turns: waiting }: Client): void {
  const view = matches.currentSession?.view.value ?? null;
  const isLiveTurn = view !== null && isViewersTurn(view);
  const turns = waiting.waiting.length + (isLiveTurn ? 1 : 0);
  useEffect(() => showBadge(turns), [turns]);
}
