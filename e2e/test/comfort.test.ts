import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '@anchor/testkit/random';
import { generateKey } from 'bg-record';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, launch, Person, resize } from '../kit/browser.ts';
import { friendOf, playFriend } from '../kit/friends.ts';
import { inspect, loaded, overflow, SIZES } from '../kit/inspect.ts';
import { Participants } from '../kit/participants.ts';
import { playMatch } from '../kit/play-match.ts';
import { hasFreshRoll, playAtScreen } from '../kit/screen-player.ts';
import { notedMessages, noteMessages } from '../kit/system-messages.ts';
import { useTestServer } from '../kit/use-test-server.ts';

const testServer = useTestServer();
/** The browser for the tests of notifications, which the usual one lacks. */
let whole: Browser;
const participants = new Participants();

beforeAll(async () => {
  if (hasChromium) whole = await launch({ whole: true });
});
afterAll(() => whole?.close());
afterEach(() => participants.leave(/WebSocket|ERR_(CONNECTION|INTERNET)|503/));

type Options = Parameters<typeof Person.arrive>[3];

async function arrive(path = '/', options: Options = {}, browser = testServer.browser): Promise<Person> {
  return participants.person(await Person.arrive(browser, `${testServer.url}${path}`, undefined, options));
}

const untilMyTurn = (page: Page) => playAtScreen(page, undefined, () => hasFreshRoll(page));

/** A person in a match with a friend without a screen, with a roll before him. */
async function inMatch(options: Options = {}, browser = testServer.browser): Promise<Person> {
  const person = await arrive('/', options, browser);
  const friend = participants.friend(await friendOf(testServer.url));
  await playFriend(person.page, friend, '1');
  await untilMyTurn(person.page);
  return person;
}

/** A browser without windows cannot put another tab in front by itself. */
function look(page: Page, away: boolean): Promise<void> {
  return page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, away);
}

const BOARDS = ['Sea', 'Walnut', 'Linen', 'High contrast'];
const COLOURS = ['board', 'slate', 'cherry', 'navy', 'moss', 'black'];

/** Relative luminance as WCAG has it. */
function luminance([r, g, b]: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = [r, g, b].map((channel = 0) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the colours of both players' checkers on this board. */
function faces(page: Page): Promise<number[][]> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    const colours = [0, 1].map((player) => {
      probe.style.color = `var(--board-checker-${player}-mid)`;
      return (getComputedStyle(probe).color.match(/\d+/g) ?? []).map(Number);
    });
    probe.remove();
    return colours;
  });
}

describe.runIf(hasChromium)('comfort', () => {
  test('C1 the start page shows live matches on small boards, with every roll verified, and links to them', async () => {
    const player = await inMatch();
    const { page } = await arrive();
    const label = await page.locator('.live__board > [role=img]').getAttribute('aria-label');
    const rolls = async () => Number.parseInt((await page.locator('.live__seal').textContent()) ?? '', 10);
    const before = await rolls();
    await inspect(page, 'home-live');
    await resize(page, SIZES[0]);
    await player.page.locator('.board__place.is-movable').first().waitFor();
    let moved = 0;
    await playAtScreen(player.page, undefined, async () => (await hasFreshRoll(player.page)) && ++moved > 1);
    await expect.poll(rolls).toBeGreaterThan(before);
    expect(await page.locator('.live__board > [role=img]').getAttribute('aria-label')).not.toBe(label);
    await page.getByRole('link', { name: 'Watch' }).click();
    await page.getByText('You’re watching').waitFor();
    const shown = await page.locator('.moves__text').count();
    let more = 0;
    await playAtScreen(player.page, undefined, async () => (await hasFreshRoll(player.page)) && ++more > 1);
    await expect.poll(() => page.locator('.moves__text').count()).toBeGreaterThan(shown);
  });

  test.each(BOARDS)(
    'C2 the %s board can be chosen, is remembered, and distinguishes the checkers by brightness in each of their colours',
    async (board) => {
      const { page } = await arrive('/settings');
      await loaded(page);
      await page.getByRole('group', { name: 'Board', exact: true }).getByText(board, { exact: true }).click();
      await page.reload();
      await loaded(page);
      expect(await page.getByRole('radio', { name: board }).isChecked()).toBe(true);
      for (const theme of ['light', 'dark']) {
        await page.evaluate((chosen) => document.documentElement.setAttribute('data-theme', chosen), theme);
        for (const colours of COLOURS) {
          await page.evaluate((chosen) => document.documentElement.setAttribute('data-colours', chosen), colours);
          const [bright = 0, dark = 0] = (await faces(page)).map(luminance);
          expect((bright + 0.05) / (dark + 0.05), `${board}, ${colours}, ${theme}`).toBeGreaterThan(7);
        }
        await page.evaluate(() => document.documentElement.setAttribute('data-colours', 'board'));
      }
      await inspect(page, `settings-${board.split(' ')[0]?.toLowerCase()}`);
    },
  );

  test('C14 board, form and colours of the checkers, dice and volume are chosen apart and remembered', async () => {
    const { page } = await arrive('/settings');
    await loaded(page);
    const choices = [
      ['Board', 'Linen'],
      ['Checkers', 'Ringed'],
      ['Colours of the checkers', 'Ivory and cherry'],
      ['Dice', 'Ruby'],
    ] as const;
    for (const [group, choice] of choices)
      await page.getByRole('group', { name: group, exact: true }).getByText(choice, { exact: true }).click();
    await page.getByRole('slider', { name: /^Volume/ }).fill('30');
    await page.reload();
    await loaded(page);
    for (const [group, choice] of choices)
      expect(
        await page.getByRole('group', { name: group, exact: true }).getByLabel(choice, { exact: true }).isChecked(),
      ).toBe(true);
    expect(await page.getByRole('slider', { name: /^Volume/ }).inputValue()).toBe('30');
    const { board, checkers, colours, dice } = await page.evaluate(() => ({ ...document.documentElement.dataset }));
    expect([board, checkers, colours, dice]).toEqual(['linen', 'ringed', 'cherry', 'ruby']);
  });

  test('C3 marks distinguish the checkers by shape if the player wants them', async () => {
    const { page } = await arrive('/settings');
    await loaded(page);
    const marks = page.locator('.settings__board .checker-mark');
    expect(await marks.first().isVisible()).toBe(false);
    await page.getByRole('switch', { name: /^Marks/ }).check();
    expect(await marks.first().isVisible()).toBe(true);
    const shapes = await marks.evaluateAll((all) => new Set(all.map((mark) => mark.getAttribute('d'))).size);
    expect(shapes).toBe(2);
  });

  test('C4 a system notification says that it is the player’s turn: only if enabled, only while hidden, gone when seen', async () => {
    const person = await inMatch({ serviceWorkers: 'allow', permissions: ['notifications'] }, whole);
    const { page } = person;
    await page.evaluate(() => navigator.serviceWorker.ready);
    const messages = () =>
      page.evaluate(async () => {
        const worker = await navigator.serviceWorker.ready;
        return (await worker.getNotifications()).map(({ title, body }) => `${title}: ${body}`);
      });
    await look(page, true);
    expect(await messages()).toEqual([]);
    await look(page, false);
    const match = page.url();
    await page.addInitScript(noteMessages);
    await page.goto(`${testServer.url}/settings`);
    await page.getByRole('switch', { name: /^Notify me/ }).check();
    await page.goto(match);
    await page.locator('.board__place.is-movable').first().waitFor();
    expect(await messages()).toEqual([]);
    await look(page, true);
    await expect.poll(() => notedMessages(page)).toHaveLength(1);
    await expect.poll(messages).toEqual([expect.stringMatching(/^Your turn: .*is waiting for you\.$/)]);
    await look(page, false);
    await expect.poll(messages).toEqual([]);
    // a browser that takes its time over finding the first does not take back the second
    await page.evaluate(() => {
      const { getNotifications } = ServiceWorkerRegistration.prototype;
      ServiceWorkerRegistration.prototype.getNotifications = async function (filter) {
        await new Promise((resolve) => setTimeout(resolve, 500));
        return getNotifications.call(this, filter);
      };
    });
    for (const away of [true, false, true]) await look(page, away);
    await expect.poll(() => notedMessages(page)).toHaveLength(3);
    await expect.poll(messages).toHaveLength(1);
  });

  test('C5 the page says why the switch stays off when the browser blocks notifications', async () => {
    const { page } = await arrive('/settings', {}, whole);
    await page.evaluate(() => {
      Notification.requestPermission = () => Promise.resolve('denied');
    });
    await page.getByRole('switch', { name: /^Notify me/ }).click();
    await page.getByText('Your browser blocks notifications from this page.').waitFor();
    expect(await page.getByRole('switch', { name: /^Notify me/ }).isChecked()).toBe(false);
    await inspect(page, 'settings-denied');
  });

  test('C5a the switch for notifications turns on at once if the browser allows them, and otherwise only after it does', async () => {
    const pending = () => {
      Notification.requestPermission = () => new Promise(() => undefined);
    };
    const { page } = await arrive('/settings', { permissions: ['notifications'] }, whole);
    const wanted = page.getByRole('switch', { name: /^Notify me/ });
    await page.evaluate(pending);
    await wanted.check();
    await page.reload();
    await expect.poll(() => wanted.isChecked()).toBe(true);
    const asked = (await arrive('/settings', {}, whole)).page.getByRole('switch', { name: /^Notify me/ });
    await asked.page().evaluate(pending);
    await asked.click();
    await expect.poll(() => asked.isChecked()).toBe(false);
  });

  test('C6 without a server the page opens from the cache and checks a record', async () => {
    const { page } = await arrive('/', { serviceWorkers: 'allow' });
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const file = join(testServer.folder, 'record.json');
    await saveRecord(file);
    await testServer.server.end();
    await page.goto(`${testServer.url}/verify`);
    await page.getByText('No connection. Reconnecting…').waitFor();
    await page.getByLabel('Choose').setInputFiles(file);
    await page.getByRole('heading', { name: 'This record is consistent.' }).waitFor();
    await inspect(page, 'verified-offline');
    await page.goto(testServer.url);
    await page.getByText('No connection. The lists will load when you’re back online.').waitFor();
    await inspect(page, 'home-offline');
    await testServer.start();
    await page.locator('.lists').waitFor();
  });

  test('C7 requests to the service itself are never answered from the cache', async () => {
    const { page } = await arrive('/', { serviceWorkers: 'allow' });
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const kept = await page.evaluate(async () => {
      for (const path of ['/api/records', '/api/leaderboard', '/healthz']) await fetch(path);
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return { names, paths: requests.flat().map(({ url }) => new URL(url).pathname) };
    });
    expect(kept.names).toEqual([expect.stringMatching(/^anchor-[0-9a-f]{16}$/)]);
    expect(kept.paths).toContain('/src/record/index.js');
    expect(kept.paths.filter((path) => /^\/(api|records|healthz)/.test(path))).toEqual([]);
  });

  test('C8 the page can be installed', async () => {
    const { page, context } = await arrive('/', { serviceWorkers: 'allow' });
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const devtools = await context.newCDPSession(page);
    const { errors } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // A context of its own counts as a private window, in which nothing can be installed.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  });

  test.each([
    '/',
    '/settings',
    '/verify',
    '/puzzle',
    '/leaderboard',
    '/account',
    '/fairness',
    '/volunteers',
    '/rules',
    '/lesson',
  ])('C9 %s reads from right to left without being cut off', async (path) => {
    const { page } = await arrive(path);
    await loaded(page);
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    for (const size of [...SIZES, { width: 320, height: 640 }]) {
      await resize(page, size);
      await expect.poll(() => overflow(page), { message: `${path} at ${size.width}` }).toBe(0);
      expect(await cutOff(page), `${path} at ${size.width}`).toEqual([]);
    }
  });

  test('C10 so does a match', async () => {
    const { page } = await inMatch();
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    for (const size of [...SIZES, { width: 320, height: 640 }]) {
      await resize(page, size);
      await expect.poll(() => overflow(page), { message: `at ${size.width}` }).toBe(0);
      expect(await cutOff(page), `at ${size.width}`).toEqual([]);
    }
    await resize(page, SIZES[0]);
    await untilMyTurn(page);
    await page.locator('.board__place.is-movable').first().click();
  });

  test.each([
    [568, 320],
    [844, 390],
  ])('C12 so does that of the puzzle on a phone on its side of %i by %i, all of it in sight', async (width, height) => {
    const { page } = await arrive('/puzzle');
    await page.locator('.puzzle__board .board').waitFor();
    await resize(page, { width, height });
    const box = await page.locator('.puzzle__board').boundingBox();
    expect(box!.y + box!.height).toBeLessThanOrEqual(height);
    expect(box!.width).toBeGreaterThan(height);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await cutOff(page)).toEqual([]);
  });

  test.each([
    ['at a zoom of four', 320, 256, 290],
    ['at a zoom of two', 640, 400, 360],
    ['on a small phone on its side', 568, 320, 330],
    ['on a phone on its side', 844, 390, 450],
  ])('C11 the board of a match stays large %s, and nothing sticks out', async (_, width, height, least) => {
    const { page } = await inMatch();
    await resize(page, { width, height });
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
    expect(await cutOff(page)).toEqual([]);
    expect((await page.locator('.match__board').boundingBox())?.width).toBeGreaterThan(least);
    await untilMyTurn(page);
    await page.locator('.board__place.is-movable').first().click();
    await page.getByRole('button', { name: 'Undo' }).first().waitFor();
  });

  test.each([
    ['reduce', false],
    ['no-preference', true],
  ] as const)(
    'C13 where the system says of motion %s, whether something moves by itself: %s',
    async (reducedMotion, moves) => {
      const { page } = await inMatch({ reducedMotion });
      await watchMotion(page);
      let turns = 0;
      await playAtScreen(page, undefined, async () => (await hasFreshRoll(page)) && ++turns > 3);
      const motion = await page.evaluate<string[]>('globalThis.motion');
      expect(motion.length > 0, motion.slice(0, 5).join(', ')).toBe(moves);
    },
  );
});

/** From now on the page notes what moves by itself for longer than an eye can see. */
function watchMotion(page: Page): Promise<void> {
  return page.evaluate(() => {
    const motion: string[] = [];
    const look = () => {
      for (const { effect, playState } of document.getAnimations()) {
        const { target } = effect as KeyframeEffect;
        const lasts = Number(effect?.getComputedTiming().duration);
        if (playState === 'running' && lasts > 20) motion.push(`${target?.getAttribute('class')} for ${lasts} ms`);
      }
      requestAnimationFrame(look);
    };
    look();
    Object.assign(globalThis, { motion });
  });
}

/** Buttons and links that lie beyond an edge of the window; from right to left that is where scrolling does not reach. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main a, main button, main input, header a, header button')]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && (left < -1 || right > innerWidth + 1);
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}

/** The record of a match that two others have played. */
async function saveRecord(path: string): Promise<void> {
  const keys = [await generateKey(), await generateKey()] as const;
  const policy = { random: seededRandom(1), double: 1, take: 0 };
  const { record } = await playMatch(testServer.url, keys, { length: 1, rated: true, clock: 'slow' }, policy);
  writeFileSync(path, await (await fetch(testServer.url + record)).text());
}
