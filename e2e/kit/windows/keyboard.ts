import { ANSWER, GO, MOVABLE, nextKey, RESULT } from '../keyboard-player.ts';
import type { BrowserPage, Target } from './browser-page.ts';

/** Presses Tab until the element that the selector names has the focus. */
export async function tabInWindow(page: BrowserPage, wanted: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.window.press('Tab');
    if (await page.call((selector) => document.activeElement?.matches(selector) ?? false, wanted)) return;
  }
  throw new Error(`the keyboard does not reach ${wanted}`);
}

const TARGETS: readonly Target[] = [RESULT, ANSWER, GO, MOVABLE].map((css) => ({ css }));
const [OVER, ASKED, READY] = TARGETS;

/** Plays a match without a cube to its end with the keyboard only. */
export async function playByKeysInWindow(page: BrowserPage): Promise<void> {
  await page.waitFor({ css: '.board__place' });
  await tabInWindow(page, '.board__place');
  for (;;) {
    const shown = await page.until('a turn or the result', () => page.firstShown(TARGETS));
    if (shown === OVER) return;
    if (shown === ASKED) await answer(page, ASKED);
    else if (shown === READY) await page.window.press('Space');
    else await moveOneByKeys(page);
  }
}

async function answer(page: BrowserPage, question: Target): Promise<void> {
  await tabInWindow(page, ANSWER);
  await page.window.press('Enter');
  await page.waitUntilGone(question);
}

/** Moves the focus along the board to the first movable checker, and plays it. */
export async function moveOneByKeys(page: BrowserPage): Promise<void> {
  for (let steps = 0; steps < 30; steps++) {
    const key = await page.call(nextKey, MOVABLE);
    if (key) await page.window.press(key);
    if (key === null || key === 'Enter') return;
  }
  throw new Error('the arrows do not reach a checker that can move');
}
