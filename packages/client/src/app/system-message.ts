import { useEffect } from 'preact/hooks';

interface SystemMessage {
  readonly title: string;
  readonly body: string;
  /** A message replaces the one with the same tag. */
  readonly tag: string;
  /** The page that a press on the message opens. */
  readonly path: string;
}

/**
 * Resolves when the last notification is shown or closed. Closing one would also close the next one of the same match.
 */
let settled: Promise<unknown> = Promise.resolve();

/** Shows a system notification while it is wanted. */
export function useSystemMessage(isWanted: boolean, message: () => SystemMessage): void {
  useEffect(() => {
    if (!isWanted) return;
    const shown = settled.then(() => show(message()));
    settled = shown;
    return () => {
      settled = shown.then((close) => close());
    };
  }, [isWanted]);
}

/** Shows the notification. The returned function closes it. If the browser refuses, the page title still tells. */
async function show({ title, body, tag, path }: SystemMessage): Promise<() => Promise<void>> {
  const options = { body, tag, icon: '/icon-192.png', data: path };
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  try {
    if (!worker?.active) return showFromPage(title, options);
    await worker.showNotification(title, options);
  } catch {
    return async () => undefined;
  }
  return () => takeBack(worker, tag);
}

async function takeBack(worker: ServiceWorkerRegistration, tag: string): Promise<void> {
  const messages = await worker.getNotifications({ tag }).catch(() => []);
  for (const message of messages) message.close();
}

function showFromPage(title: string, options: NotificationOptions): () => Promise<void> {
  const message = new Notification(title, options);
  message.onclick = () => {
    window.focus();
    message.close();
  };
  return async () => message.close();
}
