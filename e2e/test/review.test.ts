import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { seededRandom } from '@anchor/testkit/random';
import type { AnalysisReport } from '@anchor/wire';
import type { AxeResults, RunOptions } from 'axe-core';
import { parseXgid } from 'bg-rules';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, Person, picture } from '../kit/browser.ts';
import { Participants } from '../kit/participants.ts';
import { playMatch } from '../kit/play-match.ts';
import { type Policy, policyWithErrors } from '../kit/policy.ts';
import { arrive } from '../kit/population.ts';
import { SmallWorker } from '../kit/small-worker.ts';
import { useTestServer } from '../kit/use-test-server.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES: RunOptions = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
const WORKER_KEY = 'the key of the volunteers';
const SEED = 20_260;

const testServer = useTestServer({ env: { WORKER_KEY, LIMIT_ANALYSIS: '10000' } });
const participants = new Participants();
let match = '';
let record: { readonly events: readonly { readonly n: number; readonly type: string }[] };

function erringPolicy(seed: number): Policy {
  return policyWithErrors({ random: seededRandom(seed), double: 0.12, take: 0.8 }, 0.2);
}

beforeAll(async () => {
  if (!hasChromium) return;
  const [ann, bertil] = [await arrive(testServer.url, 'Ann <b>Marlow'), await arrive(testServer.url, 'Bertil')];
  const wanted = { length: 5, rated: true, clock: 'slow' } as const;
  ({ match } = await playMatch(testServer.url, [ann.key, bertil.key], wanted, erringPolicy(SEED)));
  record = await (await fetch(`${testServer.url}/records/${match}.json`)).json();
});
// what was refused on purpose is logged by the browser
afterEach(() => participants.leave(/Failed to load resource/));

const PHONE = { width: 390, height: 844 };

async function open(path: string, viewport?: { width: number; height: number }): Promise<Person> {
  return participants.person(await Person.arrive(testServer.browser, testServer.url + path, viewport));
}

/** Opens the review and waits for the quick look. */
async function review(place = '', viewport?: { width: number; height: number }): Promise<Person> {
  const person = await open(`/review/${match}${place}`, viewport);
  await person.page.locator('.stepper').waitFor();
  await person.page.getByText('Not analysed yet').waitFor();
  return person;
}

const at = async (page: Page) => Number(await page.getByRole('slider').inputValue());
const shownEvent = (page: Page) => page.locator('.step[aria-current]').getAttribute('data-event');

async function inspect(page: Page, name: string): Promise<void> {
  await page.evaluate(axe);
  for (const theme of ['light', 'dark']) {
    await page.evaluate((chosen) => document.documentElement.setAttribute('data-theme', chosen), theme);
    await picture(page, `${name}-${theme}`);
    const { violations }: AxeResults = await page.evaluate(`axe.run(document, ${JSON.stringify(RULES)})`);
    const lines = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
    expect(lines, `${name}, ${theme}`).toEqual([]);
  }
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The deep analysis is asked for and done by a worker that is there only for that. */
async function analyse(page: Page): Promise<void> {
  const worker = new SmallWorker({ url: testServer.url, key: WORKER_KEY, engineId: 'gnubg-1.07' });
  try {
    await page.getByRole('button', { name: 'Deep analysis' }).click();
    await page.locator('.tier--done').waitFor({ timeout: 90_000 });
  } finally {
    await worker.stop();
  }
}

describe.runIf(hasChromium)('the review of a match', () => {
  test(`says that it was checked, and steps through every decision by keys, buttons and slider (seed ${SEED})`, async () => {
    const { page, errors } = await review();
    await page.getByText(/^Verified in this browser: all signatures are valid/).waitFor();
    const decisions = record.events.filter(
      ({ type }) => !['commit', 'reveal', 'resume', 'roll', 'dice'].includes(type),
    );
    expect(await page.locator('.step').count()).toBe(decisions.length);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    expect(await at(page)).toBe(1);
    await page.keyboard.press('End');
    expect(await shownEvent(page)).toBe(String(decisions.at(-1)?.n));
    await page.getByRole('button', { name: 'Previous move' }).click();
    expect(await shownEvent(page)).toBe(String(decisions.at(-2)?.n));
    await page.keyboard.press('Home');
    expect(await at(page)).toBe(0);
    await page.locator('.step').nth(5).click();
    await expect.poll(() => page.url()).toBe(`${testServer.url}/review/${match}/${decisions[5]?.n}`);
    await page.reload();
    await page.locator('.stepper').waitFor();
    expect(await at(page)).toBe(5);
    expect(errors).toEqual([]);
  });

  test('shows the result of a play under the pointer, and keeps the chosen play', async () => {
    const { page } = await review();
    const board = () => page.getByRole('region', { name: 'The board in words' }).textContent();
    const played = await board();
    const other = page.locator('.plays tbody tr:not(.is-made)').first();
    await other.hover();
    await expect.poll(board).not.toBe(played);
    await page.mouse.move(0, 0);
    await expect.poll(board).toBe(played);
    await other.getByRole('button').click();
    await page.mouse.move(0, 0);
    await page.getByRole('button', { name: 'Back to the play made' }).click();
    await expect.poll(board).toBe(played);
    await page.getByRole('button', { name: 'Before the move' }).click();
    expect(await page.locator('.arrows').count()).toBe(0);
  });

  test('copies the position for other programs and for a friend, and offers the match as files', async () => {
    const { page } = await review();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Copy XGID' }).click();
    await page.getByText('XGID copied.').waitFor();
    const diagram = parseXgid(await clipboard());
    expect(diagram.ok && diagram.value.length).toBe(5);
    await page.getByRole('button', { name: 'Copy GNU ID' }).click();
    await expect.poll(clipboard).toMatch(/^[A-Za-z0-9+/]{14}:[A-Za-z0-9+/]{12}$/);
    await page.getByRole('button', { name: 'Copy link to this moment' }).click();
    await expect.poll(clipboard).toBe(`${testServer.url}/review/${match}/${await shownEvent(page)}`);
    const files = {
      json: 'Download the signed record',
      mat: 'Download as .mat',
      sgf: 'Download as SGF',
      ogxm: 'Download as OGXM',
    };
    for (const [ending, name] of Object.entries(files)) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name }).click();
      const file = await download;
      if (ending === 'json') expect(file.suggestedFilename()).toBe(`${match}.json`);
      else expect(file.suggestedFilename()).toMatch(new RegExp(`^.+ - .+ \\d{4}-\\d{2}-\\d{2}\\.${ending}$`));
      const text = readFileSync(await file.path(), 'utf8');
      if (ending === 'json') expect(text).toBe(await (await fetch(`${testServer.url}/records/${match}.json`)).text());
      else expect(text.length).toBeGreaterThan(200);
    }
  });

  test('says why there is no deep analysis without a worker, then shows it, and a link to it shows the same', async () => {
    const { page } = await review();
    await page.getByRole('button', { name: 'Deep analysis' }).click();
    await page.getByText('Waiting for a volunteer’s computer.').waitFor({ timeout: 60_000 });
    expect(await page.locator('.tier').getByRole('link').getAttribute('href')).toBe('/volunteers');
    expect(await page.getByRole('row', { name: /^PR/ }).count()).toBe(0);
    const worker = new SmallWorker({ url: testServer.url, key: WORKER_KEY, engineId: 'gnubg-1.07' });
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('.tier--done').waitFor({ timeout: 90_000 });
    await worker.stop();
    const report = await (await fetch(`${testServer.url}/api/analysis/${match}?deep=1`)).json();
    const rating = report.players[0].pr.toFixed(2);
    expect(await page.getByRole('row', { name: /^PR/ }).getByRole('cell').first().textContent()).toBe(rating);
    const marked = report.moves.filter(({ tag }: { tag?: string | null }) => typeof tag === 'string');
    expect(marked.length).toBeGreaterThan(3);
    expect(await page.locator('.glance__sign').count()).toBeGreaterThanOrEqual(marked.length);
    await expect.poll(() => page.url()).toContain('deep=1');
    const friend = await open(new URL(page.url()).pathname + new URL(page.url()).search);
    await friend.page.locator('.tier--done').waitFor();
    expect(await shownEvent(friend.page)).toBe(await shownEvent(page));
    expect(friend.errors).toEqual([]);
  });

  test('PF9 whose deep analysis was made gives the pages of both players its PR, with the engine', async () => {
    const { page } = await review();
    await analyse(page);
    const report: AnalysisReport = await (await fetch(`${testServer.url}/api/analysis/${match}?deep=1`)).json();
    for (const { pub, pr, decisions } of report.players) {
      const { page: own } = await open(`/player/${pub}`);
      const card = own.locator('section', { has: own.getByRole('heading', { name: 'PR over time' }) });
      await card.getByText(`${pr?.toFixed(2)} ${decisions} decisions`).waitFor();
      await card.getByText(/by gnubg-1\.07, 2-ply\. Lower is better\./).waitFor();
      await card.getByText('The graph as a table').click();
      expect(await card.locator('tbody td').nth(2).textContent()).toBe(pr?.toFixed(2));
      expect(await card.locator('tbody th a').getAttribute('href')).toBe(`/review/${match}`);
    }
  });

  test('finds the mistakes, filters the list, and the chart leads to a position', async () => {
    const { page } = await review();
    await analyse(page);
    await page.keyboard.press('Shift+ArrowRight');
    const first = await at(page);
    expect(await page.locator('.moment .mark').count()).toBe(1);
    await page.getByRole('button', { name: 'Next mistake' }).click();
    expect(await at(page)).toBeGreaterThan(first);
    await page.keyboard.press('Shift+ArrowLeft');
    expect(await at(page)).toBe(first);
    await page.getByLabel('Show', { exact: true }).selectOption('errors');
    await page.getByLabel('Player', { exact: true }).selectOption('1');
    const rows = await page.locator('.step').evaluateAll((all) => all.map(({ className }) => className));
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every((name) => /step--(error|blunder)/.test(name))).toBe(true);
    await page.locator('.glance__drawing').click({ position: { x: 300, y: 60 } });
    expect(await at(page)).toBeGreaterThan(first);
    await page.getByText('The chart as a table').click();
    expect(await page.locator('.glance .figures tbody tr').count()).toBeGreaterThan(0);
  });

  test('judges the cube and says which action was right', async () => {
    const { page } = await review();
    await analyse(page);
    await page.getByLabel('Show', { exact: true }).selectOption('cube');
    await page.locator('.step').first().click();
    await page.getByText(/^Best: /).waitFor();
    expect(await page.locator('.plays--cube tr.is-right').count()).toBe(1);
    await inspect(page, 'review-cube');
  });
});

describe.runIf(hasChromium)('the review everywhere', () => {
  for (const [name, viewport] of Object.entries({
    desktop: { width: 1280, height: 800 },
    phone: PHONE,
    narrow: { width: 320, height: 640 },
  })) {
    test(`fits a ${name} window and is accessible, quick and deep`, async () => {
      const { page, errors } = await review('', viewport);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await inspect(page, `review-fast-${name}`);
      await analyse(page);
      await page.keyboard.press('Shift+ArrowRight');
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await inspect(page, `review-deep-${name}`);
      expect(errors).toEqual([]);
    });
  }

  test('works by the keyboard alone: the position is described in words, and a play can be chosen and shown', async () => {
    const { page } = await review();
    await page.keyboard.press('ArrowRight');
    await page.locator('[role="status"]', { hasText: /^Move 2 of \d+\. Game 1, score 0 to 0\./ }).waitFor();
    for (let presses = 0; presses < 90; presses++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.closest('.plays tr:not(.is-made)') !== null)) break;
    }
    await page.keyboard.press('Enter');
    expect(await page.locator('.plays button[aria-pressed="true"]').count()).toBe(1);
    await page.getByRole('button', { name: 'Back to the play made' }).waitFor();
  });

  test('a swipe over the board goes to the next step', async () => {
    const context = await testServer.browser.newContext({
      viewport: PHONE,
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto(`${testServer.url}/review/${match}`);
    await page.locator('.stepper').waitFor();
    const box = await page.locator('.review__felt').boundingBox();
    const devtools = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchEnd' | 'touchMove', x: number | null) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: x === null ? [] : [{ x, y: (box?.y ?? 0) + 100 }],
      });
    await touch('touchStart', 300);
    await touch('touchMove', 200);
    await touch('touchMove', 120);
    await touch('touchEnd', null);
    await expect.poll(() => at(page)).toBe(1);
    await context.close();
  });
});

describe.runIf(hasChromium)('what the review says when something is missing', () => {
  test('an unknown id', async () => {
    const { page } = await open('/review/nonesuch-000000000/3');
    await page.getByRole('heading', { name: 'Match not found' }).waitFor();
  });

  test('a match that is still in progress', async () => {
    const { page } = await open('/');
    await page.getByRole('button', { name: 'Play the bot' }).click();
    await page.waitForURL(/\/match\//);
    const id = page.url().split('/').at(-1);
    await page.locator('.match .board').waitFor();
    const watcher = await open(`/review/${id}`);
    await watcher.page.getByRole('heading', { name: 'This match is still being played' }).waitFor();
    expect(await watcher.page.getByRole('link', { name: 'Watch it' }).getAttribute('href')).toBe(`/match/${id}`);
  });

  test('a record that does not verify is not shown, and is kept as evidence', async () => {
    const person = await open('/verify');
    const { page } = person;
    await page.route('**/records/*.json', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        body: (await answer.text()).replace(/"hops":\[\[(\d+),/, '"hops":[[1,'),
        contentType: 'application/json',
      });
    });
    await page.goto(`${testServer.url}/review/${match}`);
    await page.getByRole('heading', { name: 'This record failed verification, so it isn’t shown' }).waitFor();
    expect(await page.locator('.board').count()).toBe(0);
    await inspect(page, 'review-refused');
    await page.goto(`${testServer.url}/verify`);
    await page.getByRole('heading', { name: 'Evidence stored on this device' }).waitFor();
    expect(await page.locator('.evidence').textContent()).toContain(match);
  });

  test('no connection, too many requests, an analysis that fails', async () => {
    const person = await open('/verify');
    const { page } = person;
    await page.route('**/records/*.json', (route) => route.abort());
    await page.goto(`${testServer.url}/review/${match}`);
    await page.getByText('No connection. The match will load when you’re back online.').waitFor();
    await page.unroute('**/records/*.json');
    await page.route('**/api/analysis/**', (route) => route.fulfill({ status: 500, body: 'internal error' }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('The plays couldn’t be ranked.').waitFor();
    expect(await page.locator('.step').count()).toBeGreaterThan(10);
    await page.getByRole('button', { name: 'Deep analysis' }).click();
    await page.getByText('The server sent an answer this page doesn’t understand.').waitFor();
    await page.unroute('**/api/analysis/**');
    await page.route('**/api/analysis/**', (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { error: 'too many' } }),
    );
    await page.getByRole('button', { name: 'Continue' }).click();
    await page
      .getByText('Too many requests from your address. The analysis continues automatically in a moment.')
      .waitFor();
    await page.unroute('**/api/analysis/**');
    await page
      .getByText(/positions analysed|^Deep analysis by/)
      .first()
      .waitFor();
  });

  test('the result of a match leads to its review', async () => {
    const { page } = await open(`/match/${match}`);
    await page.getByRole('link', { name: 'Review' }).last().click();
    await page.locator('.stepper').waitFor();
    expect(page.url()).toContain(`/review/${match}`);
  });
});
