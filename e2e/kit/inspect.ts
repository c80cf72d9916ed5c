import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { picture, resize } from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const ALL_RULES: RunOptions = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
/** The rules of axe at these levels that depend on colours. */
const COLOURS: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/** The violations that axe finds, one line each. */
async function violations(page: Page, rules = ALL_RULES): Promise<string[]> {
  const { violations: found }: AxeResults = await page.evaluate(`axe.run(document, ${JSON.stringify(rules)})`);
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

export const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

/** Inspects a page in both sizes and both themes, and checks only the width in the narrowest window. */
export async function inspect(page: Page, name: string): Promise<void> {
  await page.evaluate(axe);
  for (const size of SIZES) {
    await resize(page, size);
    await expect.poll(() => overflow(page), { message: `${name} at ${size.width}` }).toBe(0);
    for (const [theme, rules] of [
      ['light', ALL_RULES],
      ['dark', COLOURS],
    ] as const) {
      await page.evaluate((chosen) => document.documentElement.setAttribute('data-theme', chosen), theme);
      await picture(page, `${name}-${size.width}-${theme}`);
      expect(await violations(page, rules), `${name} at ${size.width}, ${theme}`).toEqual([]);
    }
  }
  await resize(page, { width: 320, height: 640 });
  await expect.poll(() => overflow(page), { message: `${name} at 320` }).toBe(0);
}

export const loaded = async (page: Page): Promise<void> => {
  await page.locator('main h1').first().waitFor();
  await expect.poll(() => page.locator('.spinner').count(), { timeout: 60_000 }).toBe(0);
};
