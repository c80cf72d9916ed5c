import { type BrowserContext, launch, type Page } from 'puppeteer-core';
import {
  type BrowserWindow,
  type InstalledBrowser,
  PATIENCE_MS,
  type PressedKey,
  type RunningBrowser,
  WINDOW_SIZE,
} from './window.ts';

const program = process.env.FIREFOX ?? '/usr/bin/firefox-esr';

/** Firefox, driven by Puppeteer with WebDriver BiDi. */
export const firefox: InstalledBrowser = {
  name: 'Firefox',
  needs: [[program, 'firefox-esr']],
  start: () => startFirefox(),
};

/** Starts Firefox with these preferences of `about:config` besides the usual ones. */
export async function startFirefox(preferences: Readonly<Record<string, unknown>> = {}): Promise<RunningBrowser> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: program,
    headless: true,
    protocolTimeout: PATIENCE_MS,
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1, 'intl.accept_languages': 'en-US, en', ...preferences },
  });
  return {
    async open(setup) {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      await page.setViewport(WINDOW_SIZE);
      if (setup) await page.evaluateOnNewDocument(setup);
      return new FirefoxWindow(context, page);
    },
    close: () => browser.close(),
  };
}

/**
 * Firefox reports a connection that fails while it opens as an error of the page, and a file that the service worker was
 * loading when the page was left. The other browsers write them to their console.
 */
const INTERRUPTED =
  /The connection to wss?:\S+ was interrupted while the page was loading|A ServiceWorker intercepted the request/;

class FirefoxWindow implements BrowserWindow {
  readonly #context: BrowserContext;
  readonly #page: Page;
  readonly #errors: string[] = [];

  constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.#page = page;
    page.on('pageerror', (error) => {
      if (!INTERRUPTED.test(String(error))) this.#errors.push(String(error));
    });
  }

  async goto(url: string): Promise<void> {
    await this.#page.goto(url);
  }

  async url(): Promise<string> {
    return this.#page.url();
  }

  evaluate(expression: string): Promise<unknown> {
    return this.#page.evaluate(expression);
  }

  click(x: number, y: number): Promise<void> {
    return this.#page.mouse.click(x, y);
  }

  touch(x: number, y: number): Promise<void> {
    return this.#page.touchscreen.tap(x, y);
  }

  press(key: PressedKey): Promise<void> {
    return this.#page.keyboard.press(key === 'Space' ? ' ' : key);
  }

  resize(width: number, height: number): Promise<void> {
    return this.#page.setViewport({ width, height });
  }

  async picture(path: string): Promise<void> {
    await this.#page.screenshot({ path: path as `${string}.png` });
  }

  async errors(): Promise<readonly string[]> {
    return this.#errors;
  }

  close(): Promise<void> {
    return this.#context.close();
  }
}
