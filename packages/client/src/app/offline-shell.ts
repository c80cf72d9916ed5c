import { effect, type ReadonlySignal } from '@preact/signals';
import type { ConnectionStatus } from 'bg-session';

/**
 * Keeps the page on this device, so that it opens offline. Playing does not depend on it: if the browser has no service
 * workers or refuses this one, everything else works.
 *
 * @param onNewRelease called when a newer page is ready for the next visit
 */
export function registerServiceWorker(status: ReadonlySignal<ConnectionStatus>, onNewRelease: () => void): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () =>
    navigator.serviceWorker.register('/sw.js').then(
      // A browser that forbids service workers may also resolve to nothing.
      (registration?: ServiceWorkerRegistration) => registration && follow(registration, status, onNewRelease),
      () => undefined,
    );
  // Registering waits until the page is drawn.
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
    // A first visit has no earlier worker. In WebKit the first worker may control the page before its state is `installed`.
    const hasEarlier = registration.active !== null;
    next?.addEventListener('statechange', () => {
      if (next.state === 'installed' && hasEarlier && navigator.serviceWorker.controller) onNewRelease();
    });
  });
  let connections = 0;
  effect(() => {
    // After an outage the server may run a newer release.
    if (status.value === 'online' && ++connections > 1) registration.update().catch(() => undefined);
  });
}
