import { seededRandom } from '@anchor/testkit/random';
import type { WantedSeek } from '@anchor/wire';
import { generateKey } from 'bg-record';
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { Person } from '../kit/browser.ts';
import { Participants } from '../kit/participants.ts';
import { hasFreshRoll, playAtScreen } from '../kit/screen-player.ts';
import { SocketPlayer } from '../kit/socket-player.ts';
import { useTestServer } from '../kit/use-test-server.ts';

const testServer = useTestServer();
const participants = new Participants();

afterEach(() => participants.leave());

/** The terms that the start page offers first. */
const USUAL: WantedSeek = {
  length: 5,
  clock: 'normal',
  rated: true,
  rules: { cube: true, crawford: true, jacoby: false, beavers: false },
};

async function arrive(path = '/'): Promise<Page> {
  return participants.person(await Person.arrive(testServer.browser, `${testServer.url}${path}`)).page;
}

async function stranger(): Promise<SocketPlayer> {
  const key = await generateKey();
  const policy = { random: seededRandom(1), double: 0, take: 1 };
  const one = participants.friend(new SocketPlayer({ url: testServer.url, key, policy }));
  await one.connect();
  return one;
}

/** A player without a screen who looks for an opponent and accepts the first one. */
async function accepting(seek: WantedSeek = USUAL): Promise<SocketPlayer> {
  const one = await stranger();
  const asked = one.expect('pairing');
  await one.seek(seek);
  void asked.then(({ pairing }) => one.send({ type: 'accept-pairing', pairing }));
  return one;
}

const playNow = (page: Page) => page.getByRole('button', { name: 'Play now' }).click();
const search = (page: Page) => page.getByRole('region', { name: 'Your search for an opponent' });
const found = (page: Page) => page.getByRole('region', { name: 'Opponent found' });

test('PY1 two strangers who press Play now with the same terms are paired and roll', async () => {
  const pages = [await arrive(), await arrive()];
  for (const page of pages) await playNow(page);
  await Promise.all(pages.map((page) => found(page).waitFor()));
  await Promise.all(pages.map((page) => page.waitForURL(/\/match\//)));
  // One of the two has the first turn; the other one waits.
  await Promise.any(pages.map((page) => playAtScreen(page, undefined, () => hasFreshRoll(page))));
  for (const page of pages) expect(await search(page).count()).toBe(0);
});

test('PY2 a seek with a range waits for an opponent in it, and the list shows the range', async () => {
  const picky = await stranger();
  await picky.seek({ ...USUAL, range: { least: 1600, most: 2000 } });
  const page = await arrive();
  const row = page.getByRole('region', { name: 'Open games' }).getByRole('listitem').filter({ hasText: '1,600–2,000' });
  await row.getByRole('button', { name: 'Play' }).click();
  await page.getByText('This player is looking for a different rating range.').waitFor();
  await playNow(page);
  await search(page).waitFor();
  await accepting({ ...USUAL, range: { least: 1400, most: 1600 } });
  await page.waitForURL(/\/match\//);
});

test('PY3 after an opponent who does not answer the search goes on and finds another one', async () => {
  const silent = await stranger();
  const page = await arrive();
  await playNow(page);
  await search(page).waitFor();
  const asked = silent.expect('pairing');
  await silent.seek(USUAL);
  const { until } = await asked;
  await page.getByText('Waiting for your opponent…').waitFor();
  await page.getByText('Your opponent didn’t answer. Still looking.').waitFor({ timeout: 30_000 });
  expect(Date.now()).toBeGreaterThanOrEqual(until);
  await search(page).waitFor();
  await accepting();
  await page.waitForURL(/\/match\//);
});

test('PY4 a search is visible on every page and can be withdrawn there', async () => {
  const [page, looker] = [await arrive(), await arrive()];
  const row = looker.getByRole('region', { name: 'Open games' }).getByRole('listitem');
  // The seeks of the tests before this one end some seconds after their pages.
  await expect.poll(() => row.count()).toBe(0);
  await playNow(page);
  await expect.poll(() => row.count()).toBe(1);
  // A search takes the room of most links in the header, which are in the menu meanwhile.
  await page.getByRole('button', { name: 'More pages' }).click();
  await page.getByRole('navigation', { name: 'More pages' }).getByRole('link', { name: 'Leaderboard' }).click();
  await page.getByRole('heading', { name: 'Leaderboard' }).waitFor();
  await search(page).getByRole('button', { name: 'Withdraw' }).click();
  await search(page).waitFor({ state: 'detached' });
  await expect.poll(() => row.count()).toBe(0);
});

test('PY5 a search survives a reload with the time that it has waited', async () => {
  const page = await arrive();
  await playNow(page);
  await search(page)
    .getByText(/0:0[5-9]/)
    .waitFor();
  await page.reload();
  await search(page).waitFor();
  const [, seconds = ''] = /0:(\d\d)/.exec((await search(page).textContent()) ?? '') ?? [];
  // A second less, because the page learns the server's time again.
  expect(Number(seconds)).toBeGreaterThanOrEqual(4);
  await accepting();
  await page.waitForURL(/\/match\//);
});

test('PY6 a player who is solving the puzzle is asked, in the page and its title, and answers by the keyboard', async () => {
  const page = await arrive();
  await playNow(page);
  await search(page).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Puzzle' }).click();
  await page.waitForURL(/\/puzzle/);
  await accepting();
  await found(page)
    .getByText(/s left to answer/)
    .waitFor();
  await expect.poll(() => page.title()).toBe('● Opponent found');
  // The match does not begin without an answer.
  await found(page)
    .getByText(/1[0-4] s left to answer/)
    .waitFor();
  expect(page.url()).toContain('/puzzle');
  await found(page).getByRole('button', { name: 'Play' }).press('Enter');
  await page.waitForURL(/\/match\//);
});

test('PY7 after the answer no button takes the place of another one under the pointer', async () => {
  const silent = await stranger();
  const page = await arrive();
  await playNow(page);
  await search(page).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Puzzle' }).click();
  await page.waitForURL(/\/puzzle/);
  await silent.seek(USUAL);
  const notStored = found(page).getByRole('button', { name: 'Not now' });
  const before = await notStored.boundingBox();
  expect(before).not.toBeNull();
  await found(page).getByRole('button', { name: 'Play' }).click();
  await found(page).getByText('Waiting for your opponent…').waitFor();
  expect(await notStored.boundingBox()).toEqual(before);
  await notStored.click();
  await found(page).waitFor({ state: 'detached' });
});
