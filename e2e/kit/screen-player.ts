import type { Page } from 'playwright-core';

/** How a person at the screen decides the cube. */
export interface CubeHabit {
  /** Doubles at the first chance, once. */
  readonly doubles: boolean;
  readonly takes: boolean;
}

const CUBE_UNTOUCHED: CubeHabit = { doubles: false, takes: true };

const RESULT = '.result__actions';
const PANEL = '.panel__actions button';
const GO = '.felt-button--go';
const MOVABLE = '.board__place.is-movable';
const ANYTHING = [RESULT, PANEL, GO, MOVABLE].join(', ');

/**
 * Plays at a page in English or German as a person does, with the mouse: rolls, clicks checkers that can move, confirms, answers the cube.
 * Ends when the result shows, or when `until` says so before one of its own actions.
 */
export async function playAtScreen(
  page: Page,
  habit = CUBE_UNTOUCHED,
  until: () => boolean | Promise<boolean> = () => false,
): Promise<void> {
  let mayDouble = habit.doubles;
  for (;;) {
    await page.locator(ANYTHING).first().waitFor({ timeout: 120_000 });
    // Read before `until` is asked: a question that comes up after that is answered in the next round, not past it.
    const asked = await page.locator(PANEL).first().isVisible();
    if ((await page.locator(RESULT).isVisible()) || (await until())) return;
    if (asked) await answer(page, habit);
    else if (mayDouble && (await offerDouble(page))) mayDouble = false;
    else await moveOn(page);
  }
}

async function answer(page: Page, habit: CubeHabit): Promise<void> {
  for (const name of [/^(Yes, |Ja: )/, habit.takes ? /^(Take|Annehmen)$/ : /^(Pass|Passen)$/, /^Accept$/]) {
    const button = page.locator('.panel').getByRole('button', { name });
    if (await button.isVisible()) return press(button);
  }
}

async function offerDouble(page: Page): Promise<boolean> {
  const button = page.getByRole('button', { name: 'Double', exact: true });
  if (!(await button.isVisible())) return false;
  await press(button);
  return true;
}

/** Whether the person has a roll before him and has not moved a checker yet. */
export async function hasFreshRoll(page: Page): Promise<boolean> {
  const moved = page.getByRole('button', { name: /^(Undo|Zurück)$/ });
  return (await page.locator(MOVABLE).first().isVisible()) && !(await moved.isVisible());
}

async function moveOn(page: Page): Promise<void> {
  for (const target of [page.locator(GO).first(), page.locator(MOVABLE).first()]) {
    if (await target.isVisible()) return press(target);
  }
}

/** What was there a moment ago may be gone by the time the mouse arrives: then there is nothing to press. */
async function press(target: ReturnType<Page['locator']>): Promise<void> {
  await target.click({ timeout: 500 }).catch(() => undefined);
}
