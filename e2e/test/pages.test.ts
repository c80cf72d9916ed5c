import { readFile } from 'node:fs/promises';
import { pages, samplePaths } from '@anchor/wire';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasChromium, Person, resize } from '../kit/browser.ts';
import { inspect, loaded, SIZES } from '../kit/inspect.ts';
import { answerResigning, hasFreshRoll, playAtScreen } from '../kit/screen-player.ts';
import { useTestServer } from '../kit/use-test-server.ts';

/** Every page. The match, the player and the invitation do not exist. */
const values = { id: 'nonesuch', match: 'nonesuch', code: 'nonesuch', pub: 'nonesuch' };
const paths = Object.values<readonly string[]>(pages)
  .flat()
  .flatMap((address) => samplePaths(address, values).slice(0, 1));

const testServer = useTestServer();

/** True for the message that the browser logs for a response with status 404. */
const isNotFound = (error: string) => /Failed to load resource.*404/.test(error);

/** Checks that a picture of the board has all paints that it uses. Each of 24 points and 30 checkers uses one at least. */
function checkPicture(svg: string): void {
  const [ids, used] = [/ id="([^"]+)"/g, /url\((?:&quot;|")?#([^)"&]+)/g].map((pattern) =>
    [...svg.matchAll(pattern)].map((match) => match[1]),
  );
  expect(used?.length).toBeGreaterThan(60);
  expect(used?.filter((id) => !ids?.includes(id))).toEqual([]);
}

const nameOf = (path: string) => `page${path.replaceAll('/', '-').replace(/-$/, '') || '-home'}`;

describe.runIf(hasChromium)('pages', () => {
  test.each(paths)(
    'P1 %s is accessible, answers click(), Enter and Space alike, fits every window, and reports no error',
    async (path) => {
      const { page, errors, ...person } = await Person.arrive(testServer.browser, `${testServer.url}${path}`);
      await loaded(page);
      await inspect(page, nameOf(path));
      expect(errors.filter((error) => !isNotFound(error))).toEqual([]);
      await person.context.close();
    },
  );

  test('P2 the board in the middle of a match, its questions, the proof of a roll, the result and its check are, too', async () => {
    const person = await Person.arrive(testServer.browser, testServer.url, undefined, { saveData: false });
    const { page } = person;
    await page.getByRole('button', { name: 'Play the bot' }).click();
    let rolls = 0;
    await playAtScreen(page, undefined, async () => (await hasFreshRoll(page)) && ++rolls > 2);
    await inspect(page, 'match-roll');
    await resize(page, SIZES[1]!);
    expect(await outOfSight(page)).toEqual([]);
    await resize(page, SIZES[0]);
    await page.locator('.latest-seal .seal').click();
    await inspect(page, 'match-proof');
    await page.keyboard.press('Escape');
    await resize(page, SIZES[0]);
    await page.getByRole('button', { name: 'Resign' }).click();
    await inspect(page, 'match-resign');
    await resize(page, SIZES[0]);
    await answerResigning(page, 'Backgammon');
    await page.locator('.result').getByRole('button', { name: 'More' }).click();
    await page.getByText(/^Estimated in this browser by /).waitFor();
    await inspect(page, 'match-result');
    await page.locator('.result').getByRole('link', { name: 'Verify', exact: true }).click();
    await page.getByRole('heading', { name: 'This record is consistent.' }).waitFor();
    await inspect(page, 'verified');
    expect(person.errors).toEqual([]);
    await person.leave();
  });

  test('P3 the dialogs of the start page and an invitation are, too', async () => {
    const person = await Person.arrive(testServer.browser, testServer.url);
    const { page } = person;
    await page.getByRole('button', { name: /rated Change$/ }).click();
    await inspect(page, 'terms-of-a-wanted');
    await resize(page, SIZES[0]);
    await page.getByRole('button', { name: 'Invite a friend' }).click();
    await inspect(page, 'dialog-invite');
    await page.getByRole('button', { name: 'Create the link' }).click();
    const link = await page.getByLabel('Your link').inputValue();
    await inspect(page, 'dialog-link');
    const friend = await Person.arrive(testServer.browser, link);
    await loaded(friend.page);
    await inspect(friend.page, 'invitation');
    expect([...person.errors, ...friend.errors]).toEqual([]);
    await friend.leave();
    await person.leave();
  });

  test('P4 the study board judges, rolls out and plays a position that was set up, shared or kept, also offline', async () => {
    const person = await Person.arrive(testServer.browser, `${testServer.url}/study`, SIZES[0], {
      serviceWorkers: 'allow',
      hasTouch: true,
    });
    const { page, context } = person;
    const row = (name: string) => page.getByRole('row', { name });
    await row('Double, take').waitFor();
    // set up by an ID, then by touch and by key
    await page.getByText('Set up', { exact: true }).tap();
    await page.getByLabel('XGID, GNU Backgammon ID').fill('4HPwATDgc/ABMA');
    await page.getByRole('button', { name: 'Load', exact: true }).tap();
    await page.locator('[data-place="5"]').tap();
    await page.getByText('The number of checkers').waitFor({ state: 'hidden' });
    expect(await page.locator('[data-place="5"]').getAttribute('aria-label')).not.toContain('White');
    await page.getByText('remove', { exact: true }).tap();
    await page.locator('[data-place="6"]').focus();
    await page.keyboard.press('Enter');
    await page.getByText('add white', { exact: true }).tap();
    await page.locator('[data-place="4"]').tap();
    expect(await page.locator('[data-place="4"]').getAttribute('aria-label')).toContain('White');
    await page.getByRole('button', { name: 'Starting position' }).tap();
    await page.getByRole('combobox', { name: /^Dice/ }).selectOption('3-1');
    await page.getByText('Analyse', { exact: true }).tap();
    await row('8/5 6/5').waitFor();
    expect(new URL(page.url()).hash).toContain('XGID=-b----E-C---eE---c-e----B-:0:0:1:31');
    await row('8/5 6/5')
      .getByRole('button', { name: /^Roll out/ })
      .click();
    await page.getByRole('img', { name: /standard error/ }).waitFor();
    await inspect(page, 'study-plays');
    await resize(page, SIZES[0]);
    const [picture] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as picture' }).click(),
    ]);
    await checkPicture(await readFile(await picture.path(), 'utf8'));
    await page.getByRole('button', { name: '8/5 6/5', exact: true }).click();
    await page.getByRole('button', { name: '31: 8/5 6/5' }).waitFor();
    await row('Double, take').waitFor();
    const link = page.url();
    // a match of another program, decision by decision
    const mat =
      ' 3 point match\n\n Game 1\n Ann : 0                        Bob : 0\n  1) 31: 8/5 6/5                 42: 8/4 6/4\n';
    const file = (text: string) => ({ name: 'match.mat', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await page.getByLabel(/^Choose files/).setInputFiles(file(`${mat}  2) 66: 8/1\n`));
    await page.getByText('Game 1, line 6: The play is illegal or unknown').waitFor();
    await page.getByLabel(/^Choose files/).setInputFiles(file(mat));
    await page.getByText('Game 1, line 6: The play is illegal or unknown').waitFor({ state: 'detached' });
    await page.getByText('Not verified').waitFor();
    await page.getByRole('button', { name: 'Later' }).click();
    await row('8/4 6/4').waitFor();
    await inspect(page, 'study-import');
    await resize(page, SIZES[0]);
    await page.goto(link);
    await row('Double, take').waitFor();
    // without a connection the page opens with its engine
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.reload();
    await row('Double, take').waitFor();
    await context.setOffline(true);
    await page.goto('about:blank');
    await page.goto(link);
    await row('Double, take').waitFor();
    await page.getByText('Play against the engine').click();
    await page.getByRole('button', { name: 'Roll', exact: true }).first().click();
    await page
      .getByText('play it on the board')
      .or(page.getByRole('button', { name: 'No move: continue' }))
      .waitFor();
    const unexpected = person.errors.filter((error) => !/ERR_INTERNET_DISCONNECTED|WebSocket/.test(error));
    expect(unexpected).toEqual([]);
    await person.leave();
  });
});

/** Returns the elements that a player needs in every turn but has to scroll to. */
function outOfSight(page: Page): Promise<string[]> {
  const needed = ['.match__far', '.match__board', '.match__near', '.controls__status'];
  return page.evaluate((selectors) => {
    const below = (selector: string) => {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      return !box || box.top < 0 || box.bottom > innerHeight;
    };
    return selectors.filter(below);
  }, needed);
}
