import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateKey } from 'bg-record';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { hasChromium, Person, picture, resize } from '../kit/browser.ts';
import { faultsOf, inspect, loaded, overflow, SIZES } from '../kit/inspect.ts';
import { Participants } from '../kit/participants.ts';
import { cut, hasNoRoom, keepsNothing, type Prepare } from '../kit/trouble.ts';
import { useTestServer } from '../kit/use-test-server.ts';

const testServer = useTestServer();
const participants = new Participants();

// what was refused on purpose is logged by the browser
afterEach(() =>
  participants.leave(/Failed to load resource|dynamically imported module|WebSocket|ERR_(FAILED|CONNECTION)/),
);

async function open(path: string, prepare: Prepare = async () => undefined, options = {}): Promise<Person> {
  const person = participants.person(await Person.arrive(testServer.browser, 'about:blank', undefined, options));
  await prepare(person.page);
  await person.page.goto(`${testServer.url}${path}`);
  return person;
}

const dark = (page: Page) => page.getByRole('radio', { name: 'Dark' }).isChecked();
const sounds = (page: Page) => page.getByRole('switch', { name: 'Sounds' }).isChecked();

/** Puts a key into the browser as an earlier release did: its seed alone. */
async function keepSeed(page: Page): Promise<string> {
  const { seed, pub } = await generateKey();
  // opened before the page has created it, the database would be an empty one
  const named = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(named).toContain('anchor');
  await page.evaluate(
    (bytes) => {
      const opening = indexedDB.open('anchor');
      return new Promise((resolve, reject) => {
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('keys', 'readwrite');
          transaction.objectStore('keys').put(new Uint8Array(bytes), 'own');
          transaction.oncomplete = resolve;
        };
      });
    },
    [...seed],
  );
  return pub;
}

const exported = async (): Promise<string> => {
  const { seed, pub } = await generateKey();
  return `anchor-key/1:${Buffer.from(seed).toString('hex')}:${pub}`;
};

describe.runIf(hasChromium)('settings', () => {
  test.each([
    ['keeps nothing', keepsNothing],
    ['has no room', hasNoRoom],
  ])('SE1 in a browser that %s hold until the page is closed, and say so', async (state, prepare) => {
    const { page } = await open('/settings', prepare);
    await loaded(page);
    await page.getByText('Dark', { exact: true }).click();
    await page.getByText(/^Your browser isn’t saving data for this site/).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    await page.getByText('Deutsch', { exact: true }).click();
    await page.getByText('it can’t remember a language').waitFor();
    await inspect(page, `settings-${state.replace(' ', '-')}`);
    await resize(page, SIZES[0]);
    await page.locator('header').getByRole('link', { name: 'Leaderboard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Leaderboard' }).waitFor();
    await page.locator('header').getByRole('link', { name: 'Settings' }).click();
    expect(await dark(page)).toBe(true);
  });

  test('SE2 follow another tab, and neither tab undoes what the other chose', async () => {
    const { page, context } = await open('/settings');
    const other = await context.newPage();
    await other.goto(`${testServer.url}/settings`);
    await loaded(other);
    await page.getByText('Dark', { exact: true }).click();
    await expect.poll(() => dark(other)).toBe(true);
    expect(await other.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    await other.getByRole('switch', { name: 'Sounds' }).uncheck();
    await expect.poll(() => sounds(page)).toBe(false);
    await page.reload();
    await loaded(page);
    expect([await dark(page), await sounds(page)]).toEqual([true, false]);
  });
});

describe.runIf(hasChromium)('the key', () => {
  test('KE1 is neither shown nor replaced while the code for keys cannot be loaded', async () => {
    const { page } = await open('/keys');
    const pub = await keepSeed(page);
    await cut(/\/assets\/signing-.*\.js$/)(page);
    await page.reload();
    await page.locator('main').getByText('Part of the page couldn’t be loaded.').waitFor();
    expect(await page.getByLabel('Exported key').count()).toBe(0);
    await inspect(page, 'keys-not-fetched');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(pub).waitFor();
  });

  test('KE2 is not replaced by a malformed key, and the page says what failed', async () => {
    const { page } = await open('/keys', hasNoRoom);
    const text = page.getByLabel('Exported key');
    const use = page.getByRole('button', { name: 'Use this key' });
    const key = await exported();
    for (const [given, sentence] of [
      ['7'.repeat(10_000), 'This isn’t an exported Anchor key.'],
      ['<script>alert(1)</script>\u202E', 'This isn’t an exported Anchor key.'],
      [`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`, 'A character of this key is wrong'],
      [key, 'Your browser couldn’t save the key'],
    ] as const) {
      await text.fill(given);
      await use.click();
      await page.getByText(sentence).waitFor();
    }
    await inspect(page, 'keys-not-kept');
    await page.getByLabel('Choose a file').setInputFiles({
      name: 'film.txt',
      mimeType: 'text/plain',
      buffer: Buffer.alloc(2_000_000, 'x'),
    });
    await expect.poll(() => text.inputValue()).toMatch(/^x+$/);
    expect((await text.inputValue()).length).toBeLessThan(10_000);
    await use.click();
    await page.getByText('This isn’t an exported Anchor key.').waitFor();
  });

  test('KE3 is not reported as copied when the browser refuses the clipboard', async () => {
    const { page } = await open('/keys', (page) =>
      page.addInitScript(() => {
        navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
        navigator.storage.persist = () => Promise.reject(new TypeError('no'));
      }),
    );
    await keepSeed(page);
    await page.reload();
    await page.getByRole('button', { name: 'Copy as text' }).click();
    await page.getByText('Your browser doesn’t allow copying.').waitFor();
    await page.getByRole('button', { name: 'Ask the browser to keep the key' }).click();
    await page.getByText('Your browser may still clear this site’s data').waitFor();
  });
});

describe.runIf(hasChromium)('legal pages', () => {
  test.each(['/privacy.html', '/terms.html'])(
    'LE1 %s fits every window, in light and dark, and leads back',
    async (path) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page } = await open(path, undefined, { colorScheme });
        for (const size of [...SIZES, { width: 320, height: 640 }]) {
          await resize(page, size);
          await picture(page, `legal${path.replace('/', '-')}-${size.width}-${colorScheme}`);
          expect(await overflow(page), `${path} at ${size.width}`).toBe(0);
          expect(await faultsOf(page), `${path} at ${size.width}, ${colorScheme}`).toEqual([]);
        }
        await page.getByRole('link', { name: 'Anchor' }).click();
        await page.getByRole('button', { name: 'Play the bot' }).waitFor();
      }
    },
  );

  test('LE2 are the operator’s own if there are any, and can be read without the server', async () => {
    const own = join(testServer.dataDir, 'public');
    mkdirSync(own, { recursive: true });
    const words = '<!doctype html><html lang="en"><title>Privacy</title><main><h1>Ours</h1></main></html>';
    writeFileSync(join(own, 'privacy.html'), words);
    const { page } = await open('/', undefined, { serviceWorkers: 'allow' });
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.getByRole('link', { name: 'Privacy' }).click();
    await page.getByRole('heading', { name: 'Ours' }).waitFor();
    await page.goBack();
    await testServer.server.end();
    await page.getByRole('link', { name: 'Privacy' }).click();
    await page.getByRole('heading', { name: 'Ours' }).waitFor();
    await page.goto(`${testServer.url}/terms.html`);
    await page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor();
    await testServer.start();
  });
});
