import { useEffect } from 'preact/hooks';
import { showBadge } from '../platform/badge.ts';
import { isViewersTurn } from '../protocol/types.ts';
import type { Client } from '../state/client.ts';

/** Keeps the number of waiting turns on the icon of the installed page. */
export function useBadge({ matches }: Client): void {
  const view = matches.currentSession?.view.value ?? null;
  const turns = view !== null && isViewersTurn(view) ? 1 : 0;
  useEffect(() => showBadge(turns), [turns]);
}
