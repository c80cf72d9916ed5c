import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { hasChromium, Person, picture, resize } from '../kit/browser.ts';
import { friendOf, inviteFriend, playFriend } from '../kit/friends.ts';
import { Participants } from '../kit/participants.ts';
import type { Policy } from '../kit/policy.ts';
import { hasFreshRoll, playAtScreen, resignAtScreen } from '../kit/screen-player.ts';
import { useTestServer } from '../kit/use-test-server.ts';

const testServer = useTestServer();
const participants = new Participants();

afterEach(() => participants.leave(/WebSocket|ERR_(CONNECTION|INTERNET)/));

async function arrive(viewport?: { width: number; height: number }): Promise<Person> {
  return participants.person(await Person.arrive(testServer.browser, testServer.url, viewport));
}

async function inMatch(length: string, policy: Partial<Policy> = {}): Promise<Person> {
  const person = await arrive();
  const friend = participants.friend(await friendOf(testServer.url, policy));
  await playFriend(person.page, friend, length);
  return person;
}

const topOfBoard = (page: Page) => page.locator('.match__board').evaluate((board) => board.getBoundingClientRect().top);
/** True if neither of two parts of the page covers any of the other. */
async function areApart(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error('a part is not shown');
  return a.y + a.height <= b.y || b.y + b.height <= a.y || a.x + a.width <= b.x || b.x + b.width <= a.x;
}

const hasFocus = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);

describe.runIf(hasChromium)('layout', () => {
  test('LA1 the match page does not grow with the list of moves, and the arrows lie below the pieces and can be turned off', async () => {
    const { page } = await inMatch('3');
    await playAtScreen(page, undefined, () => hasFreshRoll(page));
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const before = await height();
    await playAtScreen(page, undefined, async () => (await page.locator('.moves__step').count()) > 24);
    expect(await height()).toBe(before);
    await playAtScreen(page, undefined, async () => (await page.locator('.arrows').count()) > 0);
    const isBelow = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((above) => {
          const arrows = document.querySelector('.arrows');
          return Boolean(arrows && arrows.compareDocumentPosition(above) & Node.DOCUMENT_POSITION_FOLLOWING);
        });
    expect(await isBelow('.checker')).toBe(true);
    expect(await isBelow('.dice')).toBe(true);
    expect(await isBelow('.cube')).toBe(true);
    await page.getByRole('button', { name: 'Board settings' }).click();
    await page.getByRole('switch', { name: 'Arrows for the last move' }).uncheck();
    await page.keyboard.press('Escape');
    expect(await page.locator('.arrows').count()).toBe(0);
  });

  test('LA2 notices leave the board in its place', async () => {
    const { page, context } = await inMatch('1');
    await playAtScreen(page, undefined, () => hasFreshRoll(page));
    for (const size of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
      { width: 844, height: 390 },
    ]) {
      await resize(page, size);
      const before = await topOfBoard(page);
      await context.setOffline(true);
      const notice = page.getByText('No connection. Reconnecting…').filter({ visible: true });
      await notice.waitFor();
      expect(await topOfBoard(page), `at ${size.width}`).toBe(before);
      if (size.width === 390)
        for (const part of ['.match__far', '.match__board', '.match__near', '.match__desk'])
          expect(await areApart(notice, page.locator(part)), part).toBe(true);
      await picture(page, `offline-${size.width}`);
      await context.setOffline(false);
      await expect.poll(() => page.getByText('No connection.').count()).toBe(0);
    }
  });

  test('LA2a a lost connection moves nothing on the other pages, and hides no end of a page', async () => {
    const { page, context } = await arrive({ width: 390, height: 844 });
    const tops = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('#app > *:not(.banner), main *')].map(
          (one) => `${one.localName} ${one.getAttribute('class') ?? ''} ${one.getBoundingClientRect().top}`,
        ),
      );
    const whenStill = async () => {
      let last = await tops();
      await expect
        .poll(async () => {
          const earlier = last;
          last = await tops();
          return last.join('\n') === earlier.join('\n');
        })
        .toBe(true);
      return last;
    };
    for (const path of ['/', '/puzzle', '/study', '/cards', '/leaderboard']) {
      await page.goto(`${testServer.url}${path}`);
      await page.getByRole('img', { name: 'Connected' }).first().waitFor();
      await page.waitForLoadState('networkidle');
      await expect.poll(() => page.locator('.waiting').count()).toBe(0);
      const before = await whenStill();
      await context.setOffline(true);
      await page.getByText('No connection. Reconnecting…').waitFor();
      expect(await tops(), path).toEqual(before);
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      const [end, notice] = await Promise.all(
        ['footer', '.banner'].map((selector) => page.locator(selector).last().boundingBox()),
      );
      expect((end?.y ?? 0) + (end?.height ?? 0), path).toBeLessThanOrEqual(notice?.y ?? 0);
      await context.setOffline(false);
      await page.getByText('No connection.').waitFor({ state: 'detached' });
    }
  });

  test('LA3 the focus returns to where it was after a dialog, and to the board after a cube offer', async () => {
    const { page } = await arrive();
    const opener = page.getByRole('button', { name: 'Invite a friend' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
    const match = await inMatch('3', { double: 1 });
    await playAtScreen(match.page, undefined, () => match.page.locator('.panel').isVisible());
    await match.page.getByRole('button', { name: 'Take', exact: true }).focus();
    await match.page.keyboard.press('Enter');
    await match.page.getByRole('button', { name: 'Yes, take' }).focus();
    await match.page.keyboard.press('Enter');
    await match.page.locator('.panel').waitFor({ state: 'detached' });
    expect(await hasFocus(match.page, 'body')).toBe(false);
  });

  test('LA4 the banner at the end of a game holds long names on a phone', async () => {
    const { page } = await arrive({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Play the bot' }).click();
    await playAtScreen(page, undefined, () => hasFreshRoll(page));
    // The banner is shown for a moment only, so it is measured when it appears.
    const measured = page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          new MutationObserver((_, observer) => {
            const banner = document.querySelector('.board__banner');
            if (!banner) return;
            observer.disconnect();
            const { top, bottom } = banner.getBoundingClientRect();
            const boxes = [...banner.children].map((child) => child.getBoundingClientRect());
            resolve(boxes.every((box) => box.top >= top && box.bottom <= bottom));
          }).observe(document.body, { childList: true, subtree: true });
        }),
    );
    await resignAtScreen(page, 'Backgammon');
    expect(await measured).toBe(true);
  });

  test('LA5 on the board with high contrast, bar and trays have edges', async () => {
    const { page } = await inMatch('1');
    await page.evaluate(() => localStorage.setItem('anchor.preferences', '{"board":"contrast"}'));
    await page.reload();
    // The page may draw the board again in between, and an element that it replaced has no style.
    for (const selector of ['.bar-post', '.tray ~ .felt-edge']) {
      const edge = page.locator(selector).first();
      const stroke = () => edge.evaluate((element) => getComputedStyle(element).stroke);
      await expect.poll(stroke, { message: selector, timeout: 10_000 }).toBe('rgb(255, 255, 255)');
    }
  });

  test('LA6 a field for an email address gets the keyboard for addresses on a phone', async () => {
    const { page } = await arrive();
    await page.goto(`${testServer.url}/account`);
    const fields = page.getByLabel('Email address');
    await fields.first().waitFor();
    const kinds = await fields.evaluateAll((all) => all.map((field) => field.getAttribute('type')));
    expect(kinds).toEqual(kinds.map(() => 'email'));
  });

  test('LA7 on an upright phone the board has the whole width, the buttons of the turn lie below it, and the moves fold away', async () => {
    const { page } = await inMatch('3');
    await playAtScreen(page, undefined, () => hasFreshRoll(page));
    await resize(page, { width: 390, height: 844 });
    const box = (selector: string) => page.locator(selector).first().boundingBox();
    await expect.poll(async () => (await box('.match__board'))?.width).toBe(390);
    expect(await page.locator('.moves').count()).toBe(0);
    await page.getByRole('button', { name: 'Moves', exact: true }).click();
    await page.locator('.moves').waitFor();
    await page.getByRole('button', { name: 'Moves', exact: true }).click();
    await page.locator('.board__place.is-movable').first().click();
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    const [board, button] = [await box('.match__board'), await undo.boundingBox()];
    expect(button!.y).toBeGreaterThan(board!.y + board!.height);
    expect(button!.y + button!.height).toBeGreaterThan(844 - 80);
    expect(button!.y + button!.height).toBeLessThanOrEqual(844);
  });

  test('LA12 on a phone, upright and on its side, the header of the site is hidden while one plays, and a button shows it', async () => {
    const { page } = await inMatch('3');
    await playAtScreen(page, undefined, () => hasFreshRoll(page));
    const header = page.locator('header.top');
    const menu = page.getByRole('button', { name: 'Menu of the site' });
    expect(await header.isVisible()).toBe(true);
    expect(await menu.count()).toBe(0);
    for (const size of [
      { width: 390, height: 844 },
      { width: 844, height: 390 },
    ]) {
      await resize(page, size);
      await expect.poll(() => header.isVisible(), { message: `at ${size.width}` }).toBe(false);
      expect((await page.locator('.match__board').boundingBox())!.y).toBeLessThan(80);
      // The page lays the match out anew by script, a moment after the window has its size.
      for (const line of ['.match__far', '.match__near', '.tools']) {
        const isWhole = async () => {
          const { y, height } = (await page.locator(line).boundingBox())!;
          return y >= 0 && y + height <= size.height;
        };
        await expect.poll(isWhole, { message: `${line} at ${size.width}` }).toBe(true);
      }
      await menu.click();
      await header.waitFor();
      await menu.click();
      await header.waitFor({ state: 'hidden' });
    }
    await resize(page, { width: 390, height: 844 });
    await resignAtScreen(page, 'Backgammon');
    await header.waitFor();
  });

  test('LA8 on a window of 1024 by 768 the board leaves little space, and take and pass are on it', async () => {
    const { page } = await inMatch('3', { double: 1 });
    await resize(page, { width: 1024, height: 768 });
    await playAtScreen(page, undefined, () => page.locator('.panel').isVisible());
    const board = await page.locator('.match__board').boundingBox();
    expect(768 - board!.y - board!.height).toBeLessThan(130);
    for (const name of ['Take', 'Pass']) {
      const button = await page.getByRole('button', { name, exact: true }).boundingBox();
      expect(button!.x + button!.width, name).toBeLessThan(board!.x + board!.width);
      expect(button!.y + button!.height, name).toBeLessThan(board!.y + board!.height);
    }
  });

  test('LA9 on a window of 1024 by 768 both names of a match with a clock are whole, and the question about a resignation leaves both lines in the window', async () => {
    const { page } = await inMatch('3');
    await playAtScreen(page, undefined, () => hasFreshRoll(page));
    await resize(page, { width: 1024, height: 768 });
    const cut = () =>
      page
        .locator('.strip__text')
        .evaluateAll((names) => names.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
    expect(await page.locator('.clock').count()).toBe(2);
    expect(await cut()).toBe(0);
    const board = await page.locator('.match__board').boundingBox();
    const near = () => page.locator('.match__near').boundingBox();
    expect((await near())!.y).toBeGreaterThanOrEqual(board!.y + board!.height);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.locator('.panel').waitFor();
    const { y, height } = (await near())!;
    expect(y + height).toBeLessThanOrEqual(768);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(768);
    // A less tall window has no room for a line below the board.
    await resize(page, { width: 1180, height: 720 });
    const low = (await near())!;
    expect(low.y + low.height).toBeLessThanOrEqual(720);
    expect(await cut()).toBe(0);
  });

  test('LA10 on a phone all that a correspondence match says is above the buttons, and how far its dice can be trusted is said on demand', async () => {
    const person = await arrive();
    const { page } = person;
    const friend = participants.friend(await friendOf(testServer.url));
    await inviteFriend(page, friend, '1', '3 days');
    await page.goto(testServer.url);
    await page.locator('section[aria-labelledby="turns"] a.button').click();
    await playAtScreen(page, undefined, () => hasFreshRoll(page));
    await resize(page, { width: 390, height: 844 });
    const said = await page.locator('.correspondence').boundingBox();
    const desk = await page.locator('.match__desk').boundingBox();
    expect(said!.y + said!.height).toBeLessThanOrEqual(desk!.y);
    expect(desk!.y + desk!.height).toBeLessThanOrEqual(844);
    const trust = page.getByText(/^Your share of the next roll/);
    expect(await trust.isVisible()).toBe(false);
    await page.getByText('How the dice stay fair').click();
    await trust.waitFor();
  });

  test('LA11 at 1440 and 1024 pixels a search leaves the name, its time and its button whole and apart in the header', async () => {
    const { page } = await arrive({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Play now' }).click();
    const search = page.getByRole('region', { name: 'Your search for an opponent' });
    await search.waitFor();
    for (const width of [1440, 1240, 1200, 1024, 390]) {
      await resize(page, { width, height: 900 });
      const parts = await page
        .locator('.own-seek .spinner, .own-seek__text > span:not(.visually-hidden), .own-seek button, .top__end > *')
        .evaluateAll((all) =>
          all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().toJSON() as DOMRect),
        );
      for (const [at, box] of parts.entries())
        for (const other of parts.slice(at + 1)) {
          const isApart =
            box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top;
          expect(isApart, `${width}: ${JSON.stringify([box, other])}`).toBe(true);
        }
      const name = page.locator('.player-chip__name');
      if (width >= 1024)
        expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth), `${width}`).toBe(
          true,
        );
    }
  });

  test('LA13 at every width the header begins and ends where the page does', async () => {
    const { page } = await inMatch('1');
    await playAtScreen(page, undefined, () => hasFreshRoll(page));
    await resignAtScreen(page, 'Single');
    await page.locator('.result').waitFor();
    const review = page.url().replace('/match/', '/review/');
    const header = page.locator('header.top');
    const edges = async (first: string, last: string) => {
      const box = async (selector: string) => page.locator(selector).first().boundingBox();
      const [one, other] = [await box(first), await box(last)];
      return { left: Math.round(one!.x), right: Math.round(other!.x + other!.width) };
    };
    const sizes = [
      { width: 1920, height: 1080 },
      { width: 1440, height: 900 },
      { width: 1280, height: 720 },
      { width: 1024, height: 768 },
      { width: 700, height: 900 },
      { width: 390, height: 844 },
      { width: 844, height: 390 },
    ];
    const places = [
      [page.url(), '.match--upright .match__far, .match:not(.match--upright) .match__board', '.match__far'],
      [`${testServer.url}/`, '.page > :first-child', '.page > :first-child'],
      [`${testServer.url}/puzzles`, '.puzzle__board', '.puzzle'],
      [`${testServer.url}/study`, '.study__board', '.study__side'],
      [review, '.review__board', '.review__below'],
    ] as const;
    for (const [address, first, last] of places) {
      if (address !== page.url()) await page.goto(address);
      for (const size of sizes) {
        await resize(page, size);
        await page.locator(first).first().waitFor();
        // A phone on its side has no room for it beside a match.
        if (!(await header.isVisible())) continue;
        await picture(page, `header-${new URL(address).pathname.split('/')[1]}-${size.width}`);
        const padding = await page
          .locator(last)
          .first()
          .evaluate((end) => Number.parseFloat(getComputedStyle(end).paddingRight));
        const { left, right } = await edges(first, last);
        const top = await edges('.brand', '.top__end');
        expect.soft([left, right - padding], `${address} at ${size.width}`).toEqual([top.left, top.right]);
      }
    }
  });

  test('LA14 on the home page the terms begin at one edge, and the seal of the board lies on nothing', async () => {
    const { page } = await arrive();
    await page.locator('.hero-board svg').first().waitFor();
    for (const size of [
      { width: 1280, height: 800 },
      { width: 1024, height: 768 },
      { width: 390, height: 844 },
    ]) {
      await resize(page, size);
      const lefts = await page
        .locator('.start__terms')
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
      expect(new Set(lefts).size, `at ${size.width}`).toBe(1);
      const [seal, puzzle] = await Promise.all(
        ['.hero-board__seal', '.puzzle-invitation'].map((selector) => page.locator(selector).boundingBox()),
      );
      expect(seal!.y + seal!.height, `at ${size.width}`).toBeLessThanOrEqual(puzzle!.y);
    }
  });

  test('LA15 in the review the chart follows the steps without a gap', async () => {
    const { page } = await inMatch('1');
    await playAtScreen(page, undefined, () => hasFreshRoll(page));
    await resignAtScreen(page, 'Single');
    await page.locator('.result').waitFor();
    await page.goto(page.url().replace('/match/', '/review/'));
    await page.locator('.glance').waitFor();
    for (const width of [1280, 1024]) {
      await resize(page, { width, height: 800 });
      const [steps, chart] = await Promise.all(
        ['.stepper', '.glance'].map((selector) => page.locator(selector).boundingBox()),
      );
      expect(chart!.y - steps!.y - steps!.height, `at ${width}`).toBeLessThan(24);
    }
  });
});
