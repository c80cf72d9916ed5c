import { isViewersTurn } from '../protocol/types.ts';
import type { Client } from '../state/client.ts';
import { texts } from '../strings/main.ts';
import { isolated } from '../strings/name-text.ts';
import { useHidden } from '../ui/use-hidden.ts';
import { useSystemMessage } from './system-message.ts';

/**
 * Notifies a player whose page is hidden that it is their turn. It does so only if the player has enabled it, and the
 * notification disappears when the page becomes visible.
 */
export function useTurnMessages({ matches, preferences }: Client): void {
  const hidden = useHidden();
  const view = matches.currentSession?.view.value ?? null;
  const isTurn = view !== null && isViewersTurn(view);
  useSystemMessage(preferences.current.value.notifications && hidden && isTurn, () => {
    const opponent = view?.header.players[view.seat === 0 ? 1 : 0];
    const body = texts.match.turnMessage(opponent ? isolated(opponent.name, opponent.pub) : '');
    return { title: texts.match.turnMessageTitle, body, tag: `turn-${view?.id}`, path: `/match/${view?.id}` };
  });
}
