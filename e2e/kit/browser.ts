import { existsSync, mkdirSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

export const chromiumProgram = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** The headless build of Chromium uses 40 % less CPU, but has no system notifications. */
const shell = '/usr/bin/chromium-headless-shell';

/** True if this machine has Chromium. CI requires it. */
export const hasChromium = existsSync(chromiumProgram);
if (!hasChromium) {
  const message = `No Chromium at ${chromiumProgram}: the tests in a real browser cannot run (set CHROMIUM).`;
  if (process.env.CI) throw new Error(message);
  console.warn(`SKIPPED LOUDLY: ${message}`);
}

/** `whole` starts the full browser, for features that the headless build lacks and for measurements. */
export function launch({ whole = false } = {}): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
  return chromium.launch({
    executablePath: whole || process.env.CHROMIUM || !existsSync(shell) ? chromiumProgram : shell,
    args: [...args, '--disable-component-update', '--disable-sync'],
  });
}

interface ArrivalOptions extends BrowserContextOptions {
  /** True by default: the browser saves data, so no review and no end of a match starts by itself an analysis, which takes all processors. */
  readonly saveData?: boolean;
}

/** Runs in a page before its own scripts. */
export const SAVE_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })";

/** A browser user with separate storage. Collects the errors of the page, those that the browser logs with the address that they are about. */
export class Person {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly errors: string[] = [];

  private constructor(context: BrowserContext, page: Page) {
    this.context = context;
    this.page = page;
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(`${message.text()} ${message.location().url}`);
    });
  }

  /** Blocks the service worker unless the options allow it, so that a test sees every request. */
  static async arrive(
    browser: Browser,
    url: string,
    viewport = { width: 1280, height: 800 },
    { saveData = true, ...options }: ArrivalOptions = {},
  ): Promise<Person> {
    const usual = { reducedMotion: 'reduce', acceptDownloads: true, serviceWorkers: 'block' } as const;
    const context = await browser.newContext({ viewport, ...usual, ...options });
    context.setDefaultTimeout(60_000);
    if (saveData) await context.addInitScript(SAVE_DATA);
    const person = new Person(context, await context.newPage());
    await person.page.goto(url);
    return person;
  }

  leave(): Promise<void> {
    return this.context.close();
  }
}

/** Resizes the window and waits until the page has drawn itself at the new size: it lays the match out by script. */
export async function resize(page: Page, size: { readonly width: number; readonly height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(
    () => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))),
  );
}

/** Saves a screenshot in .results/ for manual inspection. On CI it does nothing, because painting takes a tenth of a second or more. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env.CI) return;
  mkdirSync('.results', { recursive: true });
  await page.screenshot({ path: `.results/${name}.png` });
}
