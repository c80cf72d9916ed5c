import { useEffect } from 'preact/hooks';
import { isViewersTurn, type MatchView } from '../protocol/types.ts';
import type { Client } from '../state/client.ts';
import { texts } from '../strings/main.ts';
import { isolated } from '../strings/name-text.ts';
import { useHidden } from '../ui/use-hidden.ts';

/**
 * Resolves when the last notification is shown or closed. Closing one would also close the next one of the same match.
 */
let settled: Promise<unknown> = Promise.resolve();

/**
 * Notifies a player whose page is hidden that it is their turn. It does so only if the player has enabled it, and the
 * notification disappears when the page becomes visible.
 */
export function useTurnMessages({ matches, preferences }: Client): void {
  const hidden = useHidden();
  const view = matches.currentSession?.view.value ?? null;
  const wanted = preferences.current.value.notifications && hidden && view !== null && isViewersTurn(view);
  useEffect(() => {
    if (!wanted || !view) return;
    const shown = settled.then(() => showTurn(view));
    settled = shown;
    return () => {
      settled = shown.then((close) => close());
    };
  }, [wanted]);
}

/** Shows the notification. The returned function closes it. If the browser refuses, the page title still tells. */
async function showTurn({ id, header, seat }: MatchView): Promise<() => Promise<void>> {
  const { name, pub } = header.players[seat === 0 ? 1 : 0];
  const body = texts.match.turnMessage(isolated(name, pub));
  const options = { body, tag: `turn-${id}`, icon: '/icon-192.png', data: `/match/${id}` };
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  try {
    if (!worker?.active) return showFromPage(options);
    await worker.showNotification(texts.match.turnMessageTitle, options);
  } catch {
    return async () => undefined;
  }
  return () => takeBack(worker, options.tag);
}

async function takeBack(worker: ServiceWorkerRegistration, tag: string): Promise<void> {
  const messages = await worker.getNotifications({ tag }).catch(() => []);
  for (const message of messages) message.close();
}

function showFromPage(options: NotificationOptions): () => Promise<void> {
  const message = new Notification(texts.match.turnMessageTitle, options);
  message.onclick = () => {
    window.focus();
    message.close();
  };
  return async () => message.close();
}
