import { afterEach, describe, expect, test } from 'vitest';
import { hasChromium, Person } from '../kit/browser.ts';
import { inspect } from '../kit/inspect.ts';
import { Participants } from '../kit/participants.ts';
import { useTestServer } from '../kit/use-test-server.ts';

const testServer = useTestServer({ env: { PUBLIC_URL: 'https://anchor.example' } });
const participants = new Participants();

afterEach(() => participants.leave());

describe.runIf(hasChromium)('a page at an address where the server does not expect to be reached', () => {
  test('WA5 says so to visitors and to the operator, and goes on as soon as the server accepts the address', async () => {
    const here = testServer.url.replace('127.0.0.1', 'localhost');
    const person = participants.person(await Person.arrive(testServer.browser, here));
    const { page } = person;
    const shown = page.getByText(`doesn’t expect to be reached at ${here},`);
    await shown.waitFor();
    await page.getByText('If someone sent you to this address, don’t enter anything here.').waitFor();
    await page.getByText(`PUBLIC_URL=${here}`, { exact: true }).waitFor();
    await page.getByText('https://anchor.example').waitFor();
    await inspect(page, 'wrong-address');
    await testServer.server.end();
    await testServer.start({ ORIGINS: here });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => shown.count()).toBe(0);
    await page.getByRole('button', { name: 'Play the bot' }).click();
    await page.locator('.board').first().waitFor();
  });
});
