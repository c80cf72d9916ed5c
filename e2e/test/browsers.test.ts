import { verify } from 'bg-record';
import { expect, test } from 'vitest';
import { useTestServer } from '../kit/use-test-server.ts';
import { type BrowserPage, button, heading } from '../kit/windows/browser-page.ts';
import { inEachBrowser } from '../kit/windows/each-browser.ts';
import { isFull } from '../kit/windows/installed.ts';
import { playByKeysInWindow } from '../kit/windows/keyboard.ts';
import { boardInWords, decisions, playBot } from '../kit/windows/meeting.ts';
import { hasFreshRollInWindow, playInWindow } from '../kit/windows/player.ts';

const testServer = useTestServer({ browser: null });

/** Makes the browser answer as those do that know no Ed25519. Runs before the page's scripts, not in its workers. */
const WITHOUT_ED25519 = `for (const name of ['generateKey', 'importKey', 'sign', 'verify']) {
  const original = SubtleCrypto.prototype[name];
  SubtleCrypto.prototype[name] = function (...args) {
    const isEd25519 = args.some((arg) => (arg?.name ?? arg) === 'Ed25519');
    if (isEd25519) return Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError'));
    return original.apply(this, args);
  };
}`;

inEachBrowser(testServer, ({ name, arrive, look }) => {
  // The small form makes each of these two journeys in one browser.
  if (isFull || name === 'Firefox')
    test('BW1 a newcomer plays the bot, the record of the match verifies on the page, and the review marks its decisions', async () => {
      const page = await arrive();
      const match = new URL(await playBot(page, ['1'])).pathname.split('/').at(-1);
      await playInWindow(page);
      await look(page, 'result');
      const record = await (await fetch(`${testServer.url}/records/${match}`)).json();
      expect(await verify(record)).toMatchObject({ ok: true });

      await page.window.goto(`${testServer.url}/verify/${match}`);
      await page.waitFor(heading('This record is consistent\\.'));
      await look(page, 'verify');

      await page.window.goto(`${testServer.url}/review/${match}`);
      await page.waitFor({ css: '.step' });
      // The page begins by itself, or at the press of the button.
      const quick = button('Quick analysis');
      await page.until('the estimate', async () => {
        if (await page.shows(quick)) await page.clickNow(quick);
        return page.call(() => document.body.textContent.includes('Estimate by anchor-net-3'), null);
      });
      await look(page, 'review');
    });

  if (isFull || name === 'WebKit')
    test('BW2 two people meet by a link, double and take, and a player who loads the page again in mid-turn goes on', async () => {
      const host = await arrive();
      await host.click(button('Invite a friend'));
      await host.choose('3');
      await host.click(button('Create the link'));
      await host.waitFor({ css: 'input[readonly]' });
      const link = await host.call(
        () => document.querySelector<HTMLInputElement>('input[readonly]')?.value ?? '',
        null,
      );
      const guest = await arrive(new URL(link).pathname);
      await guest.click(button('Join the match'));
      const address = await host.waitForPath(/^\/match\//);

      const taken = (page: BrowserPage) =>
        page.call(() => document.querySelector('.moves')?.textContent?.includes('Takes') ?? false, null);
      const untilTaken = (page: BrowserPage, doubles: boolean) => playInWindow(page, { doubles }, () => taken(page));
      await Promise.all([untilTaken(host, true), untilTaken(guest, false)]);

      const fresh = { now: false };
      const untilFresh = async (page: BrowserPage) => {
        if (page === host && (await hasFreshRollInWindow(host))) fresh.now = true;
        return fresh.now;
      };
      await Promise.all([host, guest].map((page) => playInWindow(page, undefined, () => untilFresh(page))));
      const before = await boardInWords(host);
      const decided = await decisions(host);
      await host.window.goto(address);
      await host.waitFor({ css: '.board__place.is-movable' });
      expect(await boardInWords(host)).toBe(before);
      const goesOn = async () => (await decisions(host)) > decided + 2;
      await Promise.all([host, guest].map((page) => playInWindow(page, undefined, goesOn)));
    });

  const noEd25519 = async () => {
    // The driver of WebKit cannot change the page before it loads.
    const page = await arrive('/', WITHOUT_ED25519);
    const has = await page.call(
      async () => crypto.subtle.generateKey('Ed25519', false, ['sign']).then(Boolean, () => false),
      null,
    );
    expect(has).toBe(false);
    await playBot(page, ['1']);
    await playInWindow(page, undefined, async () => (await decisions(page)) > 5);
    await page.waitFor({ css: '[aria-label="Connected"]' });
  };
  if (name !== 'WebKit') test('BW3 without Ed25519 in the browser the page still plays', noEd25519);

  if (!isFull) return;

  test('BW4 theme and language stay as chosen, and the settings fit a phone', async () => {
    const page = await arrive('/settings');
    await page.choose('Dark');
    await page.click({ css: '.choice', name: 'Deutsch' });
    await page.waitFor(heading('Einstellungen'));
    await page.window.goto(`${testServer.url}/settings`);
    await page.waitFor(heading('Einstellungen'));
    expect(await page.call(() => document.documentElement.dataset.theme, null)).toBe('dark');
    await page.window.resize(390, 844);
    await page.until('the width of a phone', () => page.call(() => innerWidth === 390, null));
    const wider = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await page.call(wider, null)).toBe(0);
    await look(page, 'settings');
  });

  test('BW5 a whole match is played by the keyboard', async () => {
    const page = await arrive();
    await playBot(page, ['1']);
    await playByKeysInWindow(page);
    await look(page, 'result-by-keys');
  });
});
