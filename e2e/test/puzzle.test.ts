import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, launch, Person, picture } from '../kit/browser.ts';
import { playAtScreen } from '../kit/screen-player.ts';
import { freePort, ServerProcess, temporaryFolder } from '../kit/server.ts';

const folder = temporaryFolder();
let server: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  server = await ServerProcess.start({ dataDir: join(folder.path, 'data'), port: await freePort() });
  if (hasChromium) browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await server.end();
  folder.remove();
});

const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

describe.runIf(hasChromium)('the daily puzzle', () => {
  for (const [name, viewport] of Object.entries(sizes)) {
    test(`is solved on the board of a ${name}, once, and explained from then on`, async () => {
      const person = await Person.arrive(browser, `${server.url}/`, viewport);
      const { page } = person;
      await page.getByRole('link', { name: 'Solve it' }).click();
      await page.getByRole('heading', { name: 'Today’s puzzle' }).waitFor();
      expect(await page.locator('.puzzle__plays').count()).toBe(0);
      await playAtScreen(page, undefined, () => page.getByRole('button', { name: 'Confirm' }).isVisible());
      await page.getByRole('button', { name: 'Confirm' }).click();
      const best = page.locator('.puzzle__plays tbody tr');
      await best.first().waitFor();
      expect(await best.count()).toBeGreaterThanOrEqual(5);
      expect(await page.locator('.puzzle__plays .is-yours').count()).toBe(1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await picture(page, `puzzle-${name}`);
      const result = await page.locator('.puzzle__answer h2').textContent();
      await page.reload();
      await best.first().waitFor();
      expect(await page.locator('.puzzle__answer h2').textContent()).toBe(result);
      expect(await page.getByRole('button', { name: 'Confirm' }).count()).toBe(0);
      expect(person.errors).toEqual([]);
      await person.leave();
    });
  }

  test('of a day that had none says so, and without a connection waits for one', async () => {
    const person = await Person.arrive(browser, `${server.url}/puzzle/2020-01-01`);
    await person.page.getByRole('heading', { name: 'No puzzle' }).waitFor();
    await person.page.routeWebSocket(/\/ws$/, (socket) => socket.close());
    await person.page.goto(`${server.url}/puzzle`);
    await person.page.getByText('No connection, so no puzzle for now.').waitFor();
    await person.leave();
  });
});
