import type { BrowserPage, Target } from './browser-page.ts';

interface Habit {
  /** True to double once, at the first chance. */
  readonly doubles: boolean;
}

const RESULT: Target = { css: '.result__actions button' };
const MOVABLE: Target = { css: '.board__place.is-movable' };
const GO: Target = { css: '.felt-button--go' };
const UNDO: Target = { css: 'button', name: 'Undo' };
/** The answers to questions, the confirmation of a cube decision first. */
const ANSWERS: Target = { css: '.panel button', name: 'Yes, .*|Take|Accept' };
const DOUBLE: Target = { css: 'button', name: 'Double' };

/** Plays at an English page with the mouse until the result shows, or until `until` returns true between two actions. */
export async function playInWindow(
  page: BrowserPage,
  { doubles }: Habit = { doubles: false },
  until: () => boolean | Promise<boolean> = () => false,
): Promise<void> {
  let mayDouble = doubles;
  for (;;) {
    const next = await page.until('a turn or the result', async () => {
      const shown = await page.firstShown([RESULT, ANSWERS, GO, MOVABLE]);
      return shown === RESULT || (await until()) ? RESULT : shown;
    });
    if (next === RESULT) return;
    if (mayDouble && next === GO && (await page.clickNow(DOUBLE))) mayDouble = false;
    else await page.clickNow(next);
  }
}

/** True if the viewer has rolled and has not yet moved a checker. */
export async function hasFreshRollInWindow(page: BrowserPage): Promise<boolean> {
  return (await page.shows(MOVABLE)) && !(await page.shows(UNDO));
}
