import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Autopush, DELIVERED } from '../kit/autopush.ts';
import { friendOf } from '../kit/friends.ts';
import { temporaryFolder } from '../kit/server.ts';
import { TestServer } from '../kit/test-server.ts';
import { BrowserPage, button } from '../kit/windows/browser-page.ts';
import { firefox, startFirefox } from '../kit/windows/firefox.ts';
import { missingPackages } from '../kit/windows/installed.ts';
import { PATIENCE_MS, type RunningBrowser } from '../kit/windows/window.ts';

const folder = temporaryFolder();
let autopush: Autopush;
let testServer: TestServer;
let browser: RunningBrowser;

describe.skipIf(missingPackages(firefox).length > 0)('push messages in Firefox', () => {
  beforeAll(async () => {
    autopush = await Autopush.start(folder.path);
    const { host, certificateFile } = autopush.service;
    testServer = new TestServer({ env: { PUSH_SERVICES: host, NODE_EXTRA_CA_CERTS: certificateFile }, browser: null });
    await testServer.open();
    browser = await startFirefox(autopush.preferences);
  });
  afterAll(async () => {
    await browser?.close();
    await testServer?.close();
    autopush?.stop();
    folder.remove();
  });

  /** The player at the page chooses a name, so that the service stores their key. Returns the key. */
  async function chooseName(page: BrowserPage): Promise<string> {
    await page.click(button('Guest.*'));
    await page.waitFor({ css: 'dialog input' });
    await page.call(() => {
      const field = document.querySelector<HTMLInputElement>('dialog input');
      if (field) field.value = 'Ann';
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    }, null);
    await page.click({ css: 'dialog button', name: 'Save' });
    await page.waitUntilGone({ css: 'dialog' });
    await page.click(button('Ann'));
    return page.until('the link to the own page', () =>
      page.call(
        () => document.querySelector('dialog a[href^="/player/"]')?.getAttribute('href')?.split('/').at(-1) ?? null,
        null,
      ),
    );
  }

  const isOn = () =>
    [...document.querySelectorAll('.switch:has(input:checked)')].some((one) =>
      /challenges me/.test(one.textContent ?? ''),
    );
  const shown = async () => {
    const all = await (await navigator.serviceWorker.ready).getNotifications();
    return all.map(({ title, body, data, tag }) => ({ title, body, data, tag }));
  };

  test('PU28 a player who closed the page is told of a challenge: Firefox decrypts the message and shows it', async () => {
    const page = new BrowserPage(await browser.open());
    await page.window.goto(testServer.url);
    const pub = await chooseName(page);
    await page.window.goto(`${testServer.url}/settings`);
    await page.waitFor({ css: '[aria-label="Connected"]' });
    await page.click({ css: '.switch', name: 'When someone challenges me' });
    await page.until('the switch on', () => page.call(isOn, null));
    await page.window.goto('about:blank');

    const friend = await friendOf(testServer.url);
    const online = async () => (await friend.request({ type: 'lobby' }, 'lobby')).online;
    await expect.poll(online, { timeout: PATIENCE_MS }).toBe(1);
    await friend.request({ type: 'challenge', pub, length: 1, rated: false, clock: 'slow' }, 'challenged');
    await expect.poll(() => autopush.acknowledged, { timeout: PATIENCE_MS }).toEqual([DELIVERED]);
    expect(autopush.service.received).toHaveLength(1);
    await page.window.goto(testServer.url);
    const body = 'A player challenges you to a match.';
    expect(await page.call(shown, null)).toEqual([{ title: 'New challenge', body, data: '/', tag: 'challenge' }]);
    expect(await page.window.errors()).toEqual([]);
    friend.leave();
    await page.window.close();
  });
});
