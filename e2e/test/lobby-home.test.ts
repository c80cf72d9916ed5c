import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { hasChromium, Person, resize } from '../kit/browser.ts';
import { friendOf, inviteFriend } from '../kit/friends.ts';
import { inspect } from '../kit/inspect.ts';
import { layoutShifts, watchLayoutShifts } from '../kit/layout-shifts.ts';
import { Participants } from '../kit/participants.ts';
import { useTestServer } from '../kit/use-test-server.ts';

const testServer = useTestServer();
const participants = new Participants();
const STANDS_STILL = { stopsAt: 8 };
const PANELS = ['New game', 'Your matches', 'Open games', 'Today’s puzzle', 'Live now', 'Friends'];

afterEach(() => participants.leave(/WebSocket|ERR_(CONNECTION|INTERNET)/));

async function stranger(viewport?: { width: number; height: number }): Promise<Page> {
  return participants.person(await Person.arrive(testServer.browser, testServer.url, viewport)).page;
}

/** Two others begin a live match that stands still. Returns its id. */
async function liveMatch(): Promise<string> {
  const one = participants.friend(await friendOf(testServer.url, STANDS_STILL));
  const two = participants.friend(await friendOf(testServer.url, STANDS_STILL));
  const { code } = await one.request({ type: 'invite', length: 5, clock: 'slow', rated: false }, 'invited');
  const { header } = await two.request({ type: 'join', code }, 'match');
  return header.id;
}

/** A player with a correspondence match, on the home page, while two others are in a live match and one waits for an opponent. */
async function regular(viewport?: { width: number; height: number }): Promise<Page> {
  const page = await stranger(viewport);
  const friend = participants.friend(await friendOf(testServer.url, STANDS_STILL));
  await inviteFriend(page, friend, '3', '3 days');
  await liveMatch();
  const seeker = participants.friend(await friendOf(testServer.url));
  await seeker.seek({ length: 7, clock: 'normal', rated: false });
  await page.goto(testServer.url);
  await page
    .getByRole('region', { name: 'Your matches' })
    .getByRole('link', { name: /against/ })
    .waitFor();
  return page;
}

const panel = (page: Page, name: string) => page.getByRole('region', { name });

async function bottoms(page: Page): Promise<number[]> {
  const boxes = await Promise.all(PANELS.map((name) => panel(page, name).boundingBox()));
  return boxes.map((box) => box!.y + box!.height);
}

describe.runIf(hasChromium)('the home page of those who have played', () => {
  // The first test: nothing goes on at a new server.
  test('LH5 a lobby in which nothing goes on says so in each panel', async () => {
    const page = await stranger();
    await page.getByRole('button', { name: 'Invite a friend' }).click();
    await page.getByRole('button', { name: 'Create the link' }).click();
    await page.getByLabel('Your link').waitFor();
    await page.goto(testServer.url);
    await panel(page, 'Your matches').getByText('No match in progress.').waitFor();
    await panel(page, 'Friends').getByText('Follow players on their page').waitFor();
    await inspect(page, 'lobby-home-empty');
  });

  test('LH1 the hero is for strangers, and whoever has come to a match gets the lobby', async () => {
    const page = await stranger();
    await page.getByRole('heading', { name: 'Backgammon with dice nobody can rig' }).waitFor();
    expect(await panel(page, 'Your matches').count()).toBe(0);
    await page.getByRole('button', { name: 'Play the bot' }).click();
    await page.waitForURL(/\/match\//);
    await page.goto(testServer.url);
    await page.getByRole('heading', { name: 'Lobby' }).waitFor();
    expect(await page.locator('.hero').count()).toBe(0);
    await panel(page, 'Your matches')
      .getByRole('link', { name: /^(Play|Open): against/ })
      .click();
    await page.waitForURL(/\/match\//);
  });

  test('LH2 everything that goes on is in one window of 1440 by 900 without scrolling, and in two of a phone', async () => {
    const page = await regular({ width: 1440, height: 900 });
    await panel(page, 'Live now')
      .getByRole('link', { name: /^Watch/ })
      .first()
      .waitFor();
    await panel(page, 'Open games').getByRole('button', { name: 'Play' }).first().waitFor();
    expect(Math.max(...(await bottoms(page)))).toBeLessThanOrEqual(900);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(900);
    await resize(page, { width: 390, height: 844 });
    expect(Math.max(...(await bottoms(page)))).toBeLessThanOrEqual(2 * 844);
    await inspect(page, 'lobby-home');
  });

  test('LH3 nothing below the header moves while the lobby loads', async () => {
    const page = await regular({ width: 1440, height: 900 });
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await resize(page, size);
      await page.addInitScript(watchLayoutShifts('.top'));
      await page.reload();
      await panel(page, 'Your matches')
        .getByRole('link', { name: /against/ })
        .waitFor();
      await panel(page, 'Open games').getByRole('button', { name: 'Play' }).first().waitFor();
      await panel(page, 'Friends').getByText('Follow players on their page').waitFor();
      await page.locator('.room__board svg').waitFor();
      expect(await layoutShifts(page), `at ${size.width}`).toEqual([]);
    }
  });

  test('LH4 without a connection each panel says so, and the page comes back to life with it', async () => {
    const page = await regular();
    await page.context().setOffline(true);
    await page.routeWebSocket(/\/ws\b/, (socket) => socket.close());
    await page.context().setOffline(false);
    await page.reload();
    for (const name of ['Open games', 'Live now', 'Friends'])
      await panel(page, name).getByText('No connection. The lists will load when you’re back online.').waitFor();
    await inspect(page, 'lobby-home-offline');
  });

  test('LH6 on the way to a game nothing is said about keys, shares and servers, and one link leads to what is', async () => {
    const guest = await stranger();
    const host = participants.friend(await friendOf(testServer.url));
    await host.request({ type: 'name', name: 'Hanna' }, 'named');
    const { code } = await host.request({ type: 'invite', length: 3, clock: 'days3', rated: false }, 'invited');
    const said: string[] = [];
    const read = async (page: Page) => said.push(await page.locator('main, dialog').allInnerTexts().then(String));
    await read(guest);
    await guest.getByRole('button', { name: /rated Change$/ }).click();
    await guest.getByText('3 days', { exact: true }).click();
    await read(guest);
    await guest.getByRole('button', { name: 'Invite a friend' }).click();
    await guest.getByRole('dialog').getByText('3 days', { exact: true }).click();
    await read(guest);
    await guest.goto(`${testServer.url}/invite/${code}`);
    await guest.getByRole('button', { name: 'Join the match' }).waitFor();
    await read(guest);
    await guest.goto(`${testServer.url}/player/${host.key.pub}`);
    await guest.getByRole('button', { name: 'Challenge' }).click();
    await guest.getByRole('dialog').getByText('3 days', { exact: true }).click();
    said.push(...(await guest.getByRole('dialog').allInnerTexts()));
    expect(said.length).toBe(5);
    for (const text of said) {
      expect(text.length).toBeGreaterThan(50);
      expect(text).not.toMatch(
        /\b(server|keys?|shares?|commit\w*|signed|signature|secret|predict|cryptograph\w*|hash\w*)\b/i,
      );
    }
    await guest.goto(testServer.url);
    await guest.getByRole('main').getByRole('link', { name: 'How is this fair?' }).click();
    await guest.waitForURL('**/fair');
    await guest.getByText(/commit to secret numbers/).waitFor();
    await inspect(guest, 'fair');
  });

  test('LH8 the bot stands among the open games, and one press begins a match at its level', async () => {
    const page = await regular({ width: 1440, height: 900 });
    const games = panel(page, 'Open games');
    await games.getByText('Anchor bot, expert').waitFor();
    await page.getByRole('button', { name: /^Intermediate, 3 points/ }).click();
    await page.getByRole('group', { name: 'Length' }).getByText('1', { exact: true }).click();
    await games.getByRole('button', { name: 'Play: Anchor bot, beginner' }).click();
    await page.waitForURL(/\/match\//);
    await page.getByRole('heading', { name: '1-point match' }).waitFor();
    await page.locator('.strip').getByText('Anchor bot, beginner').waitFor();
    await page.goto(testServer.url);
    await page.getByRole('button', { name: /^Beginner, 1 point/ }).waitFor();
  });

  test('LH9 the live row and the match say how many watch, and the row what time is left', async () => {
    const page = await regular();
    const watcher = await stranger();
    const address = `/match/${await liveMatch()}`;
    const row = panel(page, 'Live now')
      .getByRole('listitem')
      .filter({ has: page.locator(`a[href="${address}"]`) });
    await watcher.goto(testServer.url + address);
    const another = await stranger();
    await another.goto(testServer.url + address);
    await watcher
      .locator('.match-head')
      .getByText(/^\d watching$/)
      .waitFor();
    await row.getByText(/^\d watching$/).waitFor();
    const clocks = row.getByRole('timer');
    await expect.poll(() => clocks.count()).toBe(2);
    expect(await clocks.allTextContents()).toEqual([1, 2].map(() => expect.stringMatching(/^\d+:\d\d$/)));
  });

  test('LH10 after the second finished match the lobby offers once to install the page', async () => {
    const page = await regular({ width: 1440, height: 900 });
    const kept = JSON.stringify({ finished: ['a', 'b'], isAnswered: false });
    await page.evaluate((text) => localStorage.setItem('anchor.install', text), kept);
    await page.reload();
    await page.getByRole('heading', { name: 'Lobby' }).waitFor();
    await page.evaluate(() => {
      const offer = new Event('beforeinstallprompt', { cancelable: true });
      dispatchEvent(Object.assign(offer, { prompt: async () => undefined }));
    });
    const card = panel(page, 'Anchor as an app');
    await card.getByRole('button', { name: 'Install' }).waitFor();
    await inspect(page, 'lobby-home-install');
    await card.getByRole('button', { name: 'No, thanks' }).click();
    await card.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'Lobby' }).waitFor();
    expect(await card.count()).toBe(0);
  });

  test('LH7 a game by correspondence stays in the lobby while its author is away, and is withdrawn or joined', async () => {
    const [ann, ben] = [await stranger(), await stranger()];
    const wish = async (page: Page) => {
      await page.getByRole('button', { name: /rated Change$/ }).click();
      await page.getByText('7 days', { exact: true }).click();
      await page.getByRole('button', { name: 'Play now' }).click();
    };
    const own = panel(ann, 'Open games').getByRole('listitem').filter({ hasText: 'Your open game' });
    await wish(ann);
    await ann.getByText(/^Your game is open to everyone for 14 days\./).waitFor();
    await own.getByRole('button', { name: 'Withdraw' }).click();
    await own.waitFor({ state: 'detached' });
    await wish(ann);
    await own.waitFor();
    await inspect(ann, 'posted-game');
    await ann.goto('about:blank');
    await ben.reload();
    await panel(ben, 'Open games').getByRole('listitem').filter({ hasText: '7 days per move' }).waitFor();
    await wish(ben);
    await ben.waitForURL(/\/match\//);
    await ben.getByText('Waiting for').first().waitFor();
    await ann.goto(testServer.url);
    await panel(ann, 'Your matches')
      .getByRole('link', { name: /against/ })
      .waitFor();
    expect(await own.count()).toBe(0);
  });
});
