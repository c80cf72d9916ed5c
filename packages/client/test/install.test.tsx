// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../session/test/support/memory.ts';
import { InstallCard } from '../src/pages/home/install-card.tsx';
import { InstallOffer } from '../src/state/install-offer.ts';
import { keepInstallPrompt } from '../src/state/install-prompt.ts';

const NAME = 'anchor.install';

describe('the offer to install the page', () => {
  test('IC1 is due after the second finished match, and the same match counts once', () => {
    const offer = new InstallOffer(memoryStorage());
    expect(offer.isDue).toBe(false);
    for (const match of ['a', 'a']) offer.finished(match);
    expect(offer.isDue).toBe(false);
    offer.finished('b');
    expect(offer.isDue).toBe(true);
  });

  test('IC2 is made on the next visit too, and never again once it is answered', () => {
    const storage = memoryStorage();
    for (const match of ['a', 'b']) new InstallOffer(storage).finished(match);
    expect(new InstallOffer(storage).isDue).toBe(true);
    new InstallOffer(storage).answer();
    for (const match of ['c', 'd', 'e']) new InstallOffer(storage).finished(match);
    expect(new InstallOffer(storage).isDue).toBe(false);
  });

  test('IC3 keeps two ids at most, and takes what it cannot read for nothing', () => {
    const storage = memoryStorage();
    const offer = new InstallOffer(storage);
    for (let match = 0; match < 50; match++) offer.finished(`match-${match}`);
    expect(storage.read(NAME)?.length).toBeLessThan(100);
    for (const text of ['', '{', '7', '{"finished":3,"isAnswered":false}']) {
      storage.write(NAME, text);
      expect(offer.isDue).toBe(false);
    }
  });

  test('IC4 is never made where the browser stores nothing', () => {
    const offer = new InstallOffer({ read: () => null, write: () => false });
    for (const match of ['a', 'b', 'c']) offer.finished(match);
    expect(offer.isDue).toBe(false);
  });
});

describe('the card that makes the offer', () => {
  const app = document.body.appendChild(document.createElement('div'));
  const asked = vi.fn(async () => undefined);
  beforeAll(keepInstallPrompt);
  beforeEach(() => void asked.mockClear());
  afterEach(() => {
    act(() => render(null, app));
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'standalone');
    dispatchEvent(new Event('appinstalled'));
  });

  /** Shows the card to a player with two finished matches. */
  function show({ current = null as string | null } = {}) {
    const storage = memoryStorage();
    for (const match of ['a', 'b']) new InstallOffer(storage).finished(match);
    const preferences = { current: signal({ push: [] as string[] }), set: vi.fn() };
    const connection = { mayAsk: true, request: vi.fn() };
    const client = { storage, preferences, connection, matches: { current } } as never;
    act(() => render(<InstallCard client={client} />, app));
    return { storage };
  }

  /** Chromium says that it can install the page. */
  function offer() {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: asked });
    act(() => void dispatchEvent(event));
    return event;
  }

  const buttons = () => [...app.querySelectorAll('button')].map((one) => one.textContent?.trim());
  const press = (text: string) =>
    act(async () => [...app.querySelectorAll('button')].find((one) => one.textContent?.trim() === text)!.click());

  test('IC5 shows nothing where the browser has nothing to offer', () => {
    show();
    expect(app.textContent).toBe('');
  });

  test('IC6 installs by the offer of the browser, which is used once, and does not come again', async () => {
    const { storage } = show();
    expect(offer().defaultPrevented).toBe(true);
    expect(buttons()).toEqual(['Install', 'No, thanks']);
    await press('Install');
    expect(asked).toHaveBeenCalledOnce();
    expect(app.textContent).toBe('');
    expect(new InstallOffer(storage).isDue).toBe(false);
  });

  test('IC7 one press ends it for good', async () => {
    const { storage } = show();
    offer();
    await press('No, thanks');
    expect(app.textContent).toBe('');
    expect(asked).not.toHaveBeenCalled();
    expect(new InstallOffer(storage).isDue).toBe(false);
  });

  test('IC8 says on iOS how it is done, and nothing in the installed app', () => {
    Object.assign(navigator, { standalone: false });
    show();
    expect(app.textContent).toContain('Add to Home Screen');
    act(() => render(null, app));
    Object.assign(navigator, { standalone: true });
    show();
    expect(app.textContent).toBe('');
  });

  test('IC10 asks for the permission only when its button is pressed, and a refusal is not asked again', async () => {
    const requestPermission = vi.fn(async () => 'denied');
    vi.stubGlobal('Notification', { permission: 'default', requestPermission });
    vi.stubGlobal('PushManager', class {});
    Object.assign(navigator, { serviceWorker: {} });
    const { storage } = show();
    expect(buttons()).toEqual(['Allow notifications', 'No, thanks']);
    expect(requestPermission).not.toHaveBeenCalled();
    await press('Allow notifications');
    expect(requestPermission).toHaveBeenCalledOnce();
    expect(new InstallOffer(storage).isDue).toBe(false);
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });

  test('IC9 waits while the player has a live match', () => {
    offer();
    show({ current: 'a match' });
    expect(app.textContent).toBe('');
    show();
    expect(buttons()).toContain('Install');
  });
});
