import { expect, test } from 'vitest';
import { freePort } from '../kit/free-port.ts';
import { RoundRobin } from '../kit/round-robin.ts';
import { useTestServer } from '../kit/use-test-server.ts';
import { type BrowserPage, button, type Target } from '../kit/windows/browser-page.ts';
import { inOneBrowser } from '../kit/windows/each-browser.ts';
import { boardInWords, comeToMatch, decisions, PLAY_NOW } from '../kit/windows/meeting.ts';
import { hasFreshRollInWindow, playInWindow } from '../kit/windows/player.ts';

const mobilePort = await freePort();
/** The address of the server through the network that the phones use. */
const mobile = `http://127.0.0.1:${mobilePort}`;

const testServer = useTestServer({ env: { ORIGINS: mobile }, browser: null });

const BOT_TERMS: Target = { css: '.start__terms', name: 'Intermediate.* Change' };
const OWN_TERMS: Target = { css: '.start__terms', name: '.*rated Change' };
const OFFLINE: Target = { css: '.banner', name: 'No connection\\. Reconnecting….*' };
const CONNECTED: Target = { css: '[aria-label="Connected"]' };
const inResult = (words: string): Target => ({ css: '.result', name: `.*${words}.*` });

const TEN_MINUTES_MS = 600_000;
const LOCKED_MS = 4_000;
/** The fast clock of a match to one point runs out in this time, on a busy machine. */
const FLAG_MS = 120_000;

/**
 * Keeps the page from running anything for some seconds. Then its clock says that ten minutes have passed, and the phone
 * has no connection yet. The page's timers stay real.
 */
function lock(page: BrowserPage): Promise<unknown> {
  return page.call(
    ({ lockedMs, laterMs }) => {
      const end = performance.now() + lockedMs;
      while (performance.now() < end);
      const { now } = Date;
      Date.now = () => now() + laterMs;
      dispatchEvent(new Event('offline'));
    },
    { lockedMs: LOCKED_MS, laterMs: TEN_MINUTES_MS },
  );
}

function unlock(page: BrowserPage): Promise<unknown> {
  return page.call(() => {
    dispatchEvent(new Event('online'));
    document.dispatchEvent(new Event('visibilitychange'));
  }, null);
}

/** The phones' way to the server. */
const connect = () => RoundRobin.start(() => [Number(new URL(testServer.url).port)], mobilePort);

inOneBrowser('Firefox', testServer, ({ arrive, look }) => {
  test('BW11 phones that were locked for ten minutes show the loss on time of a match with a clock, and go on in one without', async () => {
    let network = await connect();
    try {
      const [timed, untimed, opponent] = await Promise.all([arrive(mobile), arrive(mobile), arrive()]);
      await untimed.click(BOT_TERMS);
      await untimed.choose('No clock');
      await untimed.click(button('Play the bot'));
      const isBegun = async () => (await decisions(untimed)) > 1 && hasFreshRollInWindow(untimed);
      await playInWindow(untimed, undefined, isBegun);
      for (const page of [timed, opponent]) {
        await page.click(OWN_TERMS);
        for (const term of ['1', 'Fast']) await page.choose(term);
        await page.click(PLAY_NOW);
      }
      await Promise.all([timed, opponent].map(comeToMatch));
      let hasToAct = false;
      const untilTimedHasToAct = async (page: BrowserPage) => {
        if (page === timed) hasToAct = (await decisions(page)) > 1 && (await hasFreshRollInWindow(page));
        return hasToAct;
      };
      await Promise.all([timed, opponent].map((page) => playInWindow(page, undefined, () => untilTimedHasToAct(page))));
      const [board, made] = [await boardInWords(untimed), await decisions(untimed)];

      const locked = [timed, untimed].map(lock);
      await network.close();
      await opponent.waitFor(inResult('Won on time'), FLAG_MS);
      await Promise.all(locked);
      for (const page of [timed, untimed]) await page.waitFor(OFFLINE);
      network = await connect();
      await Promise.all([timed, untimed].map(unlock));
      await timed.waitFor(inResult('Lost on time'));
      await look(timed, 'unlocked');
      await untimed.waitFor(CONNECTED);
      await untimed.waitUntilGone(OFFLINE);
      expect(await boardInWords(untimed)).toBe(board);
      await playInWindow(untimed, undefined, async () => (await decisions(untimed)) > made + 2);
    } finally {
      await network.close();
    }
  });
});
