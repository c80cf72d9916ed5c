import type { Page } from 'playwright-core';

/** The cube decisions of a player at the page. */
interface CubeHabit {
  /** True to double once, at the first chance. */
  readonly doubles: boolean;
  readonly takes: boolean;
}

const CUBE_UNTOUCHED: CubeHabit = { doubles: false, takes: true };

const RESULT = '.result__actions';
const PANEL = '.panel__actions button';
const GO = '.felt-button--go';
const MOVABLE = '.board__place.is-movable';
const RESIGN = /^(Resign|Aufgeben)$/;
const ANYTHING = [RESULT, PANEL, GO, MOVABLE].join(', ');

/**
 * Plays at an English or German page with the mouse: rolls, clicks movable checkers, confirms, answers the cube. Ends when the result
 * shows, or when `until` returns true before the next action.
 */
export async function playAtScreen(
  page: Page,
  habit = CUBE_UNTOUCHED,
  until: () => boolean | Promise<boolean> = () => false,
): Promise<void> {
  let mayDouble = habit.doubles;
  for (;;) {
    await page.locator(ANYTHING).first().waitFor({ timeout: 120_000 });
    // This is read before the call of `until`, so that a question that appears during the call waits for the next round.
    const asked = await page.locator(PANEL).first().isVisible();
    if ((await page.locator(RESULT).first().isVisible()) || (await until())) return;
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

/** True if the viewer has rolled and has not yet moved a checker. */
export async function hasFreshRoll(page: Page): Promise<boolean> {
  const moved = page.getByRole('button', { name: /^(Undo|Rückgängig)$/ });
  return (await page.locator(MOVABLE).first().isVisible()) && !(await moved.isVisible());
}

/** The kinds of resignations, in English and German. */
const KINDS = {
  Single: ['Single|Einfach'],
  Gammon: ['Single|Einfach', 'Gammon'],
  Backgammon: ['Single|Einfach', 'Gammon', 'Backgammon'],
};

/**
 * Resigns the game as the player who is to act. Another player accepts by `playAtScreen`. If a resignation of this kind does not count, it
 * is the next smaller one.
 */
export async function resignAtScreen(page: Page, as: keyof typeof KINDS): Promise<void> {
  await page.getByRole('button', { name: RESIGN }).click();
  await answerResigning(page, as);
}

/** Answers the questions that follow a press of Resign. The page does not ask for the kind where only one counts. */
export async function answerResigning(page: Page, as: keyof typeof KINDS): Promise<void> {
  const panel = page.locator('.panel');
  const kind = panel.getByRole('button', { name: new RegExp(`^(${KINDS[as].join('|')})`) }).last();
  const yes = panel.getByRole('button', { name: /^(Yes, resign|Ja: Aufgeben)$/ });
  await kind.or(yes).first().waitFor();
  if (await kind.isVisible()) await kind.click();
  await yes.click();
}

async function moveOn(page: Page): Promise<void> {
  for (const target of [page.locator(GO).first(), page.locator(MOVABLE).first()]) {
    if (await target.isVisible()) return press(target);
  }
}

/** Clicks the target. Ignores a target that has disappeared in the meantime. */
async function press(target: ReturnType<Page['locator']>): Promise<void> {
  await target.click({ timeout: 500 }).catch(() => undefined);
}
