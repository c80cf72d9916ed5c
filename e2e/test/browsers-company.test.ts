import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { useTestServer } from '../kit/use-test-server.ts';
import { type BrowserPage, button, heading, type Target } from '../kit/windows/browser-page.ts';
import { inEachBrowser } from '../kit/windows/each-browser.ts';
import { meetByLink, playBot } from '../kit/windows/meeting.ts';
import { hasFreshRollInWindow, playInWindow } from '../kit/windows/player.ts';

const testServer = useTestServer({ browser: null });
const complaints = fileURLToPath(new URL('../../packages/server/dist/complaints.js', import.meta.url));

const SAY = button('Say something');
const HEARD: Target = { css: '.match__far .strip__reaction' };
const ASKED: Target = { css: '.panel', name: 'Are you sure\\?' };
const inAsked = (css: string, name: string): Target => ({ css: `.panel ${css}`, name });
const OFFER: Target = { css: '.room__install' };
const inOffer = (name: string): Target => ({ css: '.room__install button', name });

const isInText = (page: BrowserPage, text: string) =>
  page.call((wanted) => document.body.textContent.includes(wanted), text);
const waitForText = (page: BrowserPage, text: string) => page.until(text, () => isInText(page, text));

/** Resigns a match to 1 point, at a roll of the player’s own. */
async function resign(page: BrowserPage): Promise<void> {
  await playInWindow(page, undefined, () => hasFreshRollInWindow(page));
  await page.clickFor(button('Resign'), { css: '.panel button', name: 'Yes, resign' });
  await page.click({ css: '.panel button', name: 'Yes, resign' });
}

inEachBrowser(testServer, ({ name, arrive, look }) => {
  test('BW15 a phrase and an emoji arrive until they are muted, and the end card reports and blocks the opponent', async () => {
    const [host, guest] = [await arrive(), await arrive()];
    const address = await meetByLink(host, guest, ['1', 'Slow']);
    const say = async (what: string) => {
      await host.click(SAY);
      await host.click({ css: '.reactions__list button', name: what });
    };
    await say('Good luck!');
    await guest.waitFor({ css: HEARD.css, name: 'Good luck!' });
    await look(guest, 'heard');
    await say('.*Thumbs up');
    await guest.waitFor({ css: HEARD.css, name: '.*Thumbs up' });
    await guest.click({ css: `${HEARD.css} button`, name: 'Mute phrases and emoji' });
    await guest.waitUntilGone(HEARD);
    await say('Oops!');
    await host.waitFor({ css: '.match__near .strip__reaction', name: 'Oops!' });
    expect(await guest.shows(HEARD)).toBe(false);
    await guest.click(SAY);
    await waitForText(guest, 'Phrases and emoji are muted on this device.');
    await look(guest, 'muted');
    await guest.click(SAY);

    const accepted = playInWindow(guest);
    await resign(host);
    await accepted;
    // Only the newer of these two pages is visible, and a hidden page computes nothing.
    await guest.until('the PR of both', () =>
      guest.call(() => /PR: .+, .+\. Luck: /.test(document.querySelector('.result')?.textContent ?? ''), null),
    );
    await guest.click({ css: '.result button', name: 'More' });
    await guest.click({ css: '.result button', name: 'Report .*' });
    await guest.choose('Stalling');
    await look(guest, 'report');
    await guest.click(button('Send report'));
    await waitForText(guest, 'Your report has been sent.');
    await guest.click({ css: 'button', name: 'Block .*' });
    await guest.waitFor({ css: 'button', name: 'Unblock .*' });
    await guest.window.goto(`${testServer.url}/settings`);
    await guest.waitFor({ css: 'button', name: 'Unblock .*' });

    const id = new URL(address).pathname.split('/').at(-1) ?? '';
    const env = { ...process.env, DATA_DIR: testServer.dataDir };
    const listed = execFileSync(process.execPath, [complaints], { env, encoding: 'utf8' });
    expect(listed.split('\n').filter((line) => line.includes(id))).toEqual([expect.stringMatching(/ stalling {2}/)]);
  });

  test('BW16 the tutor asks before a blunder, shows the better choice on request, and the player decides', async () => {
    const page = await arrive();
    await playBot(page, ['Beginner.*', '3']);
    await page.click(button('Board settings'));
    await page.click({ css: 'dialog .switch', name: 'Tutor.*' });
    await page.click({ css: 'dialog button', name: 'Close' });
    const isAsked = () => page.shows(ASKED);
    await playInWindow(page, undefined, isAsked);
    await page.click(inAsked('button', 'Show better .*'));
    await page.waitFor(inAsked('.tutor__better', 'Better: .*'));
    await look(page, 'tutor');
    await page.click(inAsked('button', 'Take it back|Choose again'));
    await page.waitUntilGone(ASKED);
    await playInWindow(page, undefined, isAsked);
    await page.click(inAsked('button', '.* anyway'));
    await page.waitUntilGone(ASKED);
  });

  test('BW17 after the second finished match the lobby offers once to install the page', async () => {
    const page = await arrive();
    for (const match of [1, 2]) {
      await page.window.goto(testServer.url);
      if (match === 1) await playBot(page, ['1']);
      else await page.click(button('Play the bot'));
      await page.waitForPath(/^\/match\//);
      await resign(page);
      await playInWindow(page);
      await page.window.goto(testServer.url);
      await page.waitFor(heading('Lobby'));
      // Chromium sends this event only after a page was used for a while, Firefox and WebKit never.
      await page.call(() => {
        const offer = new Event('beforeinstallprompt', { cancelable: true });
        dispatchEvent(Object.assign(offer, { prompt: async () => undefined }));
      }, null);
      if (match === 1) expect(await page.shows(OFFER)).toBe(false);
    }
    await page.waitFor(inOffer('Install'));
    await look(page, `install-${name}`);
    await page.click(inOffer('No, thanks'));
    await page.waitUntilGone(OFFER);
    await page.window.goto(testServer.url);
    await page.waitFor(heading('Lobby'));
    expect(await page.shows(OFFER)).toBe(false);
  });
});
