import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page, ViewportSize } from 'playwright-core';
import { expect } from 'vitest';
import { picture, resize } from './browser.ts';
import { deafControls } from './presses.ts';
import { isFull } from './windows/installed.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES: RunOptions = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };

/** The violations that axe finds, one line each. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found }: AxeResults = await page.evaluate(`axe.run(document, ${JSON.stringify(RULES)})`);
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary}`),
  );
}

/** Loads axe and returns the violations in the current state of the page. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return violations(page);
}

/** The width in pixels by which the page can be scrolled sideways. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    scrollTo({ left: 10_000, behavior: 'instant' });
    const reached = scrollX;
    scrollTo({ left: 0, behavior: 'instant' });
    return reached;
  });
}

/** The cards with something that is wider than they are, with the number of pixels. A part that scrolls sideways is not too wide. */
function crowdedCards(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.card')].flatMap((card) => {
      const over = card.scrollWidth - card.clientWidth;
      return over > 1 ? [`${card.className} by ${over}: ${card.textContent?.slice(0, 60)}`] : [];
    }),
  );
}

/** The room between the footer and the edge of the window. Not a number without a footer. */
function footerMargin(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelector('.foot')?.getBoundingClientRect().left ?? Number.NaN);
}

/** Checks that the page and its cards hold what is in them, and that the footer does not touch the edge. */
async function fits(page: Page, size: ViewportSize, name: string): Promise<void> {
  await resize(page, size);
  await expect.poll(() => overflow(page), { message: `${name} at ${size.width}` }).toBe(0);
  await expect.poll(() => crowdedCards(page), { message: `cards of ${name} at ${size.width}` }).toEqual([]);
  expect(await footerMargin(page), `footer of ${name} at ${size.width}`).not.toBeLessThan(12);
}

/** The invisible characters that isolate names, in the names of elements and in texts that are only spoken. */
function spokenIsolates(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const names = [...document.querySelectorAll('[aria-label], [title], [alt]')].flatMap((element) =>
      ['aria-label', 'title', 'alt'].map((name) => element.getAttribute(name) ?? ''),
    );
    const spoken = [...document.querySelectorAll('.visually-hidden')].map(({ textContent }) => textContent ?? '');
    return [...names, ...spoken].filter((text) => /[\u2066-\u2069]/.test(text));
  });
}

/** A tablet, on which some pages have two columns of the least width, and the narrowest phone. */
const TIGHT_SIZES: readonly ViewportSize[] = [
  { width: 1024, height: 768 },
  { width: 320, height: 640 },
];

export const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const;

/** The sizes in which a page is looked at by axe, each in one theme. */
const FORMS = [
  { size: SIZES[0], theme: 'light' },
  { size: SIZES[1], theme: 'dark' },
];

/**
 * Inspects a page on a desktop in the light theme and on a phone in the dark one, checks in two more sizes only that everything fits, and presses
 * each control in all ways. The themes differ in colours only. The full form runs axe in both sizes. The short form runs it in one, because each run
 * takes a second or more: on a desktop if `name` has an even number of characters, otherwise on a phone.
 */
export async function inspect(page: Page, name: string): Promise<void> {
  await page.evaluate(axe);
  for (const [at, { size, theme }] of FORMS.entries()) {
    await page.evaluate((chosen) => document.documentElement.setAttribute('data-theme', chosen), theme);
    await fits(page, size, name);
    await picture(page, `${name}-${size.width}-${theme}`);
    if (isFull || name.length % 2 === at)
      expect(await violations(page), `${name} at ${size.width}, ${theme}`).toEqual([]);
  }
  for (const size of TIGHT_SIZES) await fits(page, size, name);
  expect(await deafControls(page), `controls of ${name}`).toEqual([]);
  expect(await spokenIsolates(page), `isolates in ${name}`).toEqual([]);
}

export const loaded = async (page: Page): Promise<void> => {
  await page.locator('main h1').first().waitFor();
  await expect.poll(() => page.locator('.spinner').count(), { timeout: 60_000 }).toBe(0);
};
