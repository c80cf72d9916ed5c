import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { type Hand, makeAnyPlay, press } from '../kit/any-play.ts';
import { hasChromium, Person, resize } from '../kit/browser.ts';
import { faultsOf, inspect, SIZES } from '../kit/inspect.ts';
import { Participants } from '../kit/participants.ts';
import { hasNoRoom, keepsNothing, type Prepare } from '../kit/trouble.ts';
import { useTestServer } from '../kit/use-test-server.ts';

/** A match to 3 in which the left player makes many mistakes. */
const MATCH = fileURLToPath(new URL('../../vectors/gnubg/m03-3pt.mat', import.meta.url));

const testServer = useTestServer();
const participants = new Participants();
// without a connection on purpose
afterEach(() => participants.leave(/WebSocket|ERR_INTERNET|ERR_FAILED|Failed to load resource/));

async function open(path: string, options: Parameters<typeof Person.arrive>[3] = {}, prepare?: Prepare) {
  const analysing = { saveData: false, ...options };
  const person = participants.person(await Person.arrive(testServer.browser, 'about:blank', undefined, analysing));
  await prepare?.(person.page);
  await person.page.goto(testServer.url + path);
  return person;
}

/** Keeps the mistakes of the left player, and returns their number. */
async function keepMistakes(page: Page): Promise<number> {
  await page.getByLabel(/^Choose files/).setInputFiles(MATCH);
  const keep = page.getByRole('button', { name: /^Keep \d+ mistakes as cards$/ });
  await keep.waitFor();
  const count = Number(/\d+/.exec((await keep.textContent()) ?? '')?.[0]);
  await keep.click();
  return count;
}

/** Answers the card with any play, or with the first action about the cube. */
async function answerCard(page: Page, hand: Hand): Promise<void> {
  const choice = '.puzzle__choices button';
  await page.locator(`.is-movable, ${choice}`).first().waitFor();
  if ((await page.locator(choice).count()) > 0) return press(page, choice, hand);
  await makeAnyPlay(page, hand);
}

const judged = (page: Page) => page.getByRole('group', { name: 'How well did you know it?' });
const counted = (page: Page, due: number, all: number) =>
  page.getByText(`${due} ${due === 1 ? 'card' : 'cards'} due · ${all} cards in all`, { exact: true }).waitFor();

/** Returns the days after which the answered cards come back, as the browser stores them. */
function daysOfCards(page: Page): Promise<number[]> {
  return page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const opening = indexedDB.open('anchor-cards');
        opening.onsuccess = () => {
          const rows = opening.result.transaction('cards').objectStore('cards').getAll();
          rows.onsuccess = () => resolve(rows.result.flatMap(({ schedule }) => schedule?.scheduledDays ?? []));
        };
      }),
  );
}

describe.runIf(hasChromium)('mistakes as cards', () => {
  test('BC9 are kept in the review, answered by mouse, keyboard and touch, and come back on their days, offline too', async () => {
    const { page, errors, context } = await open('/review', { serviceWorkers: 'allow', hasTouch: true });
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const all = await keepMistakes(page);
    expect(all).toBeGreaterThan(10);
    await page.getByText(`${all} new cards, 0 already saved.`).waitFor();
    await page.getByRole('button', { name: /^Keep \d+ mistakes as cards$/ }).click();
    await page.getByText(`0 new cards, ${all} already saved.`).waitFor();
    await page.getByRole('link', { name: 'Go to your cards' }).click();
    await counted(page, all, all);
    expect(await faultsOf(page)).toEqual([]);
    for (const [answered, hand] of (['mouse', 'keyboard', 'touch'] as const).entries()) {
      await answerCard(page, hand);
      await judged(page).waitFor();
      await counted(page, all - answered - 1, all);
      const loses = await page.getByRole('heading', { level: 2, name: /^(It loses|Right)/ }).textContent();
      const grade = /^It loses 0\.0[23]/.test(loses ?? '') ? 'Barely' : loses?.startsWith('Right') ? 'Well' : 'Not';
      expect(await judged(page).getByRole('radio', { checked: true }).count()).toBe(1);
      await expect.poll(() => judged(page).getByRole('radio', { name: grade }).isChecked()).toBe(true);
      await page.getByText(/^In the match: .* which loses/).waitFor();
      if (hand === 'touch') break;
      await page.keyboard.press('Space');
      await judged(page).waitFor({ state: 'detached' });
    }
    await inspect(page, 'cards-judged');
    await resize(page, SIZES[0]);
    // the player's own word counts, and stays
    await judged(page)
      .getByText(/^Easily/)
      .click();
    await expect.poll(async () => Math.max(...(await daysOfCards(page)))).toBeGreaterThan(4);
    expect(await daysOfCards(page)).toHaveLength(3);
    // without a connection
    await context.setOffline(true);
    await page.goto('about:blank');
    await page.goto(`${testServer.url}/cards`);
    await counted(page, all - 3, all);
    await answerCard(page, 'mouse');
    await judged(page).waitFor();
    expect(errors.filter((error) => !/ERR_INTERNET_DISCONNECTED|WebSocket/.test(error))).toEqual([]);
  });

  test('BC10 say what is missing', async () => {
    const { page } = await open('/cards');
    await page.getByText('You have no cards yet.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Review a match file' }).click();
    await keepMistakes(page);
    await page.getByText(/^\d+ new cards, 0 already saved\.$/).waitFor();
    await page.route('**/assets/engine-*.js', (route) => route.abort());
    await page.goto(`${testServer.url}/cards`);
    await answerCard(page, 'mouse');
    await page.getByText('The engine couldn’t be loaded.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.unroute('**/assets/engine-*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await judged(page).waitFor();

    const forgetful = await open('/cards', {}, keepsNothing);
    await forgetful.page.getByText('Your browser isn’t saving data for this site, so it can’t keep cards.').waitFor();
    await forgetful.page.goto(`${testServer.url}/review`);
    await keepMistakes(forgetful.page);
    await forgetful.page.getByText('The cards couldn’t be saved').waitFor();

    const full = await open('/review', {}, hasNoRoom);
    await keepMistakes(full.page);
    await full.page.getByRole('link', { name: 'Go to your cards' }).click();
    await answerCard(full.page, 'mouse');
    await full.page.getByText('Your answer couldn’t be saved, so the card stays due.').waitFor();
  });

  test('BC11 are saved as a file, which another browser opens, and deleted', async () => {
    const { page, errors } = await open('/review');
    const all = await keepMistakes(page);
    await page.getByRole('link', { name: 'Go to your cards' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as a file' }).click();
    const file = readFileSync(await (await download).path());
    await page.getByRole('button', { name: 'Delete all cards' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete all cards' }).click();
    await page.getByText('You have no cards yet.').waitFor();
    const field = page.getByLabel('Open a file of cards');
    await field.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
    await page.getByText('This isn’t a file of cards.').waitFor();
    await field.setInputFiles({ name: 'cards.json', mimeType: 'application/json', buffer: file });
    await counted(page, all, all);
    expect(errors).toEqual([]);
  });
});
