import type { Page } from 'playwright-core';

// The result appears after the page has shown the last position.
export const RESULT = '.result__actions';
export const GO = '.felt-button--go';
/** The first answer to a question. For an offered resignation this is to accept. */
export const ANSWER = '.panel__actions button';
export const MOVABLE = '.board__place.is-movable';

/** Presses Tab until the wanted element has the focus. */
export async function tabTo(page: Page, wanted: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    if (await isFocused(page, wanted)) return;
  }
  const dialogs = await page.locator('dialog[open]').allInnerTexts();
  throw new Error(`the keyboard does not reach ${wanted}; open dialogs: ${JSON.stringify(dialogs)}`);
}

/**
 * Plays a match without a cube only with Tab, the arrow keys, Enter and Space. Ends with the match, or when `until`
 * returns true before the next action.
 */
export async function playByKeys(page: Page, until: () => Promise<boolean> = async () => false): Promise<void> {
  let isAtBoard = false;
  for (;;) {
    await page.locator(`${RESULT}, ${ANSWER}, ${GO}, ${MOVABLE}`).first().waitFor({ timeout: 120_000 });
    if ((await page.locator(RESULT).first().isVisible()) || (await until())) return;
    if (await page.locator(ANSWER).first().isVisible()) {
      await giveAnswer(page);
      continue;
    }
    // From here on the page keeps the focus on the board.
    if (!isAtBoard) await tabTo(page, '.board__place');
    isAtBoard = true;
    if (await page.locator(GO).isVisible()) await page.keyboard.press('Space');
    else await moveOne(page);
  }
}

async function giveAnswer(page: Page): Promise<void> {
  await tabTo(page, ANSWER);
  await page.keyboard.press('Enter');
  await page.locator(ANSWER).first().waitFor({ state: 'detached' });
}

/** Moves the focus along the board to the first movable checker, and plays it. */
async function moveOne(page: Page): Promise<void> {
  for (let steps = 0; steps < 30; steps++) {
    const key = await page.evaluate(nextKey, MOVABLE);
    if (key) await page.keyboard.press(key);
    if (key === null || key === 'Enter') return;
  }
  throw new Error('the arrows do not reach a checker that can move');
}

/**
 * Returns the key that moves the focus nearer to a movable checker, or null if there is none left. Bar and tray are in both rows, so only
 * the column counts for them. Runs in the page.
 */
export function nextKey(movable: string): 'Enter' | `Arrow${'Up' | 'Down' | 'Left' | 'Right'}` | null {
  const [from, to] = [document.activeElement, document.querySelector(movable)];
  const [here, there] = [from?.getBoundingClientRect(), to?.getBoundingClientRect()];
  if (!here || !there) return null;
  const right = there.x + there.width / 2 - here.x - here.width / 2;
  const down = there.y - here.y;
  const inBothRows = [from, to].some((place) => ['0', '25'].includes(place?.getAttribute('data-place') ?? ''));
  if (!inBothRows && Math.abs(down) > here.height / 2) return down > 0 ? 'ArrowDown' : 'ArrowUp';
  if (Math.abs(right) < here.width / 2) return 'Enter';
  return right > 0 ? 'ArrowRight' : 'ArrowLeft';
}

function isFocused(page: Page, wanted: string): Promise<boolean> {
  return page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, wanted);
}
