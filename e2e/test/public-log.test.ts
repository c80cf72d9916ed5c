import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { seededRandom } from '@anchor/testkit/random';
import type { AxeResults } from 'axe-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, Person, picture } from '../kit/browser.ts';
import { Participants } from '../kit/participants.ts';
import { playMatch } from '../kit/play-match.ts';
import { arrive } from '../kit/population.ts';
import { useTestServer } from '../kit/use-test-server.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const testServer = useTestServer({ env: { LOG_ORIGIN: 'log.test/log' } });
const participants = new Participants();
let match = '';

beforeAll(async () => {
  if (!hasChromium) return;
  const [ann, bertil] = [await arrive(testServer.url, 'Ann'), await arrive(testServer.url, 'Bertil')];
  const wish = { length: 1, rated: true, clock: 'none' } as const;
  const policy = { random: seededRandom(18), double: 0, take: 1, resignsAt: 12 };
  ({ match } = await playMatch(testServer.url, [ann.key, bertil.key], wish, policy));
});
afterEach(() => participants.leave(/Failed to load resource/));

async function open(path: string): Promise<Person> {
  return participants.person(await Person.arrive(testServer.browser, testServer.url + path));
}

async function expectAccessible({ page }: Person): Promise<void> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  expect(violations.map(({ id }) => id)).toEqual([]);
}

describe.skipIf(!hasChromium)('the public log in the page', () => {
  test('LW13 the review and the verify page show the verified entry of a match', async () => {
    const person = await open(`/review/${match}`);
    const { page } = person;
    await page.getByText(/^Entry 1 of the public log\./).waitFor();
    await picture(page, 'log-entry');
    const proof = page.getByRole('link', { name: 'Save the proof' });
    const response = await fetch(testServer.url + (await proof.getAttribute('href')));
    expect(await response.text()).toMatch(/^c2sp\.org\/tlog-proof@v1\n/);
    await expectAccessible(person);
    await page.goto(`${testServer.url}/verify/${match}`);
    await page.getByText(/^Entry 1 of the public log\./).waitFor();
    await expectAccessible(person);
  });

  test('LW14 a damaged answer is reported without an accusation, and can be checked again', async () => {
    const person = await open('/');
    const { page } = person;
    const pattern = `**/records/${match}.tlog-proof`;
    await page.route(pattern, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replace('index 1', 'index 0') });
    });
    await page.goto(`${testServer.url}/review/${match}`);
    await page.getByText('failed verification (wrong-proof)').waitFor();
    await picture(page, 'log-unproven');
    await expectAccessible(person);
    await page.unroute(pattern);
    await page.route(pattern, (route) => route.fulfill({ status: 404, body: 'not found' }));
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('This match is not in the public log yet.').waitFor();
    await page.unroute(pattern);
    await page.getByText(/^Entry 1 of the public log\./).waitFor();
  });
});
