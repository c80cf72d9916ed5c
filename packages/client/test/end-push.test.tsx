// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../session/test/support/memory.ts';
import { renewPushMessages } from '../src/app/renew-push.ts';
import { DeleteAccount } from '../src/pages/account/delete-account.tsx';
import { SignOut } from '../src/pages/account/sign-out.tsx';
import { StoredPreferences } from '../src/state/preferences.ts';

const ENDPOINT = 'https://push.example.org/1';
const removal = { type: 'push-unsubscribe', endpoint: ENDPOINT };
const noServer = async () => ({ ok: false, code: 'offline' });

describe('push messages of a key that leaves this browser', () => {
  const app = document.body.appendChild(document.createElement('div'));
  const reload = vi.fn();
  let steps: string[];
  let isSubscribed: boolean;

  beforeEach(() => {
    steps = [];
    isSubscribed = true;
    vi.spyOn(location, 'reload').mockImplementation(reload);
    vi.stubGlobal('Notification', { permission: 'granted' });
    vi.stubGlobal('PushManager', class {});
    const unsubscribe = async () => {
      isSubscribed = false;
      return true;
    };
    const pushManager = { getSubscription: async () => (isSubscribed ? { endpoint: ENDPOINT, unsubscribe } : null) };
    const serviceWorker = { ready: Promise.resolve({ pushManager }), getRegistration: async () => ({ pushManager }) };
    Object.assign(navigator, { serviceWorker });
  });
  afterEach(() => {
    act(() => render(null, app));
    reload.mockReset();
    Reflect.deleteProperty(navigator, 'serviceWorker');
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  /** A player with an account who wants messages. */
  function player({ request = async (_message: object): Promise<object> => ({ ok: true, value: {} }) } = {}) {
    const storage = memoryStorage();
    const preferences = new StoredPreferences(storage);
    preferences.set({ push: ['turn', 'challenge'] });
    const asked = vi.fn(async (message: object) => {
      steps.push('request');
      return request(message);
    });
    const deleteAccount = vi.fn(async (): Promise<object> => ({ ok: true, value: { type: 'deleted' } }));
    const me = signal({ pub: 'ab'.repeat(32) });
    const connection = { me, request: asked, deleteAccount, takeOver: () => void steps.push('takeOver') };
    const keys = { name: 'Ann' as string | null, forget: vi.fn(async () => void steps.push('forget')) };
    const client = { connection, preferences, keys };
    return { client: client as never, storage, preferences, connection, asked, keys };
  }

  const press = (text: string) =>
    act(async () => {
      [...app.querySelectorAll('button')].find((one) => one.textContent?.trim() === text)?.click();
    });

  async function signOut(client: never): Promise<void> {
    act(() => render(<SignOut client={client} />, app));
    await press('Sign out…');
    await press('Sign out here');
  }

  async function deleteAccount(client: never): Promise<void> {
    act(() => render(<DeleteAccount client={client} />, app));
    await press('Delete my account…');
    const field = app.querySelector('input');
    if (!field) throw new Error('the dialog has no field');
    await act(async () => {
      field.value = 'delete my account';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await press('Delete for good');
  }

  /** Opens the page again in the same browser. Returns what it asks of the server. */
  async function nextVisit(of: ReturnType<typeof player>): Promise<unknown[][]> {
    of.asked.mockClear();
    const preferences = new StoredPreferences(of.storage);
    renewPushMessages({ connection: of.connection, preferences } as never);
    await import('../src/state/push-messages.ts');
    await vi.dynamicImportSettled();
    return of.asked.mock.calls;
  }

  test('PU29 signing out ends them with the server while the key is there, in the browser, and for later visits', async () => {
    const ann = player();
    await signOut(ann.client);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(ann.asked).toHaveBeenCalledWith(removal);
    expect(steps).toEqual(['request', 'forget']);
    expect(isSubscribed).toBe(false);
    expect(ann.preferences.current.value.push).toEqual([]);
    expect(await nextVisit(ann)).toEqual([]);
  });

  test('PU30 signing out without the server succeeds, and ends the subscription in the browser', async () => {
    const broken = async (): Promise<object> => Promise.reject(new TypeError('no network'));
    for (const request of [noServer, broken]) {
      isSubscribed = true;
      const ann = player({ request });
      await signOut(ann.client);
      await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
      expect(ann.keys.forget).toHaveBeenCalledOnce();
      expect(isSubscribed).toBe(false);
      expect(await nextVisit(ann)).toEqual([]);
      act(() => render(null, app));
      reload.mockReset();
    }
  });

  test('PU31 deleting the account ends them, so that the next visit does not subscribe again', async () => {
    const ann = player();
    await deleteAccount(ann.client);
    await vi.waitFor(() => expect(steps).toContain('takeOver'));
    expect(ann.asked).toHaveBeenCalledWith(removal);
    expect(steps).toEqual(['request', 'takeOver']);
    expect(isSubscribed).toBe(false);
    expect(ann.preferences.current.value.push).toEqual([]);
    expect(await nextVisit(ann)).toEqual([]);
  });

  test('PU32 an account that could not be deleted keeps its messages', async () => {
    const ann = player();
    ann.connection.deleteAccount.mockImplementation(noServer);
    await deleteAccount(ann.client);
    await vi.waitFor(() => expect(app.querySelector('dialog')?.textContent).not.toBe(''));
    expect(ann.asked).not.toHaveBeenCalled();
    expect(isSubscribed).toBe(true);
    expect(ann.preferences.current.value.push).toEqual(['turn', 'challenge']);
  });
});
