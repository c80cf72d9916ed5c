import { expect, test } from 'vitest';
import { useTestServer } from '../kit/use-test-server.ts';
import { type BrowserPage, button, type Target } from '../kit/windows/browser-page.ts';
import { inEachBrowser } from '../kit/windows/each-browser.ts';
import { ACCEPT, comeToMatch, decisions, PLAY_NOW } from '../kit/windows/meeting.ts';
import { playInWindow } from '../kit/windows/player.ts';

const testServer = useTestServer({ browser: null });

const OWN_TERMS: Target = { css: '.start__terms', name: '.*rated Change' };
const SEARCH: Target = { css: 'section[aria-label="Your search for an opponent"]' };
const CARD: Target = { css: 'section.found', name: '.* challenges you' };

const inHead = (words: string): Target => ({ css: '.match-head', name: words });
const inOpenGames = (css: string, name: string): Target => ({ css: `section[aria-label="Open games"] ${css}`, name });

/** Both players come to the same match and play a few turns. */
async function playSomeTurns(pages: readonly BrowserPage[]): Promise<void> {
  const addresses = await Promise.all(pages.map(comeToMatch));
  expect(new Set(addresses).size).toBe(1);
  const haveTurned = async (page: BrowserPage) => (await decisions(page)) > 2;
  await Promise.all(pages.map((page) => playInWindow(page, undefined, () => haveTurned(page))));
}

/** Gives the guest a key and makes the server remember it, so that the player has a page and can open those of others. */
async function chooseName(page: BrowserPage, name: string): Promise<void> {
  await page.click({ css: 'header button', name: '.*Guest.*' });
  await page.fill({ css: 'dialog label.field', name: 'Your name.*' }, name);
  await page.click(button('Save'));
  await page.waitFor({ css: 'header button', name: `.*${name}.*` });
}

inEachBrowser(testServer, ({ arrive, look }) => {
  test('BW9 strangers who press Play now with the same terms are paired, and those with different terms meet by the list', async () => {
    const [ada, bob, cleo, dan] = await Promise.all([arrive(), arrive(), arrive(), arrive()]);
    for (const page of [ada, bob]) await page.click(PLAY_NOW);
    await playSomeTurns([ada, bob]);
    await ada.waitFor(inHead('5-point match ?Game 1.*Rated.*'));

    for (const [page, term] of [
      [cleo, '3'],
      [dan, 'Slow'],
    ] as const) {
      await page.click(OWN_TERMS);
      await page.choose(term);
      await page.click(PLAY_NOW);
      await page.waitFor(SEARCH);
    }
    await dan.waitFor(inOpenGames('.list__row', '.*3 points.*Normal clock.*Play'));
    await cleo.waitFor(inOpenGames('.list__row', '.*5 points.*Slow clock.*Play'));
    await look(cleo, 'searching');
    await dan.click(inOpenGames('button', 'Play'));
    await playSomeTurns([cleo, dan]);
    await dan.waitFor(inHead('3-point match ?Game 1.*Rated.*'));

    for (const page of [ada, bob, cleo, dan]) expect(await page.shows(SEARCH)).toBe(false);
    await bob.window.goto(testServer.url);
    await bob.waitFor(inOpenGames('.soft', 'Nobody is waiting right now\\..*'));
  });

  test('BW10 a player challenges another one from their page, who accepts on the page that is open, and the match begins', async () => {
    const [ann, ben] = await Promise.all([arrive(), arrive()]);
    await Promise.all([chooseName(ann, 'Ann'), chooseName(ben, 'Ben')]);
    await ben.click(PLAY_NOW);
    await ben.waitFor(SEARCH);
    await ben.click({ css: 'nav a', name: 'Puzzle' });
    await ben.waitForPath(/^\/puzzle/);

    await ann.click(inOpenGames('a', '.*Ben.*'));
    await ann.waitForPath(/^\/player\//);
    await ann.click(button('Challenge'));
    await ann.choose('7');
    await look(ann, 'challenge');
    await ann.click(button('Send the challenge'));
    await ben.waitFor(CARD);
    await look(ben, 'challenged');
    await ben.click(ACCEPT);
    await playSomeTurns([ann, ben]);
    await ann.waitFor(inHead('7-point match ?Game 1.*Rated.*'));
    for (const page of [ann, ben]) expect(await page.shows(SEARCH)).toBe(false);
  });
});
