import { seededRandom } from '@anchor/testkit/random';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { allEnglish, allGerman } from '../../packages/client/test/all-texts.ts';
import { hasChromium, Person, picture, resize } from '../kit/browser.ts';
import { loaded, SIZES } from '../kit/inspect.ts';
import { type Place, placesOf } from '../kit/places.ts';
import { type Population, populate } from '../kit/population.ts';
import { answerResigning, hasFreshRoll, playAtScreen } from '../kit/screen-player.ts';
import { refuses } from '../kit/trouble.ts';
import { useTestServer } from '../kit/use-test-server.ts';
import { isFull } from '../kit/windows/installed.ts';

const WIDE = SIZES[0];
const PHONE = { width: 390, height: 844 };

function plainTexts(part: unknown): string[] {
  if (typeof part === 'string') return [part.trim()];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(plainTexts) : [];
}

const germanTexts = new Set(plainTexts(allGerman));
/** Texts of the English catalogue that are not in the German one. They must not appear on a German page. */
const foreign = new Set(plainTexts(allEnglish).filter((text) => text !== '' && !germanTexts.has(text)));

/** Every text of the page, and what it says to those who do not see it. */
function textsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) found.push(walker.currentNode.nodeValue ?? '');
    for (const element of document.querySelectorAll('*'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(element.getAttribute(name) ?? '');
    return [...found, document.title].map((text) => text.trim()).filter((text) => text !== '');
  });
}

const englishOn = async (page: Page) => (await textsOn(page)).filter((text) => foreign.has(text));

const widerBy = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function holds(page: Page, name: string): Promise<void> {
  await picture(page, `german-${name}`);
  expect(await englishOn(page), name).toEqual([]);
  await expect.poll(() => widerBy(page), { message: name }).toBeLessThanOrEqual(0);
}

/** Buttons, links and fields that cover one another, and those that stick out of the window. */
function crowded(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll('a, button, input, select, textarea')].filter(
      (element) =>
        !element.closest('.board, .skip, .switch, .choice') &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    );
    // An element that an ancestor clips is not visible.
    const seen = (element: Element) => {
      let { left, right, top, bottom } = element.getBoundingClientRect();
      for (let around = element.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflowX === 'visible') continue;
        const frame = around.getBoundingClientRect();
        [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
        [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
      }
      return { left, right, top, bottom };
    };
    const boxes = all.map(seen);
    type Box = (typeof boxes)[number];
    const nameOf = (index: number) => all[index]?.getAttribute('aria-label') ?? all[index]?.textContent ?? '';
    const covers = (one: Box, other: Box) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
    const covered = boxes.flatMap((one, i) =>
      boxes.flatMap((other, j) =>
        i < j && covers(one, other) && !all[i]!.contains(all[j]!) ? [`${nameOf(i)} × ${nameOf(j)}`] : [],
      ),
    );
    const out = boxes.flatMap((box, i) =>
      box.left < -1 || box.right > innerWidth + 1 ? [`${nameOf(i)} sticks out`] : [],
    );
    return [...covered, ...out];
  });
}

/** Signed numbers whose sign does not stand at their left, and plays whose notation does not run from the left, as every language reads them. */
function strayed(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const leftOf = (node: Node, at: number) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect().left;
    };
    while (walker.nextNode()) {
      const node = walker.currentNode;
      for (const { 0: text, index } of (node.nodeValue ?? '').matchAll(
        /[+−]\d[\d.,]*|(?:bar|\d+)\/(?:off|\d)[^\s]*(?: (?:bar|\d+)\/\S+)*/g,
      ))
        if (leftOf(node, index) > leftOf(node, index + text.length - 1)) found.push(text);
    }
    return found;
  });
}

const testServer = useTestServer();
let population: Population;
const SEED = 5;

/** The places of the page itself: the legal pages are documents of the operator. */
const places = (): Place[] => placesOf(population).filter(({ path }) => !path.endsWith('.html'));

async function visit(page: Page, { path }: Place): Promise<void> {
  await page.goto(`${testServer.url}${path}`);
  await loaded(page);
}

beforeAll(async () => {
  console.log(`seed ${SEED}`);
  population = await populate(testServer.url, ['Anna', 'Bernd', 'Carla'], { random: seededRandom(SEED), rounds: 1 });
});

/** Opens each page in German, at the width of a phone and at that of a desktop. */
async function visitAll(look: (page: Page, place: Place, width: number) => Promise<void>): Promise<void> {
  const person = await Person.arrive(testServer.browser, testServer.url, PHONE, { locale: 'de-DE' });
  const { page } = person;
  for (const place of places()) {
    for (const size of [PHONE, WIDE]) {
      await resize(page, size);
      await visit(page, place);
      await look(page, place, size.width);
    }
  }
  expect(person.errors).toEqual([]);
  await person.leave();
}

describe.runIf(hasChromium)('languages', () => {
  test('LG1 every page is in German, and nothing is too wide for a phone or a desktop', () =>
    visitAll(async (page, place, width) => {
      if (place.press) {
        await page.locator('main').getByRole('button', { name: 'Würfel zählen' }).click();
        await page.locator(place.press.shows).waitFor();
      }
      await holds(page, `${place.name}-${width}`);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    }));

  test('LG2 a match is played, proved, resigned, reviewed and verified in German on a phone', async () => {
    const person = await Person.arrive(testServer.browser, testServer.url, PHONE, {
      locale: 'de-DE',
      saveData: false,
    });
    const { page } = person;
    await page.getByRole('button', { name: 'Gegen den Bot spielen' }).click();
    let rolls = 0;
    await playAtScreen(page, undefined, async () => {
      expect(await englishOn(page)).toEqual([]);
      return (await hasFreshRoll(page)) && ++rolls > 4;
    });
    await holds(page, 'match-roll');
    await page.locator('.latest-seal .seal').click();
    await holds(page, 'match-proof');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Aufgeben' }).click();
    await holds(page, 'match-resign');
    await answerResigning(page, 'Backgammon');
    await page.locator('.result').getByRole('button', { name: 'Mehr' }).click();
    await page.getByText(/^In diesem Browser von /).waitFor();
    await holds(page, 'match-result');
    await page.locator('.result').getByRole('link', { name: 'Prüfen' }).click();
    await page.getByRole('heading', { name: 'Dieses Protokoll ist in sich stimmig.' }).waitFor();
    await holds(page, 'match-verified');
    expect(person.errors).toEqual([]);
    await person.leave();
  });

  test('LG3 a language chosen in the settings applies at once and after a reload, whatever the browser prefers', async () => {
    const person = await Person.arrive(testServer.browser, `${testServer.url}/settings`);
    const { page } = person;
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    await heading('Settings');
    await page.getByText('Deutsch', { exact: true }).click();
    await heading('Einstellungen');
    await page.goto(`${testServer.url}/leaderboard`);
    await heading('Rangliste');
    expect(await page.title()).toBe('Rangliste · Anchor');
    await page.goto(`${testServer.url}/settings`);
    await page.getByText('Sprache des Browsers', { exact: true }).click();
    await heading('Settings');
    expect(person.errors).toEqual([]);
    await person.leave();
  });

  test('LG4 without the file of German texts the page shows English', async () => {
    const context = await testServer.browser.newContext({ locale: 'de-DE' });
    const page = await context.newPage();
    await page.route(/\/assets\/de-/, (route) => route.abort());
    await page.goto(`${testServer.url}/leaderboard`);
    await page.getByRole('heading', { level: 1, name: 'Leaderboard' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
    await context.close();
  });

  test('LG6 refusals of the server are worded in German, whatever text the server sends', async () => {
    const person = await Person.arrive(testServer.browser, 'about:blank', PHONE, { locale: 'de-DE' });
    const { page } = person;
    await refuses('invite-info', 'too-many')(page);
    await page.goto(`${testServer.url}/invite/abcdefgh`);
    await page.getByText('Zu viele Anfragen. Warte einen Moment.').waitFor();
    await page.goto(`${testServer.url}/keys`);
    await page.getByLabel('Gesicherter Schlüssel').fill('kein Schlüssel');
    await page.getByRole('button', { name: 'Diesen Schlüssel verwenden' }).click();
    await page.getByText('Das ist kein gesicherter Anchor-Schlüssel.').waitFor();
    await holds(page, 'refusals');
    await person.leave();
  });

  if (!isFull) return;

  test('LG5 from right to left, nothing overflows or covers what it does not cover from left to right', () =>
    visitAll(async (page, place, width) => {
      const message = `${place.name} at ${width}`;
      await page.keyboard.press('Escape');
      const before = await crowded(page);
      await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
      await picture(page, `rtl-${place.name}-${width}`);
      await expect.poll(() => widerBy(page), { message }).toBeLessThanOrEqual(0);
      expect(await strayed(page), message).toEqual([]);
      const crowd = await crowded(page);
      expect(
        crowd.filter((pair) => !before.includes(pair)),
        message,
      ).toEqual([]);
    }));
});
