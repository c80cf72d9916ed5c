import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readImport } from 'bg-record/import';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { hasChromium, Person } from '../kit/browser.ts';
import { friendOf, playFriend } from '../kit/friends.ts';
import { inspect } from '../kit/inspect.ts';
import { Participants } from '../kit/participants.ts';
import { hasNoRoom, keepsNothing, type Prepare } from '../kit/trouble.ts';
import { useTestServer } from '../kit/use-test-server.ts';

const FOLDER = fileURLToPath(new URL('../../vectors/gnubg', import.meta.url));
const FILES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.mat'))
  .map((name) => join(FOLDER, name));

const testServer = useTestServer();
const participants = new Participants();
// without a connection on purpose
afterEach(() => participants.leave(/WebSocket|ERR_INTERNET|ERR_FAILED|Failed to load resource/));

async function open(options: Parameters<typeof Person.arrive>[3] = {}, prepare?: Prepare) {
  const person = participants.person(await Person.arrive(testServer.browser, 'about:blank', undefined, options));
  await prepare?.(person.page);
  await person.page.goto(`${testServer.url}/collection`);
  return person;
}

const give = (page: Page, ...files: readonly string[]) =>
  page.getByLabel(/^(Choose files|Dateien)/).setInputFiles([...files]);
const rows = (page: Page) => page.locator('.collection__row');

describe.runIf(hasChromium)('the collection', () => {
  test('KL21 is kept in one browser only, fits every screen in both languages, is saved, and is there offline', async () => {
    const { page, context, errors } = await open({ serviceWorkers: 'allow', saveData: false });
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.getByText('Your collection is empty.').waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await give(page, ...FILES);
    await page.getByText(`${FILES.length} matches are now in your collection.`).waitFor();
    await expect.poll(() => rows(page).count()).toBe(FILES.length);
    await page.getByRole('button', { name: `Select all ${FILES.length}` }).click();
    await inspect(page, 'collection-selected');
    for (const form of ['.mat', 'SGF']) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: `Save as ${form}` }).click();
      const read = await readImport(readFileSync(await (await download).path()));
      if (!read.ok || read.kind !== 'matches') throw new Error('the saved file is not read');
      expect(read.matches.map(({ length }) => length).sort()).toEqual([3, 3, 3, 5, 7]);
    }
    expect(asked.filter((path) => !path.startsWith('/assets/'))).toEqual([]);
    // a review that the reader opens is kept, and its match can be saved there
    await page
      .getByRole('button', { name: /^Review gnubg/ })
      .first()
      .click();
    await page
      .getByText(/^Estimate by anchor-net-3/)
      .first()
      .waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as .mat' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^gnubg - root 2026-11-21\.mat$/);
    await page.goBack();
    await expect.poll(() => page.locator('.collection__pr', { hasText: 'PR ≈' }).count()).toBe(2);
    await context.setOffline(true);
    await page.goto('about:blank');
    await page.goto(`${testServer.url}/collection`);
    await expect.poll(() => rows(page).count()).toBe(FILES.length);
    await page
      .getByRole('button', { name: /^Review gnubg/ })
      .first()
      .click();
    await page.waitForURL(/\/review$/);
    await page.getByRole('heading', { level: 1, name: /gnubg/ }).waitFor();
    await page.goBack();
    await expect.poll(() => rows(page).count()).toBe(FILES.length);
    expect(errors.filter((error) => !/ERR_INTERNET_DISCONNECTED|WebSocket/.test(error))).toEqual([]);

    const german = await open({ locale: 'de-DE' });
    await german.page.getByText('Deine Sammlung ist leer.').waitFor();
    await give(german.page, ...FILES.slice(0, 2));
    await german.page.getByText('2 Matches sind jetzt in deiner Sammlung.').waitFor();
    await german.page.getByRole('button', { name: 'Alle 2 auswählen' }).click();
    await inspect(german.page, 'collection-german');
  });

  test('KL22 is not reviewed while its reader plays a live match against a person', async () => {
    const { page } = await open();
    await give(page, ...FILES);
    await page.getByRole('button', { name: `Review ${FILES.length} matches` }).click();
    await page.getByText(/: \d+ of \d+ decisions$/).waitFor();
    await page.getByRole('link', { name: 'Play', exact: true }).click();
    await playFriend(page, participants.friend(await friendOf(testServer.url)), '3');
    await page.goto(`${testServer.url}/collection`);
    await page.getByText('Paused while you play against a person.').waitFor();
    const done = await page.getByText(/\d of \d matches reviewed/).textContent();
    await inspect(page, 'collection-playing');
    expect(await page.getByText(/\d of \d matches reviewed/).textContent()).toBe(done);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: /^Review \d matches$/ }).waitFor();
  });

  test('KL23 says what the browser does not keep', async () => {
    const forgetful = await open({}, keepsNothing);
    await forgetful.page.getByText('so it can’t keep a collection.').waitFor();
    await inspect(forgetful.page, 'collection-unavailable');
    const full = await open({}, hasNoRoom);
    await give(full.page, FILES[0]!);
    await full.page.getByText('Not kept in your collection').waitFor();
    await full.page.getByText('Your collection is empty.').waitFor();
    await full.page.goto(`${testServer.url}/review`);
    await give(full.page, FILES[0]!);
    await full.page.getByText(/^Not verified: nothing in this file proves/).waitFor();
  });
});
