import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { type Hand, makeAnyPlay, press } from '../kit/any-play.ts';
import { hasChromium, Person, resize } from '../kit/browser.ts';
import { faultsOf, inspect, SIZES } from '../kit/inspect.ts';
import { Participants } from '../kit/participants.ts';
import { answers, cut, keepsNothing, type Prepare } from '../kit/trouble.ts';
import { useTestServer } from '../kit/use-test-server.ts';

const testServer = useTestServer();
const participants = new Participants();
// without a connection, and with broken answers, on purpose
afterEach(() => participants.leave(/WebSocket|ERR_INTERNET|ERR_FAILED|Failed to load resource/));

async function open(path: string, options: Parameters<typeof Person.arrive>[3] = {}, prepare?: Prepare) {
  const person = participants.person(await Person.arrive(testServer.browser, 'about:blank', undefined, options));
  await prepare?.(person.page);
  await person.page.goto(testServer.url + path);
  return person;
}

const SET = /^\/assets\/puzzles-[\w-]+\.json$/;
const CHOICE = '.puzzle__choices button';
const next = (page: Page) => page.getByRole('button', { name: 'Next puzzle' });
const themes = (page: Page) => page.getByRole('combobox', { name: 'Theme' });
/** The row of a theme in the table of the progress. */
const row = (page: Page, theme: string) => page.getByRole('row', { name: new RegExp(`^${theme} `) });

/** Answers with any play or action about the cube, and waits for the judgement. */
async function answer(page: Page, hand: Hand): Promise<void> {
  await page.locator(`.is-movable, ${CHOICE}`).first().waitFor();
  if ((await page.locator(CHOICE).count()) > 0) await press(page, CHOICE, hand);
  else await makeAnyPlay(page, hand);
  await next(page).waitFor();
}

/** Returns the rating that the page shows below the puzzle. */
async function ratingOf(page: Page): Promise<number> {
  const text = await page
    .locator('.puzzles__progress')
    .getByText(/^Your rating: \d+\??$/)
    .textContent();
  return Number(/\d+/.exec(text ?? '')?.[0]);
}

/** The puzzles of the set, as the page fetches them. */
async function setOf(page: Page): Promise<{ readonly xgid: string; readonly theme: string }[]> {
  return page.evaluate(async () => {
    const entry = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.json'));
    const response = await fetch(entry?.name ?? '');
    return response.json();
  });
}

describe.runIf(hasChromium)('the puzzles by theme', () => {
  test('PT15 ask plays and the cube, rank the choices, and keep a rating in this browser, offline too', async () => {
    const { page, errors, context } = await open('/puzzle', { serviceWorkers: 'allow' });
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.locator('main, #app').getByRole('link', { name: 'Puzzles by theme' }).first().click();
    await page.getByRole('heading', { name: 'Puzzles by theme', level: 1 }).waitFor();
    expect(await ratingOf(page)).toBe(1500);
    expect(await themes(page).locator('option').count()).toBe(12);
    await inspect(page, 'puzzles');
    await resize(page, SIZES[0]);

    await themes(page).selectOption({
      label: (await themes(page).locator('option', { hasText: 'Hit or not' }).textContent()) ?? '',
    });
    await row(page, 'Hit or not')
      .getByText(/^0 of \d\d$/)
      .waitFor();
    await answer(page, 'mouse');
    await page
      .getByRole('status')
      .getByText(/^(Right|It loses)/)
      .waitFor();
    const isRight = (await page.getByRole('heading', { level: 2, name: /^Right/ }).count()) > 0;
    const change = page.getByText(/^Your rating: \d+\? \([+−‎\d]+\)/);
    await change.waitFor();
    expect((await ratingOf(page)) > 1500).toBe(isRight);
    expect(await page.locator('.puzzle__plays tbody tr').count()).toBeGreaterThanOrEqual(4);
    expect(await page.locator('.is-yours').count()).toBe(1);
    await row(page, 'Hit or not')
      .getByText(/^1 of \d\d$/)
      .waitFor();
    await inspect(page, 'puzzles-ranked');
    await resize(page, SIZES[0]);
    const arrows = () => page.locator('.arrows').innerHTML();
    const first = await arrows();
    await page.locator('.puzzle__plays tbody tr:not(.is-yours) button').first().click();
    await expect.poll(arrows).not.toBe(first);

    // the cube, by the keyboard alone; Space goes on while no row of the table has the focus
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('Space');
    await next(page).waitFor({ state: 'detached' });
    await themes(page).selectOption('double');
    await page.getByText('Your turn. Roll or double?').waitFor();
    await page.getByText(/^Cube at \d, (in the middle|yours)$/).waitFor();
    await page.getByText(/^(Money game|Match to [57] · you \d, opponent \d)$/).waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('d');
    await next(page).waitFor();
    await page.getByRole('rowheader', { name: 'Double, take' }).waitFor();
    await inspect(page, 'puzzles-cube');
    await resize(page, SIZES[0]);
    await themes(page).selectOption('take');
    await page.getByText(/^The opponent doubles to \d+\. What do you answer\?$/).waitFor();
    await answer(page, 'keyboard');
    await row(page, 'Take or pass')
      .getByText(/^1 of \d\d$/)
      .waitFor();

    // all themes at once: the theme is named after the answer
    await themes(page).selectOption('all');
    expect(await page.getByText(/^Theme: /).count()).toBe(0);
    await answer(page, 'mouse');
    await page.getByText(/^Theme: /).waitFor();
    const rating = await ratingOf(page);

    // without a connection, after the engine has been used
    await context.setOffline(true);
    await page.goto('about:blank');
    await page.goto(`${testServer.url}/puzzles`);
    await themes(page).waitFor();
    expect(await ratingOf(page)).toBe(rating);
    await answer(page, 'mouse');
    await context.setOffline(false);

    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Reset' }).click();
    expect(await faultsOf(page)).toEqual([]);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Reset' })
      .evaluate((button: HTMLElement) => button.click());
    await expect.poll(() => ratingOf(page)).toBe(1500);
    await row(page, 'Hit or not')
      .getByText(/^0 of \d\d$/)
      .waitFor();
    expect(errors.filter((error) => !/ERR_INTERNET_DISCONNECTED|WebSocket/.test(error))).toEqual([]);
  });

  test('PT16 bring back a missed puzzle later, and say when a theme is done', async () => {
    const { page } = await open('/puzzles');
    await themes(page).waitFor();
    const takes = (await setOf(page)).filter(({ theme }) => theme === 'take');
    // all puzzles of the theme were solved but one, which was missed a minute ago
    const known = takes.map(({ xgid }, at) => {
      const isWrong = at === takes.length - 1;
      return [xgid, { tries: 1, misses: Number(isWrong), isWrong, at, time: Date.now() - 60_000 }] as const;
    });
    const store = (answers: object) =>
      page.evaluate(
        (text) => localStorage.setItem('anchor.puzzles', text),
        JSON.stringify({ rating: { rating: 1612, rd: 60, volatility: 0.06, at: Date.now() }, answers }),
      );
    await store(Object.fromEntries(known));
    await page.reload();
    expect(await ratingOf(page)).toBe(1612);
    await themes(page).selectOption('take');
    await page.getByText('You’ve answered all of these puzzles.').waitFor();
    await page.getByText('The one you missed comes back after a few other puzzles, or tomorrow.').waitFor();
    await inspect(page, 'puzzles-done');
    await resize(page, SIZES[0]);
    await page.getByRole('button', { name: 'Go through them again' }).evaluate((button: HTMLElement) => button.click());
    await answer(page, 'mouse');
    await page.getByText('Only the first answer to a puzzle changes your rating.').waitFor();
    expect(await ratingOf(page)).toBe(1612);
    // after a day the missed one is due at once, before those that were never answered
    const [[missed, last]] = known.slice(-1) as [(typeof known)[number]];
    await store({ [missed]: { ...last, time: Date.now() - 25 * 3_600_000 } });
    await page.reload();
    await page.getByText(/^The opponent doubles to \d+\. What do you answer\?$/).waitFor();
    await answer(page, 'mouse');
    expect(await page.getByRole('link', { name: 'Study this position' }).getAttribute('href')).toBe(`/study#${missed}`);
  });

  test('PT17 say what is missing: the set, the engine, or a place to keep the progress', async () => {
    const { page } = await open('/puzzles', {}, cut(SET));
    await page.getByText('No connection to the server.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.unroute(() => true);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await themes(page).waitFor();
    await page.route('**/assets/engine-*.js', (route) => route.abort());
    await page.locator(`.is-movable, ${CHOICE}`).first().waitFor();
    if ((await page.locator(CHOICE).count()) > 0) await press(page, CHOICE, 'mouse');
    else await makeAnyPlay(page, 'mouse');
    await page.getByText('The engine couldn’t be loaded.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await next(page).waitFor();

    const strange = await open('/puzzles', {}, answers(SET, 200, [{ xgid: 'XGID=nothing', theme: 'take' }]));
    await strange.page.getByText('The server sent an answer this page doesn’t understand.').waitFor();

    const forgetful = await open('/puzzles', {}, keepsNothing);
    await answer(forgetful.page, 'mouse');
    await forgetful.page.getByText(/so your progress lasts until you close the page\.$/).waitFor();
    await forgetful.page.getByText(/^Your rating: \d+\? \(/).waitFor();
    await next(forgetful.page).click();
    await forgetful.page.getByRole('option', { name: /^All themes \(1 of \d+\)$/ }).waitFor({ state: 'attached' });
  });
});
