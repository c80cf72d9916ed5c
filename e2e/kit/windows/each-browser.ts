import { mkdirSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import type { TestServer } from '../test-server.ts';
import { BrowserPage } from './browser-page.ts';
import { browsers, isFull, missingPackages } from './installed.ts';
import type { InstalledBrowser, RunningBrowser } from './window.ts';

/** How the tests of one browser open pages and look at them. */
interface Visits {
  readonly name: InstalledBrowser['name'];
  /** Opens a page of the server with its own storage. `setup` is a script that runs before each script of the page. */
  arrive(path?: string, setup?: string): Promise<BrowserPage>;
  /** Checks the page with axe in both themes, and saves a picture of each outside CI. */
  look(page: BrowserPage, place: string): Promise<void>;
}

/** Defines tests for each browser on this machine. Each test closes its pages, and fails if one of them had an uncaught error. */
export function inEachBrowser(testServer: TestServer, define: (visits: Visits) => void): void {
  inBrowsers(browsers, testServer, define);
}

/** Defines tests of a long journey, for which the small form needs one browser only. */
export function inOneBrowser(name: Visits['name'], testServer: TestServer, define: (visits: Visits) => void): void {
  inBrowsers(
    browsers.filter((one) => isFull || one.name === name),
    testServer,
    define,
  );
}

function inBrowsers(
  tried: readonly InstalledBrowser[],
  testServer: TestServer,
  define: (visits: Visits) => void,
): void {
  for (const installed of tried) {
    const { name } = installed;
    describe.skipIf(missingPackages(installed).length > 0)(`the page in ${name}`, () => {
      let browser: RunningBrowser;
      const pages: BrowserPage[] = [];

      beforeAll(async () => {
        mkdirSync('.results', { recursive: true });
        browser = await installed.start();
      });
      afterAll(() => browser.close());
      afterEach(async () => {
        for (const { window } of pages.splice(0)) {
          expect(await window.errors()).toEqual([]);
          await window.close();
        }
      });

      define({
        name,
        async arrive(path = '/', setup) {
          const page = new BrowserPage(await browser.open(setup));
          pages.push(page);
          await page.window.goto(new URL(path, testServer.url).href);
          return page;
        },
        async look(page, place) {
          for (const theme of ['light', 'dark']) {
            await page.call((chosen) => document.documentElement.setAttribute('data-theme', chosen), theme);
            if (!process.env.CI) await page.window.picture(`.results/${name}-${place}-${theme}.png`);
            expect(await page.faults(), `${place}, ${theme}`).toEqual([]);
          }
        },
      });
    });
  }
}
