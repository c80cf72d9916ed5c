import { describe, expect, test } from 'vitest';
import { hasChromium, Person, picture, resize } from '../kit/browser.ts';
import { inspect } from '../kit/inspect.ts';
import { playAtScreen } from '../kit/screen-player.ts';
import { useTestServer } from '../kit/use-test-server.ts';

const testServer = useTestServer();

const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

describe.runIf(hasChromium)('the daily puzzle', () => {
  for (const [name, viewport] of Object.entries(sizes)) {
    test(`is solved on the board of a ${name}, once, and explained from then on`, async () => {
      const person = await Person.arrive(testServer.browser, `${testServer.url}/`, viewport);
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
      const solved = (await page.locator('.puzzle__answer h2').textContent()) === 'Solved: the best play!';
      const day = page.locator('.calendar [aria-current="date"]');
      await expect.poll(() => day.getAttribute('aria-label')).toMatch(solved ? /: solved$/ : /: another play$/);
      const result = await page.locator('.puzzle__answer h2').textContent();
      await page.reload();
      await best.first().waitFor();
      expect(await page.locator('.puzzle__answer h2').textContent()).toBe(result);
      expect(await page.getByRole('button', { name: 'Confirm' }).count()).toBe(0);
      expect(person.errors).toEqual([]);
      await person.leave();
    });
  }

  test('has a calendar of the days with puzzles, and shares only the result', async () => {
    const person = await Person.arrive(testServer.browser, `${testServer.url}/puzzle`, sizes.phone);
    const { page } = person;
    await person.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const day = page.locator('.calendar [aria-current="date"]');
    await expect.poll(() => day.getAttribute('aria-label')).toMatch(/: open today$/);
    const href = await day.getAttribute('href');
    await inspect(page, 'puzzle-open');
    await resize(page, sizes.phone);
    expect(await page.getByRole('button', { name: 'Later month' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Earlier month' }).click();
    await page.getByText('No puzzles this month.').waitFor();
    expect(await page.locator('.calendar a').count()).toBe(0);
    await page.goto(`${testServer.url}${href}`);
    await playAtScreen(page, undefined, () => page.getByRole('button', { name: 'Confirm' }).isVisible());
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.locator('.puzzle__plays').waitFor();
    // the widest figures that there can be: whichever puzzle this is, it fits
    await page.locator('.puzzle__plays tbody').evaluate((rows) => {
      for (const row of rows.querySelectorAll('tr')) {
        const texts = ['24/18*/12*/6*', '\u22121.234', '\u22121.234', '100.0 %', '88.8 / 88.8 %'];
        row.querySelectorAll('bdi, td').forEach((cell, place) => {
          cell.textContent = texts[place] ?? '';
        });
      }
    });
    await inspect(page, 'puzzle-answered');
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByText('Copied.').waitFor();
    const [result, link] = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
    expect(result).toMatch(/^Anchor puzzle \d+ [A-Z][a-z]{2} \d{4}: (solved ✓|\d+(st|nd|rd|th) best of \d+)$/);
    expect(link).toBe(`${testServer.url}${href}`);
    expect(person.errors).toEqual([]);
    await person.leave();
  });

  test('says so for a day without a puzzle, and waits for a connection when there is none', async () => {
    const person = await Person.arrive(testServer.browser, `${testServer.url}/puzzle/2020-01-01`);
    await person.page.getByRole('heading', { name: 'No puzzle' }).waitFor();
    await person.page.routeWebSocket(/\/ws\b/, (socket) => socket.close());
    await person.page.goto(`${testServer.url}/puzzle`);
    await person.page.getByText('No connection. The puzzle will load when you’re back online.').waitFor();
    await person.leave();
  });
});
