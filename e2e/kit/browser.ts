import { existsSync, mkdirSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const executable = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** Chromium as it is built for machines without a screen. It costs 40 % less of the processor, and has no messages of the system. */
const shell = '/usr/bin/chromium-headless-shell';

/** Whether this machine has a Chromium; on CI one is required. */
export const hasChromium = existsSync(executable);
if (!hasChromium) {
  const message = `No Chromium at ${executable}: the tests in a real browser cannot run (set CHROMIUM).`;
  if (process.env.CI) throw new Error(message);
  console.warn(`SKIPPED LOUDLY: ${message}`);
}

/** `whole`: not the one without a screen, for what only the whole one has, and for figures. */
export function launch({ whole = false } = {}): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
  return chromium.launch({
    executablePath: whole || process.env.CHROMIUM || !existsSync(shell) ? executable : shell,
    args: [...args, '--disable-component-update', '--disable-sync'],
  });
}

/** A person of his own: separate storage, errors of the page collected. */
export class Person {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly errors: string[] = [];

  private constructor(context: BrowserContext, page: Page) {
    this.context = context;
    this.page = page;
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
  }

  /** Without the worker that keeps the page for times without a connection, unless the options allow it: a test sees every request then. */
  static async arrive(
    browser: Browser,
    url: string,
    viewport = { width: 1280, height: 800 },
    options: BrowserContextOptions = {},
  ): Promise<Person> {
    const usual = { reducedMotion: 'reduce', acceptDownloads: true, serviceWorkers: 'block' } as const;
    const context = await browser.newContext({ viewport, ...usual, ...options });
    context.setDefaultTimeout(60_000);
    const person = new Person(context, await context.newPage());
    await person.page.goto(url);
    return person;
  }

  leave(): Promise<void> {
    return this.context.close();
  }
}

/** Pictures go into .results/ for whoever wants to look at the pages. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync('.results', { recursive: true });
  await page.screenshot({ path: `.results/${name}.png` });
}
