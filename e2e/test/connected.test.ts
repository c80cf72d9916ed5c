import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { hasChromium, Person, resize } from '../kit/browser.ts';
import { friendOf, inviteFriend } from '../kit/friends.ts';
import { inspect } from '../kit/inspect.ts';
import { Participants } from '../kit/participants.ts';
import { hasFreshRoll, playAtScreen } from '../kit/screen-player.ts';
import type { SocketPlayer } from '../kit/socket-player.ts';
import { useTestServer } from '../kit/use-test-server.ts';

const participants = new Participants();

/** Absence ends no match here, however busy the machine is. */
const LONG = { ABANDON_SECONDS: '3600' };
const testServer = useTestServer({ env: LONG });
afterEach(() => participants.leave(/WebSocket|ERR_(CONNECTION|INTERNET)/));

/** Lets the page's clock be set forward; its timers stay real. */
function movableClock(): void {
  const { now } = Date;
  let laterMs = 0;
  Date.now = () => now() + laterMs;
  addEventListener('later', ({ detail }: CustomEventInit<number>) => {
    laterMs += detail ?? 0;
  });
}

function laterBy(page: Page, ms: number): Promise<unknown> {
  return page.evaluate((detail) => dispatchEvent(new CustomEvent('later', { detail })), ms);
}

/** In the middle of a match with a friend: the person has a roll before him. */
async function inMatch(
  clock = 'Slow',
): Promise<{ readonly person: Person; readonly friend: SocketPlayer; readonly page: Page }> {
  const person = await Person.arrive(testServer.browser, testServer.url);
  const friend = await friendOf(testServer.url);
  participants.person(person);
  participants.friend(friend);
  await person.page.addInitScript(movableClock);
  await person.page.reload();
  await inviteFriend(person.page, friend, '1', clock);
  await person.page.waitForURL(/\/match\//);
  await playAtScreen(person.page, undefined, () => hasFreshRoll(person.page));
  return { person, friend, page: person.page };
}

/** The match goes on for two turns of each, with nobody finding anything wrong in what he was sent. */
async function goOn({ page, friend }: { readonly page: Page; readonly friend: SocketPlayer }): Promise<void> {
  const before = friend.ledger?.length ?? 0;
  const grown = () => (friend.ledger?.length ?? 0) > before + 8;
  await playAtScreen(page, undefined, async () => grown() && (await hasFreshRoll(page)));
  expect(grown()).toBe(true);
  expect(friend.faults).toEqual([]);
  expect(await page.getByText('Play has stopped').count()).toBe(0);
}

const notice = (page: Page) => page.getByText('No connection. Reconnecting…');
/** The longest pause between two tries is half a minute. */
const connected = (page: Page) =>
  page.getByRole('img', { name: 'Connected', exact: true }).waitFor({ timeout: 60_000 });

describe.runIf(hasChromium)('a page left open', () => {
  test('W1 says that the server is restarting, and then continues', async () => {
    const match = await inMatch();
    const { page } = match;
    await testServer.server.end();
    await notice(page).waitFor();
    await inspect(page, 'match-offline');
    await resize(page, { width: 1280, height: 800 });
    await testServer.start();
    await connected(page);
    await notice(page).waitFor({ state: 'detached' });
    await expect.poll(() => hasFreshRoll(page)).toBe(true);
    await goOn(match);
  });

  test('W2 continues after two minutes without a network, with the play that was begun before', async () => {
    const match = await inMatch();
    const { page, person } = match;
    await page.locator('.board__place.is-movable').first().click();
    await page.getByRole('button', { name: 'Undo' }).first().waitFor();
    await person.context.setOffline(true);
    await notice(page).waitFor();
    await laterBy(page, 120_000);
    await person.context.setOffline(false);
    await connected(page);
    await notice(page).waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Undo' }).first().isVisible()).toBe(true);
    await goOn(match);
  });

  test('W3 continues after the machine slept, and receives what it missed', async () => {
    const match = await inMatch();
    const { page, person, friend } = match;
    await playAtScreen(page, undefined, async () => await page.getByRole('button', { name: 'Confirm' }).isVisible());
    const devtools = await person.context.newCDPSession(page);
    const greeted = page.waitForEvent('websocket');
    const before = friend.ledger?.length ?? 0;
    await page.getByRole('button', { name: 'Confirm' }).click();
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
    // The friend plays on; his events wait for a page that does nothing.
    await expect.poll(() => (friend.ledger?.length ?? 0) > before).toBe(true);
    await devtools.send('Page.setWebLifecycleState', { state: 'active' });
    await laterBy(page, 3_600_000);
    await greeted;
    await connected(page);
    await goOn(match);
  });

  test('W4 becomes view-only while a second tab plays, says so, and takes over again when the player wants it, or when the other tab is closed', async () => {
    const match = await inMatch();
    const { page, person, friend } = match;
    const second = await person.context.newPage();
    await second.goto(page.url());
    await page.getByText('Anchor is open in another tab or on another device').waitFor();
    await inspect(page, 'match-superseded');
    await resize(page, { width: 1280, height: 800 });
    await goOn({ page: second, friend });
    await page.bringToFront();
    await page.getByRole('button', { name: 'Use it here' }).click();
    await second.getByText('Anchor is open in another tab or on another device').waitFor();
    await connected(page);
    await goOn({ page, friend });
    await page.close();
    await connected(second);
    await goOn({ page: second, friend });
  });

  test('W5 tells a player who stayed away until the flag fell how the match ended', async () => {
    const { page, person, friend } = await inMatch('Fast');
    await person.context.setOffline(true);
    const { result } = await friend.finished;
    expect(result.reason).toBe('time');
    await person.context.setOffline(false);
    await connected(page);
    await page.locator('.result__actions').first().waitFor();
    await inspect(page, 'match-flagged');
  });
});
