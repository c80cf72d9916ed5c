import { seededRandom } from '@anchor/testkit/random';
import { generateKey } from 'bg-record';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { hasChromium, Person, resize } from '../kit/browser.ts';
import { inspect } from '../kit/inspect.ts';
import { Participants } from '../kit/participants.ts';
import { hasFreshRoll, playAtScreen } from '../kit/screen-player.ts';
import { SocketPlayer } from '../kit/socket-player.ts';
import { useTestServer } from '../kit/use-test-server.ts';
import { isFull } from '../kit/windows/installed.ts';

const SEED = 5;
const testServer = useTestServer();
const participants = new Participants();

afterEach(() => participants.leave());

async function open(path: string): Promise<Person> {
  return participants.person(await Person.arrive(testServer.browser, testServer.url + path));
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const choice = (page: Page) => page.locator('.advice__choice');
const bar = (page: Page) => page.locator('.chance__bar');

/** Collects the paths of the engine files that a page requests. */
function engineRequests({ context }: Person): string[] {
  const paths: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.includes('engine')) paths.push(pathname);
  });
  return paths;
}

async function playBot(page: Page, level: RegExp, length: string): Promise<void> {
  await page.getByRole('button', { name: /^Intermediate.* Change$/ }).click();
  await page.getByRole('radio', { name: level }).check({ force: true });
  await page.getByRole('radio', { name: length, exact: true }).check({ force: true });
  await button(page, 'Play the bot').click();
  await page.waitForURL(/\/match\//);
}

async function turnTutorOn(page: Page): Promise<void> {
  await button(page, 'Board settings').click();
  await page.getByRole('switch', { name: /^Tutor/ }).check({ force: true });
  await page.keyboard.press('Escape');
}

/** A match to 1 against a friend without a screen. */
async function playFriend({ page }: Person): Promise<SocketPlayer> {
  const friend = new SocketPlayer({
    url: testServer.url,
    key: await generateKey(),
    policy: { random: seededRandom(SEED), double: 0, take: 1 },
  });
  participants.friend(friend);
  await friend.connect();
  await button(page, 'Invite a friend').click();
  await page.getByRole('radio', { name: '3', exact: true }).check({ force: true });
  await button(page, 'Create the link').click();
  const code = (await page.getByLabel('Your link').inputValue()).split('/').at(-1);
  friend.send({ type: 'join', code });
  await page.waitForURL(/\/match\//);
  return friend;
}

describe.runIf(hasChromium)('the engine beside a running match', () => {
  test('HI1 against the bot, the expert’s choice is written, drawn and announced, by button and by key, for present and past decisions', async () => {
    const person = await open('/');
    const { page } = person;
    const asked = engineRequests(person);
    await page.mouse.move(300, 300);
    await playBot(page, /^Beginner/, '3');
    await playAtScreen(page, undefined, () => hasFreshRoll(page));
    expect(asked).toEqual([]);
    await button(page, 'Hint').click();
    const told = page.locator('.advice__told > *').first();
    await expect.poll(() => told.textContent()).toMatch(/^Best: /);
    expect(asked).toHaveLength(1);
    expect(await choice(page).locator('.visually-hidden').textContent()).toMatch(/^The expert /);
    const lines = page.locator('.advice__plays tbody tr');
    expect(await lines.count()).toBeGreaterThan(1);
    const arrows = () => page.locator('.arrows').innerHTML();
    const first = await arrows();
    await lines.nth(1).getByRole('button').click();
    await expect.poll(arrows).not.toBe(first);
    await page.getByText('1 hint in this match.').waitFor();
    await inspect(page, 'hint');
    // on a phone the plays do not cover the board that they are about
    await resize(page, { width: 390, height: 844 });
    const [board, desk] = [page.locator('.match__board'), page.locator('.match__desk')];
    const gap = async () => {
      const [above, below] = [await board.boundingBox(), await desk.boundingBox()];
      return below!.y - above!.y - above!.height;
    };
    await expect.poll(gap).toBeGreaterThanOrEqual(0);
    await resize(page, { width: 1280, height: 800 });
    await page.keyboard.press('h');
    await choice(page).waitFor({ state: 'detached' });
    await page.keyboard.press('h');
    await choice(page).waitFor();
    // the hint goes with its decision
    const before = page.url();
    await playAtScreen(page, undefined, async () => (await button(page, 'Hint').count()) > 0);
    expect(page.url()).toBe(before);
    await playAtScreen(page, undefined, () => hasFreshRoll(page));
    await page.keyboard.press(',');
    await button(page, 'What would the expert play?').click();
    await expect.poll(() => told.textContent()).toMatch(/^(Best: |There’s nothing)/);
    await button(page, 'Back to the game').click();
    await button(page, 'Hint').waitFor();
    expect(await bar(page).count()).toBe(0);
  });

  test('HI8 against the bot, the tutor asks before a blunder beside the board, by button and by key, and the player decides', async () => {
    const { page } = await open('/');
    await playBot(page, /^Beginner/, '3');
    await turnTutorOn(page);
    const panel = page.getByRole('dialog', { name: 'Are you sure?' });
    const until = () => panel.isVisible();
    await playAtScreen(page, undefined, until);
    await expect.poll(() => panel.evaluate((element) => element === document.activeElement)).toBe(true);
    await panel.getByText(/^A blunder: the engine on this page says it loses \d\.\d{3} points/).waitFor();
    const [board, asked] = [await page.locator('.match__board').boundingBox(), await panel.boundingBox()];
    expect(asked!.x).toBeGreaterThanOrEqual(board!.x + board!.width);
    const show = panel.getByRole('button', { name: /^Show better/ });
    await show.click();
    await panel
      .getByText(/^Better: /)
      .first()
      .waitFor();
    await inspect(page, 'tutor');
    // a play that is taken back begins anew
    const isPlay = await panel.getByRole('button', { name: 'Take it back' }).isVisible();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    if (isPlay) expect(await hasFreshRoll(page)).toBe(true);
    await playAtScreen(page, undefined, until);
    const status = page.locator('.controls__status');
    const before = await status.textContent();
    await panel.getByRole('button', { name: /anyway$/ }).evaluate((button: HTMLElement) => button.click());
    await panel.waitFor({ state: 'detached' });
    await expect.poll(() => status.textContent()).not.toBe(before);
    // on a phone the board stays free too
    await playAtScreen(page, undefined, until);
    await resize(page, { width: 390, height: 844 });
    await panel.getByRole('button', { name: /^(Take it back|Choose again)$/ }).waitFor();
    const gap = async () => {
      const [above, below] = [await page.locator('.match__board').boundingBox(), await panel.boundingBox()];
      return below!.y - above!.y - above!.height;
    };
    await expect.poll(gap).toBeGreaterThanOrEqual(0);
  });

  test('HI9 the tutor’s question before a double takes the place of the usual one, which a right double still has', async () => {
    const { page } = await open('/');
    await playBot(page, /^Beginner/, '7');
    await turnTutorOn(page);
    const double = button(page, 'Double');
    const [tutor, usual] = ['Are you sure?', 'Double to 2?'].map((name) => page.getByRole('dialog', { name }));
    const isOpen = async () => (await tutor!.isVisible()) || (await double.isVisible());
    for (;;) {
      await playAtScreen(page, undefined, isOpen);
      if (await tutor!.isVisible()) {
        await tutor!.getByRole('button', { name: /anyway$/ }).click();
        await tutor!.waitFor({ state: 'detached' });
        continue;
      }
      await double.click();
      await tutor!.or(usual!).waitFor();
      if (await tutor!.isVisible()) break;
      // a right double: roll on all the same
      await usual!.getByRole('button', { name: 'Cancel' }).click();
      await button(page, 'Roll').click();
    }
    expect(await usual!.count()).toBe(0);
    await tutor!.getByRole('button', { name: 'Show better choice' }).click();
    await tutor!.getByText('Better: roll, no double').first().waitFor();
    await tutor!.getByRole('button', { name: 'Choose again' }).click();
    await tutor!.waitFor({ state: 'detached' });
    await double.waitFor();
    await page.keyboard.press('d');
    await tutor!.getByRole('button', { name: 'Double anyway' }).focus();
    await page.keyboard.press('Enter');
    await tutor!.waitFor({ state: 'detached' });
    await double.waitFor({ state: 'detached' });
    expect(await usual!.count()).toBe(0);
  });

  test('HI2 in a match between people there is no hint by any means, and only watchers see the chances', async () => {
    const [host, watcher] = [await open('/'), await open('/')];
    const asked = engineRequests(host);
    const friend = await playFriend(host);
    const { page } = host;
    await turnTutorOn(page);
    await playAtScreen(page, undefined, () => hasFreshRoll(page));
    await watcher.page.goto(page.url());
    await bar(watcher.page).waitFor();
    expect(await bar(watcher.page).getAttribute('aria-label')).toMatch(
      /^Chance to win the match: .+ \d+ ?%, .+ \d+ ?%\. Estimate by anchor-net-3\.$/,
    );
    for (const { page: shown } of [host, watcher]) {
      expect(await button(shown, 'Hint').count()).toBe(0);
      await shown.keyboard.press('h');
      await shown.keyboard.press('H');
      await shown.keyboard.press(',');
      expect(await button(shown, 'What would the expert play?').count()).toBe(0);
      expect(await shown.locator('.advice').count()).toBe(0);
      await shown.keyboard.press('.');
    }
    expect(await page.getByText('Are you sure?').count()).toBe(0);
    const told = await bar(watcher.page).getAttribute('aria-label');
    const length = friend.ledger?.length ?? 0;
    await playAtScreen(page, undefined, () => (friend.ledger?.length ?? 0) > length + 16);
    await expect.poll(() => bar(watcher.page).getAttribute('aria-label')).not.toBe(told);
    await inspect(watcher.page, 'chance');
    // neither shown to the player nor loaded by his page
    expect(await bar(page).count()).toBe(0);
    expect(asked).toEqual([]);
    // whatever a page is made to ask: the thread reads the header, too
    const [engine = ''] = await watcher.page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name }) => (name.includes('/engine-') ? [name] : [])),
    );
    const { header, events } = friend.ledger!;
    const questions = [0, 1].flatMap((seat) => [
      { kind: 'advice', transcript: { header, events: [...events] }, seat, n: null },
      { kind: 'chance', transcript: { header, events: [...events] }, seat },
    ]);
    const answers = await page.evaluate(
      ({ address, asking }) =>
        Promise.all(
          asking.map(
            (question) =>
              new Promise((resolve) => {
                const thread = new Worker(address, { type: 'module' });
                thread.onmessage = ({ data }) => data.kind === 'answer' && resolve(data.answered);
                thread.postMessage({ id: 0, question });
              }),
          ),
        ),
      { address: engine, asking: questions },
    );
    const refused = (code: string) => ({ ok: false, code });
    expect(answers).toEqual(['against-people', 'player', 'against-people', 'player'].map(refused));
  });

  test('HI3 the start page does not load the engine’s weights, even when it is used and cached', async () => {
    const person = await Person.arrive(testServer.browser, testServer.url, undefined, { serviceWorkers: 'allow' });
    participants.person(person);
    const { page } = person;
    const asked = engineRequests(person);
    await page.mouse.move(200, 200);
    await page.keyboard.press('Tab');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const kept = await page.evaluate(async () => {
      const lists = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return lists.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept.some((path) => path.startsWith('/assets/match-route'))).toBe(true);
    expect([...kept, ...asked].filter((path) => path.includes('engine'))).toEqual([]);
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(loaded.filter((name) => name.includes('engine'))).toEqual([]);
  });

  // The levels differ in what the server chooses, which its own tests look at.
  test.each(isFull ? ['Beginner', 'Intermediate', 'Advanced', 'Expert'] : ['Expert'])(
    'HI4 a match against the bot, %s, to its end',
    async (level) => {
      const { page } = await open('/');
      await playBot(page, new RegExp(`^${level}`), '1');
      await playAtScreen(page);
      await page.locator('.result__score').first().waitFor();
    },
  );
});
