import type { Browser, BrowserContext, Page } from 'playwright-core';
import { chromiumProgram, launch } from '../browser.ts';
import { type BrowserWindow, type InstalledBrowser, PATIENCE_MS, type PressedKey, WINDOW_SIZE } from './window.ts';

/** Chromium, driven by Playwright. */
export const chromium: InstalledBrowser = {
  name: 'Chromium',
  needs: [[chromiumProgram, 'chromium']],
  async start() {
    const browser = await launch();
    return {
      open: (setup) => openChromiumWindow(browser, setup),
      close: () => browser.close(),
    };
  },
};

/** Opens a page with its own storage in a browser that runs already. */
export async function openChromiumWindow(browser: Browser, setup?: string): Promise<BrowserWindow> {
  const usual = { reducedMotion: 'reduce', locale: 'en-US', hasTouch: true } as const;
  const context = await browser.newContext({ viewport: WINDOW_SIZE, ...usual });
  context.setDefaultTimeout(PATIENCE_MS);
  if (setup) await context.addInitScript(setup);
  return new ChromiumWindow(context, await context.newPage());
}

class ChromiumWindow implements BrowserWindow {
  readonly #context: BrowserContext;
  readonly #page: Page;
  readonly #errors: string[] = [];

  constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.#page = page;
    page.on('pageerror', (error) => this.#errors.push(String(error)));
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
    return this.#page.keyboard.press(key);
  }

  resize(width: number, height: number): Promise<void> {
    return this.#page.setViewportSize({ width, height });
  }

  async picture(path: string): Promise<void> {
    await this.#page.screenshot({ path });
  }

  async errors(): Promise<readonly string[]> {
    return this.#errors;
  }

  close(): Promise<void> {
    return this.#context.close();
  }
}
