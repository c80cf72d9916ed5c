import { effect, type ReadonlySignal } from '@preact/signals';
import type { ConnectionStatus } from '../session/types.ts';

/**
 * Keeps the page on this device, so that it opens without a connection. Nothing of it is needed to play: where the browser has no
 * service workers or refuses this one, everything else stays as it is.
 *
 * @param onNewRelease a newer page lies ready for the next time this one is opened
 */
export function keepShell(status: ReadonlySignal<ConnectionStatus>, onNewRelease: () => void): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () =>
    navigator.serviceWorker.register('/sw.js').then(
      // Whatever forbids workers may also answer with nothing.
      (registration?: ServiceWorkerRegistration) => registration && follow(registration, status, onNewRelease),
      () => undefined,
    );
  // What is on the screen comes first.
  if (document.readyState === 'complete') void register();
  else addEventListener('load', () => void register(), { once: true });
}

function follow(
  registration: ServiceWorkerRegistration,
  status: ReadonlySignal<ConnectionStatus>,
  onNewRelease: () => void,
): void {
  registration.addEventListener('updatefound', () => {
    const next = registration.installing;
    next?.addEventListener('statechange', () => {
      if (next.state === 'installed' && navigator.serviceWorker.controller) onNewRelease();
    });
  });
  let connections = 0;
  effect(() => {
    // A server that was away may have come back as a newer one.
    if (status.value === 'online' && ++connections > 1) registration.update().catch(() => undefined);
  });
}
