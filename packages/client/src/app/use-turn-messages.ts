import { useEffect } from 'preact/hooks';
import type { MatchView } from '../session/types.ts';
import { texts } from '../strings/main.ts';
import { isolated } from '../ui/name-text.ts';
import type { Client } from './compose.ts';
import { useHidden } from './use-hidden.ts';

/** Tells who looks elsewhere that it is his turn: only where he asked for it, and gone as soon as he looks. */
export function useTurnMessages({ matches, preferences }: Client): void {
  const hidden = useHidden();
  const view = matches.currentSession?.view.value ?? null;
  const wanted = preferences.current.value.notifications && hidden && view !== null && isDue(view);
  useEffect(() => {
    if (!wanted || !view) return;
    const shown = showTurn(view);
    return () => void shown.then((close) => close());
  }, [wanted]);
}

/** Whether the match waits for a decision of the viewer. */
export function isDue({ seat, match, outcome, halted }: MatchView): boolean {
  return seat !== null && match.toAct === seat && !outcome && !halted;
}

/** Shows the message; the answer takes it back. Where the browser refuses, the title of the page still tells. */
async function showTurn({ id, header, seat }: MatchView): Promise<() => void> {
  const { name, pub } = header.players[seat === 0 ? 1 : 0];
  const body = texts.match.turnMessage(isolated(name, pub));
  const options = { body, tag: `turn-${id}`, icon: '/icon-192.png', data: `/match/${id}` };
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (!worker?.active) return showFromPage(options);
    await worker.showNotification(texts.match.turnMessageTitle, options);
    return async () => {
      for (const message of await worker.getNotifications({ tag: options.tag })) message.close();
    };
  } catch {
    return () => undefined;
  }
}

function showFromPage(options: NotificationOptions): () => void {
  const message = new Notification(texts.match.turnMessageTitle, options);
  message.onclick = () => {
    window.focus();
    message.close();
  };
  return () => message.close();
}
