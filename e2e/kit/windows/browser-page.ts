import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import { type BrowserWindow, PATIENCE_MS } from './window.ts';

/** An element by its selector and, if given, by its accessible name. The name is a regular expression for the whole name. */
export interface Target {
  readonly css: string;
  readonly name?: string;
}

export const button = (name: string): Target => ({ css: 'button, a.button', name });
export const heading = (name: string): Target => ({ css: 'h1, h2, h3', name });

/** The ways in which a person uses a page. */
export const HANDS = ['mouse', 'keyboard', 'touch'] as const;
export type Hand = (typeof HANDS)[number];

interface Place {
  readonly x: number;
  readonly y: number;
  /** True if the element lies still and nothing covers its middle, so that a click reaches it. */
  readonly free: boolean;
  readonly focused: boolean;
}

class Failure {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES: RunOptions = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };

/** A page as a person uses it: it waits for things to appear, and presses them with the real mouse of the browser. */
export class BrowserPage {
  readonly window: BrowserWindow;

  constructor(window: BrowserWindow) {
    this.window = window;
  }

  /** Calls the function in the page. It may use nothing but its argument and the page. */
  async call<Argument, Value>(run: (argument: Argument) => Value, argument: Argument): Promise<Awaited<Value>> {
    const value = await this.window.evaluate(`(${run})(${JSON.stringify(argument ?? null)})`);
    return value as Awaited<Value>;
  }

  /**
   * Returns the first value that is neither null nor false. An error counts as null, because a page that is just being left
   * answers nothing. Fails after `patienceMs`, with the text of the page.
   */
  async until<Value>(
    what: string,
    look: () => Promise<Value>,
    patienceMs = PATIENCE_MS,
  ): Promise<Exclude<Value, null | false>> {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const value = await look().catch((error: unknown) => new Failure(error));
      if (value !== null && value !== false && !(value instanceof Failure))
        return value as Exclude<Value, null | false>;
      if (performance.now() > deadline) {
        const cause = value instanceof Failure ? value.error : undefined;
        throw new Error(`${what}: not at ${await this.window.url()}\n${await this.#text()}`, { cause });
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async shows(target: Target): Promise<boolean> {
    return (await this.call(locate, target)) !== null;
  }

  /** Returns the first of the targets that is on the page. */
  async firstShown(targets: readonly Target[]): Promise<Target | null> {
    for (const target of targets) if (await this.shows(target)) return target;
    return null;
  }

  /** `patienceMs`: for what takes longer than pages do, such as a clock that runs out. */
  async waitFor(target: Target, patienceMs?: number): Promise<void> {
    await this.until(inWords(target), () => this.shows(target), patienceMs);
  }

  async waitUntilGone(target: Target): Promise<void> {
    await this.until(`no ${inWords(target)}`, async () => !(await this.shows(target)));
  }

  /** Waits until a click reaches the element, and clicks its middle. */
  async click(target: Target): Promise<void> {
    await this.until(inWords(target), () => this.clickNow(target));
  }

  /** Clicks the element until another one is there. A click does nothing while the page shows what the opponent has done, which may begin just then. */
  async clickFor(target: Target, result: Target): Promise<void> {
    await this.until(inWords(result), async () => {
      if (await this.shows(result)) return true;
      await this.clickNow(target);
      return false;
    });
  }

  /** Clicks the element if it is there and a click reaches it. Returns true if it has clicked. */
  async clickNow(target: Target): Promise<boolean> {
    const place = await this.call(locate, target);
    if (!place?.free) return false;
    await this.window.click(place.x, place.y);
    return true;
  }

  /** Clicks the element, taps it, or focuses it and presses Enter. */
  async press(target: Target, hand: Hand): Promise<void> {
    const { window } = this;
    if (hand === 'mouse') return this.click(target);
    if (hand === 'keyboard') {
      await this.until(
        inWords(target),
        async () => (await this.call(locate, { ...target, focus: true }))?.focused ?? false,
      );
      return window.press('Enter');
    }
    await this.until(inWords(target), async () => {
      const place = await this.call(locate, target);
      if (!place?.free) return false;
      await window.touch(place.x, place.y);
      return true;
    });
  }

  /** Writes a text into the field of this label, in place of what it has. */
  async fill(label: Target, text: string): Promise<void> {
    await this.until(inWords(label), () => this.call(fillIn, { ...label, text }));
  }

  /** Chooses a file in a field for files, which may be hidden behind a button. */
  async giveFile(css: string, name: string, text: string): Promise<void> {
    await this.until(css, () => this.call((field) => document.querySelector(field) !== null, css));
    await this.call(
      (file) => {
        const field = document.querySelector<HTMLInputElement>(file.css);
        const chosen = new DataTransfer();
        chosen.items.add(new File([file.text], file.name));
        if (field) field.files = chosen.files;
        field?.dispatchEvent(new Event('change', { bubbles: true }));
      },
      { css, name, text },
    );
  }

  /** Chooses one of a few options, and waits until it is chosen. */
  async choose(label: string): Promise<void> {
    const choice: Target = { css: '.choice', name: label };
    const isChosen: Target = { css: '.choice:has(input:checked)', name: label };
    await this.until(`${label} chosen`, async () => {
      if (!(await this.shows(isChosen))) await this.clickNow(choice);
      return this.shows(isChosen);
    });
  }

  async waitForPath(pattern: RegExp): Promise<string> {
    return this.until(String(pattern), async () => {
      const url = await this.window.url();
      return pattern.test(new URL(url).pathname) ? url : null;
    });
  }

  /** The violations that axe finds on the page as it is, one line each. */
  async faults(): Promise<string[]> {
    if (!(await this.window.evaluate('"axe" in window'))) await this.window.evaluate(`(() => { ${axe} })()`);
    const results = await this.window.evaluate(`axe.run(document, ${JSON.stringify(RULES)})
      .then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))`);
    return (results as AxeResults['violations']).flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
    );
  }

  async #text(): Promise<string> {
    return String(await this.window.evaluate('document.body.innerText')).slice(0, 2_000);
  }
}

/** Returns false if there is no such field. Runs in the page. */
function fillIn({ css, name, text }: Target & { readonly text: string }): boolean {
  const wanted = new RegExp(`^(?:${name})$`);
  const label = [...document.querySelectorAll(css)].find(({ textContent }) =>
    wanted.test((textContent ?? '').replace(/\s+/g, ' ').trim()),
  );
  const field = label?.querySelector('input');
  if (!field) return false;
  field.value = text;
  return field.dispatchEvent(new Event('input', { bubbles: true }));
}

function inWords({ css, name }: Target): string {
  return name === undefined ? css : `${css} named ${name}`;
}

/** Finds the first visible and enabled element, scrolls to it, focuses it on request and tells where it is. Runs in the page. */
async function locate({ css, name, focus }: Target & { readonly focus?: boolean }): Promise<Place | null> {
  const wanted = name === undefined ? null : new RegExp(`^(?:${name})$`);
  const named = (element: Element) => {
    const written = element.getAttribute('aria-label') ?? element.textContent ?? '';
    return wanted === null || wanted.test(written.replace(/\s+/g, ' ').trim());
  };
  const isUsable = (element: Element) =>
    element.getClientRects().length > 0 &&
    getComputedStyle(element).visibility === 'visible' &&
    !(element as HTMLButtonElement).disabled;
  const found = [...document.querySelectorAll(css)].find((element) => isUsable(element) && named(element));
  if (!found) return null;
  if (focus) (found as HTMLElement).focus();
  const middle = () => {
    const { left, top, width, height } = found.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const isReached = ({ x, y }: { readonly x: number; readonly y: number }) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (found.contains(hit) || hit.closest('button, label') === found);
  };
  // It may be outside the window, or outside the panel that scrolls it.
  if (!isReached(middle())) found.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = middle();
  await new Promise((resolve) => setTimeout(resolve, 30));
  const { x, y } = middle();
  const focused = document.activeElement === found;
  return { x, y, free: isReached({ x, y }) && x === before.x && y === before.y, focused };
}
