import type { Page } from 'playwright-core';
import { MOVABLE } from './keyboard-player.ts';

export type Hand = 'mouse' | 'keyboard' | 'touch';

/** A place from which no checker can move any more may be gone before it is pressed. After this time, in milliseconds, `press` looks again. */
const GONE_MS = 500;

/** Presses the first element that fits the selector. Returns without having pressed one if none is left. */
export async function press(page: Page, selector: string, hand: Hand): Promise<void> {
  const target = page.locator(selector).first();
  const within = { timeout: GONE_MS };
  for (;;) {
    try {
      if (hand === 'mouse') return await target.click(within);
      if (hand === 'touch') return await target.tap(within);
      await target.focus(within);
      return await page.keyboard.press('Enter');
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error;
      // A busy machine takes longer to press what is there.
      if ((await target.count()) === 0) return;
    }
  }
}

/** Makes any play on a board that asks for one, and confirms it. */
export async function makeAnyPlay(page: Page, hand: Hand): Promise<void> {
  const confirm = page.getByRole('button', { name: 'Confirm' });
  for (;;) {
    await page.locator(MOVABLE).or(confirm).first().waitFor();
    if (await confirm.isVisible()) break;
    await press(page, MOVABLE, hand);
  }
  if (hand === 'keyboard') await page.keyboard.press('Space');
  else await (hand === 'touch' ? confirm.tap() : confirm.click());
}
