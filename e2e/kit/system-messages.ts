import type { Page, Worker } from 'playwright-core';

/**
 * Runs in a page or its worker, and notes the messages that the system has taken. Chromium forgets a message if its page asks for the
 * shown ones, by `getNotifications`, before the system has shown it. So a test first waits until the message is noted.
 */
export function noteMessages(): void {
  const messages: string[] = [];
  const { prototype } = ServiceWorkerRegistration;
  const show = prototype.showNotification;
  prototype.showNotification = async function (title, options) {
    await show.call(this, title, options);
    messages.push(`${title}: ${options?.body}`);
  };
  Object.assign(globalThis, { messages });
}

/** All messages that the system has taken since `noteMessages` ran, also those that are no longer shown. */
export function notedMessages(place: Page | Worker): Promise<string[]> {
  return (place as Page).evaluate(() => (globalThis as unknown as { messages: string[] }).messages);
}
