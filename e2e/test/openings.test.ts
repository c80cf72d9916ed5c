import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { type Hand, makeAnyPlay } from '../kit/any-play.ts';
import { hasChromium, Person, resize } from '../kit/browser.ts';
import { inspect } from '../kit/inspect.ts';
import { Participants } from '../kit/participants.ts';
import { useTestServer } from '../kit/use-test-server.ts';

const testServer = useTestServer();
const participants = new Participants();
afterEach(() => participants.leave());

async function open(path: string): Promise<Person> {
  return participants.person(await Person.arrive(testServer.browser, testServer.url + path));
}

const next = (page: Page) => page.getByRole('button', { name: 'Next position' });

/** Makes any play, by the mouse or by the keyboard alone, and waits for its judgement. */
async function answer(page: Page, hand: Hand): Promise<void> {
  await makeAnyPlay(page, hand);
  await next(page).waitFor();
}

describe.runIf(hasChromium)('the trainer for openings', () => {
  test('OQ6 asks, ranks the plays with their losses, goes on, and remembers what was missed in this browser', async () => {
    const { page } = await open('/puzzle');
    await page.locator('main, #app').getByRole('link', { name: 'Openings' }).first().click();
    await page.getByRole('heading', { name: 'Openings', level: 1 }).waitFor();
    await page.getByText('Asked: 0 of 15 · right at the last try: 0').waitFor();
    await inspect(page, 'openings');
    await answer(page, 'mouse');
    await page
      .getByRole('status')
      .getByText(/^(Right|It loses)/)
      .waitFor();
    expect(await page.locator('.puzzle__plays tbody tr').count()).toBeGreaterThanOrEqual(5);
    expect(await page.locator('.puzzle__plays .tag').allTextContents()).toContain('2-ply');
    expect(await page.locator('.is-yours').count()).toBe(1);
    await page
      .getByText(
        /Judged by rollouts of 1,296 games with anchor-net-\d+; plays marked 2-ply by a search two rolls ahead\./,
      )
      .waitFor();
    await page.getByText(/^Asked: 1 of 15/).waitFor();
    await inspect(page, 'openings-ranked');
    const arrows = () => page.locator('.arrows').innerHTML();
    const first = await arrows();
    await page.locator('.puzzle__plays tbody tr:not(.is-yours) button').first().click();
    await expect.poll(arrows).not.toBe(first);
    // by the keyboard alone, until something was missed
    const missed = page.getByRole('button', { name: /^Practise \d-\d$/ });
    for (let asked = 1; (await missed.count()) === 0; asked++) {
      expect(asked).toBeLessThan(15);
      // a row of the table that has the focus would take the key
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.keyboard.press('Space');
      await next(page).waitFor({ state: 'detached' });
      await answer(page, 'keyboard');
    }
    const name = await missed.first().textContent();
    await page.reload();
    await page.getByRole('button', { name: `Practise ${name}` }).click();
    await page.getByText(`You rolled ${name}. Find the best play.`).waitFor();
    await page.getByRole('radio', { name: 'Replies' }).check({ force: true });
    await page.getByText(/^The opponent opened with \d-\d: /).waitFor();
    await page.getByText(/^Asked: 0 of 315/).waitFor();
    await inspect(page, 'openings-replies');
    await resize(page, { width: 390, height: 844 });
    await answer(page, 'mouse');
    await page.getByText(/^Asked: 1 of 315/).waitFor();
    await page.getByRole('button', { name: 'Start over' }).evaluate((button: HTMLElement) => button.click());
    await page.getByText(/^Asked: 0 of 315/).waitFor();
    await page.getByRole('radio', { name: 'Openings' }).check({ force: true });
    await page.getByRole('button', { name: `Practise ${name}` }).waitFor();
  });
});
