import { keyFromSeed, verify } from 'bg-record';
import { afterAll, describe, expect, test } from 'vitest';
import { hasChromium, Person, picture, resize } from '../kit/browser.ts';
import { playAtScreen } from '../kit/screen-player.ts';
import { useTestServer } from '../kit/use-test-server.ts';

const seeds = ['0a', '0b', '0c'].map((byte) => `${byte.repeat(31)}ff`) as [string, string, string];
const testServer = useTestServer({ env: { SERVER_KEY: seeds[0] } });
let person: Person;

const pubOf = async (seed: string) => (await keyFromSeed(Buffer.from(seed, 'hex'))).pub;

afterAll(async () => {
  await person?.leave();
});

describe.runIf(hasChromium)('the server changes its key under an open page', () => {
  test('SK1 the page says so, finishes its match, also after a reload, and begins the next one under the new key', async () => {
    person = await Person.arrive(testServer.browser, testServer.url);
    const { page } = person;
    await page.getByRole('button', { name: 'Play the bot' }).click();
    await page.waitForURL(/\/match\//);
    const match = page.url().split('/').at(-1);
    let decisions = 0;
    await playAtScreen(page, undefined, () => ++decisions > 8);

    await testServer.server.end();
    await testServer.start({ SERVER_KEY: seeds[1], SERVER_KEY_PREVIOUS: seeds[0] });
    await page.getByText('This server has a new key').waitFor();
    await page.getByText((await pubOf(seeds[1])).slice(0, 16)).waitFor();
    await picture(page, 'new-key');
    await resize(page, { width: 360, height: 740 });
    await picture(page, 'new-key-phone');
    await resize(page, { width: 1280, height: 800 });
    // The gap of the restart has a line of its own.
    const news = page.getByRole('status').filter({ hasText: 'This server has a new key' });
    await news.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('This server has a new key').waitFor({ state: 'detached' });
    decisions = 0;
    await playAtScreen(page, undefined, () => ++decisions > 8);
    await page.reload();
    await playAtScreen(page);
    expect(await page.getByRole('heading', { name: 'Play has stopped' }).count()).toBe(0);
    const record: unknown = await (await fetch(`${testServer.url}/records/${match}.json`)).json();
    expect(await verify(record, { serverKey: await pubOf(seeds[0]) })).toMatchObject({ ok: true });

    await page.goto(`${testServer.url}/verify/${match}`);
    await page.getByText('This is a former key of this server').waitFor();
    await page.goto(testServer.url);
    await page.getByRole('button', { name: 'Play the bot' }).click();
    await page.waitForURL(/\/match\//);
    decisions = 0;
    await playAtScreen(page, undefined, () => ++decisions > 4);
    expect(await page.getByRole('heading', { name: 'Play has stopped' }).count()).toBe(0);
  });

  test('SK2 the page warns of a key that no pinned key has signed', async () => {
    await testServer.server.end();
    await testServer.start({ SERVER_KEY: seeds[2], SERVER_KEY_LOST: await pubOf(seeds[1]) });
    await person.page.getByText('This address used to show a different server key').waitFor();
  });
});
