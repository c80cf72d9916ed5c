import { signal } from '@preact/signals';
import type { ConnectionStatus } from 'bg-session';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { settled } from '../../session/test/support/line.ts';
import { registerServiceWorker } from '../src/app/offline-shell.ts';

class Worker extends EventTarget {
  state: ServiceWorkerState = 'installing';

  becomes(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class Registration extends EventTarget {
  installing: Worker | null = null;
  active: Worker | null = null;
  readonly update = vi.fn(async () => undefined);

  finds(): Worker {
    const worker = new Worker();
    this.installing = worker;
    this.dispatchEvent(new Event('updatefound'));
    return worker;
  }
}

/** A page that has registered its service worker. `active` is the worker of an earlier visit. */
async function page({ active = null }: { readonly active?: Worker | null } = {}) {
  const registration = new Registration();
  registration.active = active;
  const serviceWorker = { controller: active, register: async () => registration };
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('document', { readyState: 'complete' });
  const status = signal<ConnectionStatus>('connecting');
  const onNewRelease = vi.fn();
  registerServiceWorker(status, onNewRelease);
  await settled();
  return { registration, serviceWorker, status, onNewRelease };
}

describe('the service worker of the page', () => {
  beforeEach(() => vi.stubEnv('PROD', true));
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  });

  test('SW1 a first visit announces no new version, also if the worker controls the page before it tells that it is installed', async () => {
    const { registration, serviceWorker, onNewRelease } = await page();
    const worker = registration.finds();
    registration.active = worker;
    serviceWorker.controller = worker;
    worker.becomes('installed');
    worker.becomes('activated');
    expect(onNewRelease).not.toHaveBeenCalled();
  });

  test('SW2 a page announces the next release when it is installed', async () => {
    const { registration, onNewRelease } = await page({ active: new Worker() });
    const worker = registration.finds();
    expect(onNewRelease).not.toHaveBeenCalled();
    worker.becomes('installed');
    worker.becomes('activated');
    expect(onNewRelease).toHaveBeenCalledTimes(1);
  });

  test('SW3 a page that was opened on the first visit announces the release after it', async () => {
    const { registration, serviceWorker, onNewRelease } = await page();
    const first = registration.finds();
    first.becomes('installed');
    registration.active = first;
    serviceWorker.controller = first;
    registration.finds().becomes('installed');
    expect(onNewRelease).toHaveBeenCalledTimes(1);
  });

  test('SW4 the page looks for a new release after each reconnection, not at the first connection', async () => {
    const { registration, status } = await page();
    status.value = 'online';
    expect(registration.update).not.toHaveBeenCalled();
    status.value = 'offline';
    status.value = 'online';
    expect(registration.update).toHaveBeenCalledTimes(1);
  });
});
