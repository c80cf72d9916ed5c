import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { useTestServer } from '../kit/use-test-server.ts';
import { type BrowserPage, button, heading, type Target } from '../kit/windows/browser-page.ts';
import { inOneBrowser } from '../kit/windows/each-browser.ts';

const SHORT = ` 1 point match

 Game 1
 Zoë : 0                        Ann : 0
  1) 31: 8/5 6/5                 42: 8/4 6/4
  2) 61: 13/7 8/7
`;
/** Two matches in one file, of which one is a match to 3. */
const TWO = `${readFileSync(new URL('../../vectors/gnubg/m03-3pt.mat', import.meta.url), 'utf8')}\n${SHORT}`;

const FILE = 'input[type="file"]';
const ROW: Target = { css: '.collection__row' };
const REVIEWED: Target = { css: '.collection__pr', name: 'PR ≈ .*' };

const testServer = useTestServer({ browser: null });

const rows = (page: BrowserPage) =>
  page.call(() => [...document.querySelectorAll('.collection__row .name')].map((one) => one.textContent), null);

const type = (page: BrowserPage, text: string) =>
  page.call((value) => {
    const field = document.querySelector<HTMLInputElement>('search input');
    if (!field) throw new Error('no field');
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, text);

inOneBrowser('WebKit', testServer, ({ arrive, look }) => {
  test('KL20 the collection keeps, reviews, finds, opens, saves and deletes matches, also after a reload', async () => {
    const page = await arrive('/collection');
    await page.waitFor({ css: 'p', name: 'Your collection is empty.' });
    await look(page, 'collection-empty');
    await page.giveFile(FILE, 'two.mat', TWO);
    await page.waitFor({ css: 'p', name: '2 matches are now in your collection. ?' });
    await page.waitFor(button('Review 2 matches'));
    expect(await rows(page)).toHaveLength(4);
    await page.click(button('Review 2 matches'));
    await page.waitFor({ css: 'p', name: '2 of 2 matches reviewed.' });
    await page.waitFor(REVIEWED);
    await look(page, 'collection');
    await page.window.goto(`${testServer.url}/collection`);
    await page.waitFor(REVIEWED);
    await type(page, 'zoe');
    await page.until('one match', async () => (await rows(page)).length === 2);
    expect(await rows(page)).toEqual(['Zoë', 'Ann']);
    await page.click({ css: 'button', name: 'Review Zoë – Ann' });
    await page.waitFor({ css: '.review__players', name: '.*' });
    await page.waitForPath(/^\/review$/);
    await page.click({ css: 'a', name: 'Your collection' });
    await page.until('the search', async () => (await rows(page)).length === 2);
    await page.giveFile(FILE, 'again.mat', TWO);
    await page.waitFor({ css: 'p', name: '2 were there already. ?' });
    await page.click(button('Select all 1'));
    await page.click(button('Save as .mat'));
    await page.waitFor(button('Save as SGF'));
    await page.click(button('Delete 1 match'));
    await page.click({ css: 'dialog button', name: 'Delete 1 match' });
    await page.waitFor({ css: 'p', name: 'No match fits this search.' });
    await page.click(button('Clear the search'));
    await page.waitFor(ROW);
    await page.click(button('Select all 1'));
    await page.click(button('Delete 1 match'));
    await page.click({ css: 'dialog button', name: 'Delete 1 match' });
    await page.waitFor({ css: 'p', name: 'Your collection is empty.' });
    await page.waitFor(heading('Your collection'));
  });
});
