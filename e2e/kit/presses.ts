import type { Page } from 'playwright-core';

/**
 * The controls that are pressed. A link that looks like a button is one; other links follow a click and Enter, and Space scrolls the page.
 * Fields, lists and sliders take a value instead.
 */
const CONTROLS = [
  'button:not(.board__place:not(.is-movable))',
  'a.button',
  'summary',
  'input[type="radio"]:not(:checked)',
  'input[type="checkbox"]',
  'input[type="file"]',
].join(', ');

/** The ways to press a control. */
type Way = 'click' | 'Enter' | ' ';

/** A control, and the ways of the clicks that have reached it. */
interface Pressed {
  readonly control: string;
  readonly ways: Way[];
}

declare global {
  interface Window {
    presses?: { readonly controls: HTMLElement[]; readonly pressed: Pressed[]; way: Way; stop(): void };
  }
}

/**
 * Presses each enabled control in sight by `click()`, Enter and Space, and returns those that do not get exactly one click from each. No
 * click reaches the page, so nothing happens. A place of the board without a movable checker is left out: it leaves Space to the page.
 */
export async function deafControls(page: Page): Promise<Pressed[]> {
  const count = await page.evaluate(begin, CONTROLS);
  for (let at = 0; at < count; at++) {
    if (!(await page.evaluate(clickAndFocus, at))) continue;
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
  }
  return page.evaluate(end);
}

/** Notes clicks instead of letting the page have them. Returns the number of controls. Runs in the page, as do those below. */
function begin(selector: string): number {
  const modal = document.querySelector('dialog:modal');
  const all = [...(modal ?? document).querySelectorAll<HTMLElement>(selector)];
  const controls = all.filter((one) => one.checkVisibility() && !one.matches(':disabled'));
  const pressed = controls.map((one) => {
    const name = one.getAttribute('aria-label') ?? one.closest('label')?.textContent ?? one.textContent;
    return { control: `${one.localName} ${name}`, ways: [] as Way[] };
  });
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (window.presses && (key === 'Enter' || key === ' ')) window.presses.way = key;
  };
  const onClick = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    const at = event.target instanceof HTMLElement ? controls.indexOf(event.target) : -1;
    if (window.presses) pressed[at]?.ways.push(window.presses.way);
  };
  addEventListener('keydown', onKeyDown, true);
  addEventListener('click', onClick, true);
  const stop = () => {
    removeEventListener('keydown', onKeyDown, true);
    removeEventListener('click', onClick, true);
  };
  window.presses = { controls, pressed, way: 'click', stop };
  return controls.length;
}

/** Returns false if the page has drawn itself again without the control. */
function clickAndFocus(at: number): boolean {
  const control = window.presses?.controls[at];
  if (!window.presses || !control?.isConnected) return false;
  control.focus({ preventScroll: true });
  window.presses.way = 'click';
  control.click();
  return true;
}

/** Returns the controls that are still there and were not pressed once in each way. */
function end(): Pressed[] {
  const { controls = [], pressed = [], stop } = window.presses ?? {};
  stop?.();
  return pressed.filter(({ ways }, at) => controls[at]?.isConnected && ways.join() !== 'click,Enter, ');
}
