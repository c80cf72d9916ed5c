import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '@anchor/testkit/random';
import { toOgxm } from 'bg-record';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, Person, resize } from '../kit/browser.ts';
import { faultsOf, inspect } from '../kit/inspect.ts';
import { layoutShifts, watchLayoutShifts } from '../kit/layout-shifts.ts';
import { Participants } from '../kit/participants.ts';
import { playMatch } from '../kit/play-match.ts';
import { policyWithErrors } from '../kit/policy.ts';
import { arrive } from '../kit/population.ts';
import { useTestServer } from '../kit/use-test-server.ts';

const SEED = 71;
/** A genuine match to 7 that another server closed. */
const FOREIGN = new URL('../../vectors/records/valid/match-7.json', import.meta.url);

/** Two turns in the text of GNU Backgammon, with its analysis. */
const ANALYSED = new URL('../../packages/client/test/review/analysed.txt', import.meta.url);
/** A match to 3 that GNU Backgammon played against itself. */
const GNUBG_MATCH = new URL('../../vectors/gnubg/m03-3pt.mat', import.meta.url);
const SIZES = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1280, height: 800 },
};
/** These may move without the reader's doing: rows of the list, which gets missed doubles, and the number of the moment, which grows to the left. */
const MAY_MOVE = '.steps__scroll *, .stepper__at > :first-child';

const testServer = useTestServer();
const participants = new Participants();
let match = '';

beforeAll(async () => {
  if (!hasChromium) return;
  const [ann, bertil] = [await arrive(testServer.url, 'Ann'), await arrive(testServer.url, 'Bertil')];
  const policy = policyWithErrors({ random: seededRandom(SEED), double: 0.1, take: 0.8 }, 0.15);
  const wanted = { length: 7, rated: false, clock: 'slow' } as const;
  ({ match } = await playMatch(testServer.url, [ann.key, bertil.key], wanted, policy));
});
// without a connection on purpose
afterEach(() => participants.leave(/WebSocket|ERR_INTERNET/));

async function open(path: string, options: Parameters<typeof Person.arrive>[3] = {}): Promise<Person> {
  return participants.person(
    await Person.arrive(testServer.browser, testServer.url + path, undefined, { saveData: false, ...options }),
  );
}

/** Collects the paths that the page and its workers request, without the service worker's requests. */
function requestsOf({ context }: Person): string[] {
  const paths: string[] = [];
  context.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

const isEngine = (path: string) => path.startsWith('/assets/engine-');
const estimate = (page: Page) => page.getByText('Estimate by anchor-net-3', { exact: true });

const review = () => `${testServer.url}/review/${match}`;
const finished = (page: Page) => estimate(page).waitFor();

/** Opens the record of another server, as a reader does. */
async function openForeign(page: Page): Promise<void> {
  await page.locator('input[type="file"]').setInputFiles({
    name: 'match-7.json',
    mimeType: 'application/json',
    buffer: readFileSync(FOREIGN),
  });
  await page.getByRole('button', { name: 'Review this match' }).click();
}

/** Opens a review while the engine is still loading, and returns what moves in the window from then until the review is done. */
async function shiftsOf(page: Page, openReview: () => Promise<unknown>): Promise<unknown> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/engine-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await openReview();
  await page.getByText('Loading the engine…').waitFor();
  await expect.poll(() => page.getByText(/^Looking for this match in the public log/).count()).toBe(0);
  await page.evaluate(watchLayoutShifts(MAY_MOVE));
  release();
  await finished(page);
  await expect.poll(() => page.locator('.glance__sign').count()).toBeGreaterThan(3);
  const shifts = await layoutShifts(page);
  await page.unroute('**/assets/engine-*.js');
  return shifts;
}

describe.runIf(hasChromium)('a review by the engine of the browser', () => {
  test(`NR1 marks the mistakes of a match to 7 as an estimate by itself, beside the deep analysis and not as its PR (seed ${SEED})`, async () => {
    const person = await open('/rules');
    const { page, errors } = person;
    const asked = requestsOf(person);
    await page.goto(review());
    await finished(page);
    // once for each thread
    expect(new Set(asked.filter(isEngine)).size).toBe(1);
    expect(asked.filter((path) => path.startsWith('/api/') && path !== `/api/analysis/${match}`)).toEqual([]);
    await expect.poll(() => page.locator('.glance__sign').count()).toBeGreaterThan(5);
    await page.getByText(/: chance of winning the match, move by move$/).waitFor();
    expect(await page.getByRole('row', { name: /^PR/ }).count()).toBe(0);
    const rating = page.getByRole('row', { name: /^Estimated PR/ }).getByRole('cell');
    expect(await rating.allTextContents()).toEqual([expect.stringMatching(/^≈ \d/), expect.stringMatching(/^≈ \d/)]);
    await page.getByText(/It can’t be compared with the PR of a deep analysis/).waitFor();
    const luck = page.getByRole('row', { name: /^Luck/ }).getByRole('cell');
    await expect
      .poll(() => luck.allTextContents())
      .toEqual([expect.stringMatching(/\d$/), expect.stringMatching(/\d$/)]);
    await page.getByText(/^Luck is the value of each roll .* by anchor-net-3, 0-ply\.$/).waitFor();
    await page.keyboard.press('Shift+ArrowRight');
    expect(await page.locator('.moment .mark').count()).toBe(1);
    const board = () => page.getByRole('region', { name: 'The board in words' }).textContent();
    // a forced play has no list of plays, and a missed double has one of cube decisions
    const play = page.locator('.plays__text');
    const other = page.locator('.plays tbody tr:not(.is-made)').filter({ has: play }).first();
    while ((await other.count()) === 0) await page.keyboard.press('Shift+ArrowRight');
    const played = await board();
    await other.hover();
    await expect.poll(board).not.toBe(played);
    // the way to the deep analysis stays
    await page.getByRole('button', { name: 'Deep analysis' }).waitFor();
    expect(errors).toEqual([]);
  });

  test('NR1a lists missed doubles with what they lost, and counts them', async () => {
    const { page, errors } = await open('/review');
    await page.getByLabel(/^Choose files/).setInputFiles(fileURLToPath(GNUBG_MATCH));
    await finished(page);
    await page.getByLabel('Show', { exact: true }).selectOption('cube');
    const missed = page.locator('.step', { hasText: 'Missed double' });
    const counts = await page
      .getByRole('row', { name: /^Missed doubles/ })
      .getByRole('cell')
      .allTextContents();
    expect(await missed.count()).toBe(Number(counts[0]) + Number(counts[1]));
    expect(await missed.count()).toBeGreaterThan(5);
    await missed.first().click();
    await page.getByText(/^A missed double: not doubling loses 0\.\d{3}\.$/).waitFor();
    await page.getByText(/^Best: double, (take|pass)$/).waitFor();
    await page.getByText(/Evaluated by anchor-net-3, 2-ply\./).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  test('NR2 can be cancelled and started again', async () => {
    const { page } = await open('/rules');
    await page.route('**/assets/engine-*.js', () => undefined);
    await page.goto(review());
    await page.getByText('Loading the engine…').waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.unroute('**/assets/engine-*.js');
    await page.getByText('Not analysed yet').waitFor();
    await page.getByRole('button', { name: 'Quick analysis' }).click();
    await finished(page);
  });

  test('NR2a does not start by itself when the browser saves data, or while the page is hidden', async () => {
    const thrifty = await open(`/review/${match}`, { saveData: true });
    const asked = requestsOf(thrifty);
    await thrifty.page.getByText('Not analysed yet').waitFor();
    await thrifty.page
      .locator('.tier')
      .getByText(/it loads about 130 kB once/)
      .waitFor();
    await thrifty.page.getByRole('button', { name: 'Quick analysis' }).waitFor();
    expect(asked.filter(isEngine)).toEqual([]);

    const hidden = await open('/rules');
    await hidden.page.addInitScript(`
      globalThis.shown = false;
      Object.defineProperty(document, 'hidden', { get: () => !globalThis.shown });
    `);
    const loaded = requestsOf(hidden);
    await hidden.page.goto(review());
    await hidden.page.locator('.step').first().waitFor();
    await hidden.page.getByRole('button', { name: 'Quick analysis' }).waitFor();
    expect(loaded.filter(isEngine)).toEqual([]);
    await hidden.page.evaluate("globalThis.shown = true; document.dispatchEvent(new Event('visibilitychange'))");
    await finished(hidden.page);
  });

  test('NR3 says what is missing when the engine cannot be loaded', async () => {
    const person = await open('/rules');
    const { page } = person;
    await page.route('**/assets/engine-*.js', (route) => route.abort());
    await page.goto(review());
    await page.getByText('The engine couldn’t be loaded.').waitFor();
    await page.unroute('**/assets/engine-*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await finished(page);
    // what the browser itself logs about the request that failed
    person.errors.splice(0);
  });

  test('NR4 works without a connection for a match seen before, and for the record of another server', async () => {
    const person = await open('/rules', { serviceWorkers: 'allow' });
    const { page, context } = person;
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    const kept = () =>
      page.evaluate(async () => {
        const names = (await caches.keys()).filter((name) => name.startsWith('anchor-'));
        const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return lists.flat().map(({ url }) => new URL(url).pathname);
      });
    const before = await kept();
    expect(before.length).toBeGreaterThan(10);
    expect(before.filter(isEngine)).toEqual([]);
    await page.goto(review());
    await finished(page);
    await expect.poll(async () => (await kept()).filter(isEngine).length).toBe(1);

    await context.setOffline(true);
    await page.goto(review());
    await finished(page);
    await page.goto(`${testServer.url}/verify`);
    await openForeign(page);
    await page.getByText(/^This record is signed by a different server key/).waitFor();
    await finished(page);
    expect(await page.getByRole('button', { name: 'Deep analysis' }).count()).toBe(0);
    await page.reload();
    await finished(page);
  });

  test('NR5 is accessible and fits, while it runs and when it is done', async () => {
    const { page, errors } = await open('/rules');
    await page.route('**/assets/engine-*.js', () => undefined);
    await page.goto(review());
    await page.getByText('Loading the engine…').waitFor();
    await inspect(page, 'instant-loading');
    await page.unroute('**/assets/engine-*.js');
    await resize(page, { width: 1280, height: 800 });
    await page.goto(review());
    await finished(page);
    await page.keyboard.press('Shift+ArrowRight');
    await inspect(page, 'instant-done');
    expect(errors).toEqual([]);
  });

  test('NR5a moves nothing in the window when it is done, after the heuristic ranking', async () => {
    const { page } = await open('/rules');
    for (const [size, viewport] of Object.entries(SIZES)) {
      await resize(page, viewport);
      const openRanked = async () => {
        await page.goto(review());
        await page.getByRole('columnheader', { name: 'Heuristic ranking' }).waitFor();
      };
      expect(await shiftsOf(page, openRanked), size).toEqual([]);
    }
  });

  test('NR5b moves nothing when the decision shown gets a mark', async () => {
    const { page } = await open('/verify');
    await resize(page, SIZES.phone);
    await openForeign(page);
    await finished(page);
    await page.getByRole('button', { name: 'Next mistake' }).click();
    await expect.poll(() => page.url()).toMatch(/\/\d+\?file=1$/);
    for (const n of [7, 18, 22]) {
      const shifts = await shiftsOf(page, async () => {
        await page.goto(page.url().replace(/\/\d+\?/, `/${n}?`));
        await page.locator('.moment').evaluate((panel) => panel.scrollIntoView({ block: 'end' }));
      });
      expect(await page.locator('.moment .mark').count()).toBe(1);
      expect(shifts, `${n}`).toEqual([]);
    }
  });

  test('NR5c moves nothing when the number of the moment and the number of all moments get a digit more', async () => {
    const { page } = await open('/review');
    await resize(page, SIZES.phone);
    const begun = readFileSync(GNUBG_MATCH, 'utf8').split('\n').slice(0, 55).join('\n');
    const at = page.locator('.stepper__at');
    const shifts = await shiftsOf(page, async () => {
      await page
        .getByLabel(/^Choose files/)
        .setInputFiles({ name: 'begun.mat', mimeType: 'text/plain', buffer: Buffer.from(`${begun}\n`) });
      await at.waitFor();
      for (let step = 1; step < 9; step += 1) await page.keyboard.press('ArrowRight');
      expect(await at.textContent()).toBe('9 / 89');
    });
    expect(await at.textContent()).toMatch(/^1\d \/ 108$/);
    expect(shifts).toEqual([]);
  });

  test('NR6 a match from a file is reviewed like one of ours, marked as not verified, and nothing of it is sent', async () => {
    const person = await open('/review');
    const { page, errors } = person;
    await page.getByRole('heading', { name: 'Review a match from a file' }).waitFor();
    await inspect(page, 'import-open');
    const asked = requestsOf(person);
    const field = page.getByLabel(/^Choose files/);
    await field.setInputFiles({ name: 'bad.mat', mimeType: 'text/plain', buffer: Buffer.from(' 3 point match\n') });
    await page.getByText('The file can’t be read from line 1 on.').waitFor();
    await field.setInputFiles(fileURLToPath(GNUBG_MATCH));
    await finished(page);
    await page.getByText(/^Not verified: nothing in this file proves/).waitFor();
    expect(await page.getByText(/^Verified in this browser/).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Deep analysis' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Copy link to this moment' }).count()).toBe(0);
    expect(await page.getByRole('row', { name: /^Missed doubles/ }).count()).toBe(1);
    await page.keyboard.press('Shift+ArrowRight');
    expect(await page.locator('.moment .mark').count()).toBe(1);
    await inspect(page, 'import-review');
    expect(asked.filter((path) => !path.startsWith('/assets/'))).toEqual([]);
    // the file stays open in its tab until it is closed
    await page.reload();
    await finished(page);
    expect(await page.getByText(/reloading closes the file/).count()).toBe(0);
    await page.getByRole('button', { name: 'Close this file' }).click();
    await page.getByRole('heading', { name: 'Review a match from a file' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Review a match from a file' }).waitFor();
    // what the file itself states stands beside the page's own figures
    await field.setInputFiles(fileURLToPath(ANALYSED));
    await finished(page);
    await page.getByText('In the file, GNU Backgammon: it loses 0.125. Best: 24/23 13/11').waitFor();
    await page.getByRole('columnheader', { name: 'In the file' }).waitFor();
    await inspect(page, 'import-stated');
    await page.keyboard.press('ArrowRight');
    await page.getByText('In the file, GNU Backgammon: it loses 0.100. Best: Double, take').waitFor();
    await page.getByRole('button', { name: 'Close this file' }).click();
    // a binary file, too, and a damaged one is refused
    const ogxm = (bytes: Uint8Array) => ({ name: 'a.ogxm', mimeType: '', buffer: Buffer.from(bytes) });
    const bytes = toOgxm(JSON.parse(readFileSync(FOREIGN, 'utf8')));
    await field.setInputFiles(ogxm(bytes.with(-5, 0)));
    await page.getByText(/^The file can’t be read from byte \d+ on\.$/).waitFor();
    await inspect(page, 'import-damaged');
    await field.setInputFiles(ogxm(bytes));
    await finished(page);
    await page.getByText(/^Not verified: nothing in this file proves/).waitFor();
    await page.reload();
    await finished(page);
    await page.getByRole('button', { name: 'Close this file' }).click();
    // the study board leads to the same review
    await page.goto(`${testServer.url}/study`);
    await page.getByLabel(/^Choose files/).setInputFiles(fileURLToPath(GNUBG_MATCH));
    await page.getByRole('link', { name: 'Review this match' }).click();
    await finished(page);
    expect(errors).toEqual([]);
  });
});
