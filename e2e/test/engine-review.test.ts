import { readFileSync } from 'node:fs';
import { seededRandom } from '@anchor/testkit/random';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, Person } from '../kit/browser.ts';
import { inspect } from '../kit/inspect.ts';
import { Participants } from '../kit/participants.ts';
import { playMatch } from '../kit/play-match.ts';
import { arrive } from '../kit/population.ts';
import { useTestServer } from '../kit/use-test-server.ts';

const SEED = 71;
/** A genuine match to 7 that another server closed. */
const FOREIGN = new URL('../../vectors/records/valid/match-7.json', import.meta.url);

const testServer = useTestServer();
const participants = new Participants();
let match = '';

beforeAll(async () => {
  if (!hasChromium) return;
  const [ann, bertil] = [await arrive(testServer.url, 'Ann'), await arrive(testServer.url, 'Bertil')];
  const random = seededRandom(SEED);
  const errs = { random, double: 0.1, take: 0.8 };
  const policy = Object.defineProperty(errs, 'wild', { get: () => random() < 0.15 });
  const wish = { length: 7, rated: false, clock: 'none' } as const;
  ({ match } = await playMatch(testServer.url, [ann.key, bertil.key], wish, policy));
});
// without a connection on purpose
afterEach(() => participants.leave(/WebSocket|ERR_INTERNET/));

async function open(path: string, options: Parameters<typeof Person.arrive>[3] = {}): Promise<Person> {
  return participants.person(await Person.arrive(testServer.browser, testServer.url + path, undefined, options));
}

/** Collects the paths that the page and its workers request, without the service worker's requests. */
function requestsOf({ context }: Person): string[] {
  const paths: string[] = [];
  context.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

const isEngine = (path: string) => path.startsWith('/assets/engine-');
const estimate = (page: Page) => page.getByText('Estimate by anchor-net-1.1', { exact: true });

async function analyse(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Quick analysis' }).click();
  await estimate(page).waitFor();
}

describe.runIf(hasChromium)('a review by the engine of the browser', () => {
  test(`NR1 marks the mistakes of a match to 7 as an estimate, beside the deep analysis and not as its PR (seed ${SEED})`, async () => {
    const person = await open(`/review/${match}`);
    const { page, errors } = person;
    await page.getByText('Not analysed yet').waitFor();
    const asked = requestsOf(person);
    const begun = performance.now();
    await analyse(page);
    console.log(
      `instant review: ${Math.round(performance.now() - begun)} ms, ${await page.locator('.step').count()} rows`,
    );
    expect(asked.filter(isEngine)).toHaveLength(1);
    expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
    await expect.poll(() => page.locator('.glance__sign').count()).toBeGreaterThan(5);
    await page.getByText(/: chance of winning the match, move by move$/).waitFor();
    expect(await page.getByRole('row', { name: /^PR/ }).count()).toBe(0);
    const rating = page.getByRole('row', { name: /^Estimated PR/ }).getByRole('cell');
    expect(await rating.allTextContents()).toEqual([expect.stringMatching(/^≈ \d/), expect.stringMatching(/^≈ \d/)]);
    await page.getByText(/It is not the PR of a deep analysis/).waitFor();
    await page.keyboard.press('Shift+ArrowRight');
    expect(await page.locator('.moment .mark').count()).toBe(1);
    const board = () => page.getByRole('region', { name: 'The board in words' }).textContent();
    const played = await board();
    await page.locator('.plays tbody tr:not(.is-made)').first().hover();
    await expect.poll(board).not.toBe(played);
    await page.getByLabel('Show', { exact: true }).selectOption('cube');
    await page.locator('.step').first().click();
    await page.getByText(/^Best: /).waitFor();
    // the way to the deep analysis stays, and the address leads friends to the same look
    await page.getByRole('button', { name: 'Deep analysis' }).waitFor();
    await expect.poll(() => page.url()).toContain('?instant=1');
    const friend = await open(new URL(page.url()).pathname + new URL(page.url()).search);
    await estimate(friend.page).waitFor();
    expect([...errors, ...friend.errors]).toEqual([]);
  });

  test('NR2 can be cancelled and started again', async () => {
    const { page } = await open(`/review/${match}`);
    await page.route('**/assets/engine-*.js', () => undefined);
    await page.getByRole('button', { name: 'Quick analysis' }).click();
    await page.getByText('Loading the engine…').waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.unroute('**/assets/engine-*.js');
    // the address asks for nothing any more
    await expect.poll(() => page.url()).not.toContain('instant');
    await page.reload();
    await analyse(page);
  });

  test('NR3 says what is missing when the engine cannot be loaded', async () => {
    const person = await open(`/review/${match}`);
    const { page } = person;
    await page.route('**/assets/engine-*.js', (route) => route.abort());
    await page.getByRole('button', { name: 'Quick analysis' }).click();
    await page.getByText('The engine could not be loaded.').waitFor();
    await page.unroute('**/assets/engine-*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await estimate(page).waitFor();
    // what the browser itself logs about the request that failed
    person.errors.splice(0);
  });

  test('NR4 works without a connection for a match seen before, and for the record of another server', async () => {
    const person = await open(`/review/${match}`, { serviceWorkers: 'allow' });
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
    await analyse(page);
    await expect.poll(async () => (await kept()).filter(isEngine).length).toBe(1);

    await context.setOffline(true);
    await page.goto(`${testServer.url}/review/${match}`);
    await analyse(page);
    await page.goto(`${testServer.url}/verify`);
    await page.locator('input[type="file"]').setInputFiles({
      name: 'match-7.json',
      mimeType: 'application/json',
      buffer: readFileSync(FOREIGN),
    });
    await page.getByRole('button', { name: 'Review this match' }).click();
    await page.getByText('This record is your own file').waitFor();
    await page.getByText(/^This record is signed by a different server key/).waitFor();
    expect(await page.getByRole('button', { name: 'Deep analysis' }).count()).toBe(0);
    await analyse(page);
    await page.reload();
    await estimate(page).waitFor();
  });

  test('NR5 is accessible and fits, while it runs and when it is done', async () => {
    const { page, errors } = await open(`/review/${match}`);
    await page.route('**/assets/engine-*.js', () => undefined);
    await page.getByRole('button', { name: 'Quick analysis' }).click();
    await page.getByText('Loading the engine…').waitFor();
    await inspect(page, 'instant-loading');
    await page.unroute('**/assets/engine-*.js');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${testServer.url}/review/${match}?instant=1`);
    await estimate(page).waitFor();
    await page.keyboard.press('Shift+ArrowRight');
    await inspect(page, 'instant-done');
    expect(errors).toEqual([]);
  });
});
