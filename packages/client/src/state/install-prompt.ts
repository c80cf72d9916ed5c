import { type ReadonlySignal, signal } from '@preact/signals';

/** The event by which Chromium says that it can install the page. Not all browsers send it. */
interface InstallEvent extends Event {
  /** Asks the user. May be called once, in the handler of a click. */
  prompt(): Promise<unknown>;
}

const event = signal<InstallEvent | null>(null);

/** The browser's offer to install the page. Null if it has made none, or the page has used it. */
export const installEvent: ReadonlySignal<Event | null> = event;

/** Has the browser ask the user whether to install the page. Must be called in the handler of a click. */
export async function askToInstall(): Promise<void> {
  const offered = event.peek();
  event.value = null;
  await offered?.prompt();
}

/** Keeps the browser's offer until the page makes it: the browser sends it once, soon after the page was loaded. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (offered) => {
    offered.preventDefault();
    event.value = offered as InstallEvent;
  });
  addEventListener('appinstalled', () => {
    event.value = null;
  });
}
