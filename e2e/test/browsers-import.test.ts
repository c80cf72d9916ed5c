import { readFileSync } from 'node:fs';
import { legalPlays, startPosition } from 'bg-rules';
import { expect, test } from 'vitest';
import { commentsPart, gameEntry, matchEntry, moveEntry, xgFile } from '../../packages/record/test/support/xg.ts';
import { zipOf } from '../../packages/record/test/support/zip.ts';
import { useTestServer } from '../kit/use-test-server.ts';
import type { BrowserPage } from '../kit/windows/browser-page.ts';
import { inEachBrowser } from '../kit/windows/each-browser.ts';

const MATCH = readFileSync(new URL('../../vectors/gnubg/m03-3pt.mat', import.meta.url), 'utf8');
const named = (name: string) => MATCH.replaceAll('gnubg', name);

/** A game of one play with a comment. */
function xg(): Uint8Array {
  const before = startPosition();
  const after = legalPlays(before, 0, [3, 1])[0]?.position ?? before;
  return xgFile(
    [
      matchEntry({ names: ['Zoë', 'Ben'], length: 5 }),
      gameEntry({ score: [0, 0], crawford: false, position: before }),
      moveEntry({ player: 0, dice: [3, 1], before, after, comment: 0 }),
    ],
    { comments: commentsPart(["{\\rtf1\\ansi\\ansicpg1252 caf\\'e9 \\u9654?\\par}"]) },
  );
}

interface Brought {
  readonly how: 'paste' | 'drop' | 'choose';
  readonly text?: string;
  readonly file?: { readonly name: string; readonly bytes: readonly number[] };
}

/** Gives a text or a file to the field in the way that a browser tells the page of it. */
const bring = (page: BrowserPage, brought: Brought) =>
  page.call(({ how, text, file }) => {
    const data = new DataTransfer();
    if (text !== undefined) data.setData('text/plain', text);
    if (file) data.items.add(new File([new Uint8Array(file.bytes)], file.name));
    const field = document.querySelector<HTMLInputElement>('.import input[type="file"]');
    const area = document.querySelector('.import textarea');
    if (!field || !area) throw new Error('no field');
    if (how === 'choose') {
      field.files = data.files;
      field.dispatchEvent(new Event('change', { bubbles: true }));
      return;
    }
    // a browser gives only its own events these data
    const event = new Event(how, { bubbles: true, cancelable: true });
    Object.defineProperty(event, how === 'paste' ? 'clipboardData' : 'dataTransfer', { value: data });
    area.dispatchEvent(event);
  }, brought);

const names = (page: BrowserPage) =>
  page.call(() => [...document.querySelectorAll('.collection__row .name')].map((one) => one.textContent), null);

const testServer = useTestServer({ browser: null });

inEachBrowser(testServer, ({ arrive }) => {
  test('BW14 the field takes a pasted text, a dropped archive and a chosen .xg file, whose comment is shown', async () => {
    const page = await arrive('/collection');
    await page.waitFor({ css: 'p', name: 'Your collection is empty.' });
    await bring(page, { how: 'paste', text: named('Ann') });
    await page.until('the pasted match', async () => (await names(page)).length === 2);
    const archive = zipOf([
      { name: 'club/one.mat', content: named('Bea') },
      { name: 'club/two.mat', content: named('Cid'), method: 0 },
      { name: 'club/readme.txt', content: 'nothing' },
    ]);
    await bring(page, { how: 'drop', file: { name: 'club.zip', bytes: [...archive] } });
    await page.until('the matches of the archive', async () => (await names(page)).length === 6);
    await page.waitFor({ css: '.notice p', name: 'club.zip/club/readme.txt' });
    await bring(page, { how: 'choose', file: { name: 'a.xg', bytes: [...xg()] } });
    await page.until('the match in .xg', async () => (await names(page)).length === 8);
    for (const name of ['Ann', 'Bea', 'Cid', 'Zoë']) expect(await names(page)).toContain(name);
    await page.click({ css: 'button', name: 'Review Zoë – Ben' });
    await page.waitFor({ css: 'blockquote', name: 'café ▶' });
  });
});
