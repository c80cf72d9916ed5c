import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { useTestServer } from '../kit/use-test-server.ts';
import { type BrowserPage, button, HANDS, type Hand, heading, type Target } from '../kit/windows/browser-page.ts';
import { inOneBrowser } from '../kit/windows/each-browser.ts';
import { moveOneByKeys, tabInWindow } from '../kit/windows/keyboard.ts';

/** A match to 3 in which the left player makes many mistakes. */
const MATCH = readFileSync(new URL('../../vectors/gnubg/m03-3pt.mat', import.meta.url), 'utf8');
/** The first position with the roll 3-1. */
const POSITION = '/study#XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:8';
/** A race with close plays. */
const CLOSE = '/study#XGID=--BBAA-------------aaaaaa-:0:0:1:51:0:0:0:0:8';

const MOVABLE: Target = { css: '.board__place.is-movable' };
const CONFIRM = button('Confirm');
const KEEP = button('Keep \\d+ mistakes as cards');
const CHOICES: Target = { css: '.puzzle__choices button' };
const FILE = 'input[type="file"]';

const testServer = useTestServer({ browser: null });

/** Plays the roll on the board. By touch the window is that of a phone. */
async function playOnBoard(page: BrowserPage, hand: Hand): Promise<void> {
  await page.waitFor(MOVABLE);
  if (hand === 'keyboard') await tabInWindow(page, '.board__place');
  while (!(await page.shows(CONFIRM))) {
    if (hand === 'keyboard') await moveOneByKeys(page);
    else await page.press(MOVABLE, hand);
  }
  if (hand === 'keyboard') await page.window.press('Space');
  else await page.press(CONFIRM, hand);
}

/** Fits the window to the hand, and checks that nothing is wider than the window. */
async function sizeFor(page: BrowserPage, hand: Hand): Promise<void> {
  const width = hand === 'touch' ? 390 : 1280;
  await page.window.resize(width, hand === 'touch' ? 844 : 800);
  await page.until('the new width', () => page.call((wanted) => innerWidth === wanted, width));
  const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth;
  await page.until('nothing wider than the window', () => page.call(fits, null));
}

// The driver of WebKit turns a touch into a click.
inOneBrowser('Firefox', testServer, ({ arrive, look }) => {
  test('BW12 the study board rolls out what is close at 2-ply', async () => {
    const page = await arrive('/rules');
    await page.window.goto('about:blank');
    await page.window.goto(testServer.url + CLOSE);
    await page.waitFor({ css: '.study__chances', name: '.* 2-ply' });
    await page.click({ css: '.choice', name: 'Rollouts' });
    await page.waitFor({ css: '.study__chances', name: '.* [0-9]+ games' });
    await page.waitFor({ css: '.study__chances', name: '.* [0-9]+ games, ± 0\\.[0-9]+' });
    await page.waitUntilGone({ css: 'p, div', name: 'Rolling out what is close at 2-ply…' });
    await look(page, 'study-rollouts');
  });

  test('BW8 the study board, the review of a file and its mistakes as cards work by mouse, keyboard and touch', async () => {
    const page = await arrive('/rules');
    for (const hand of HANDS) {
      await sizeFor(page, hand);
      await page.window.goto('about:blank');
      await page.window.goto(testServer.url + POSITION);
      await page.waitFor({ css: 'tr', name: '8/5 6/5.*' });
      await playOnBoard(page, hand);
      await page.waitFor({ css: '.study__variation', name: '31: .*' });
      await page.waitFor({ css: 'tr', name: 'Double, take.*' });
      await page.press({ css: 'button', name: 'Roll out: No double' }, hand);
      await page.waitFor({ css: '[role="img"]', name: '.*standard error.*' });
      if (hand === HANDS[0]) await look(page, 'study');
    }
    await page.giveFile(FILE, 'match.mat', MATCH);
    // On a phone the link may move while the analysis of the position comes in.
    await page.clickFor({ css: 'a', name: 'Review this match' }, { css: '*', name: 'Estimate by anchor-net-3' });
    for (const hand of HANDS) {
      await sizeFor(page, hand);
      await page.press({ css: 'button', name: 'Next mistake' }, hand);
      await page.waitFor({ css: '.moment .mark' });
      await page.press({ css: '.plays tr:not(.is-made) button' }, hand);
      await page.press({ css: 'button', name: 'Back to the play made' }, hand);
      if (hand === HANDS[0]) await look(page, 'review');
    }
    await page.click(KEEP);
    await page.click({ css: 'a', name: 'Go to your cards' });
    await page.waitFor(heading('Your mistakes'));
    for (const hand of HANDS) {
      await sizeFor(page, hand);
      const first = await page.until('a card', () => page.firstShown([CHOICES, MOVABLE]));
      if (hand === HANDS[0]) await look(page, 'card');
      if (first === CHOICES) await page.press(CHOICES, hand);
      else await playOnBoard(page, hand);
      await page.waitFor({ css: 'h2', name: '(It loses|Right).*' });
      if (hand === HANDS[0]) await look(page, 'card-judged');
      await page.press({ css: 'button', name: 'Next.*' }, hand);
      await page.waitUntilGone({ css: 'h2', name: '(It loses|Right).*' });
    }
  });

  test('BW13 openings and puzzles by theme are asked and judged, by mouse, keyboard and touch', async () => {
    const page = await arrive('/rules');
    const judged: Target = { css: '[role="status"]', name: '(Right|It loses).*' };
    for (const [path, title, next] of [
      ['/openings', 'Openings', 'Next position'],
      ['/puzzles', 'Puzzles by theme', 'Next puzzle'],
    ] as const) {
      await page.window.goto(testServer.url + path);
      await page.waitFor(heading(title));
      for (const hand of HANDS) {
        await sizeFor(page, hand);
        const asked = await page.until('a question', () => page.firstShown([CHOICES, MOVABLE]));
        if (asked === CHOICES) await page.press(CHOICES, hand);
        else await playOnBoard(page, hand);
        await page.waitFor(judged);
        if (hand === HANDS[0]) await look(page, path.slice(1));
        await page.press(button(next), hand);
        await page.waitUntilGone(judged);
      }
    }
    // what was answered is still there after the page was closed
    await page.window.goto('about:blank');
    await page.window.goto(`${testServer.url}/puzzles`);
    const all = () => document.querySelector('option')?.textContent;
    await page.until('three answers', async () => /^All themes \(3 of \d+\)$/.test((await page.call(all, null)) ?? ''));
  });
});
