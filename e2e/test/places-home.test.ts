import { randomInt } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, Person, picture } from '../kit/browser.ts';
import { HOSTILE_NAMES } from '../kit/company.ts';
import { cutOff, type House, openHouse, tell, thrown } from '../kit/house.ts';
import { faultsOf, inspect, loaded, overflow, SIZES } from '../kit/inspect.ts';
import { hasFreshRoll, playAtScreen } from '../kit/screen-player.ts';
import { SocketPlayer } from '../kit/socket-player.ts';

const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
let house: House;

beforeAll(async () => {
  house = await openHouse([...HOSTILE_NAMES], seed);
}, 200_000);
afterAll(() => house.close());

describe.runIf(hasChromium)(`home (seed ${seed})`, () => {
  test('HO1 lists the matches finished last, each with the way to its review', async () => {
    const person = await house.visit('/');
    const links = person.page.getByRole('region', { name: 'Just finished' }).getByRole('link', { name: /^Review / });
    await links.first().waitFor();
    const newest = house.company.matches.toReversed().slice(0, 6);
    const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(addresses).toEqual(newest.map((id) => `/review/${id}`));
    await links.first().click();
    await person.page.waitForURL(`**/review/${newest[0]}`);
    expect(thrown(person)).toEqual([]);
    await person.leave();
  });

  test.each([
    ['there are none', 200, [], 'No match has been finished here yet.'],
    ['there is nonsense', 200, [{ id: '<b>' }], 'The server gave no answer that this page understands.'],
    ['there are too many requests', 429, { error: 'slow down' }, /^Too many requests/],
  ])('HO2 where %s it says so, and the rest of the page is there', async (name, status, body, sentence) => {
    const person = await house.visit('/', (page) => tell(page, '/api/matches', status, body));
    await person.page.getByText(sentence).waitFor();
    expect(await person.page.getByRole('button', { name: 'Play the bot' }).isVisible()).toBe(true);
    await inspect(person.page, `home-${name.replaceAll(' ', '-')}`);
    expect(thrown(person)).toEqual([]);
    await person.leave();
  });

  test('HO3 without a connection says of each list that it comes back', async () => {
    const person = await house.visit('/', async (page) => {
      await cutOff(page, '/api/matches');
      await page.routeWebSocket(/\/ws$/, (socket) => socket.close());
    });
    await person.page.getByText('The lists come back with the connection.').waitFor();
    await person.page.getByText(/^No connection to the server/).waitFor();
    await inspect(person.page, 'home-offline');
    await person.leave();
  });

  test('HO4 without a connection the account’s page says so, claims nothing, and lets nothing be asked for', async () => {
    const person = await house.visit('/account', (page) => page.routeWebSocket(/\/ws$/, (socket) => socket.close()));
    await person.page.getByText(/^No connection to the server\. Nothing can be asked for/).waitFor();
    expect(await person.page.getByText('You play as a guest').count()).toBe(0);
    expect(await person.page.locator('main button').count()).toBe(0);
    await inspect(person.page, 'account-offline');
    await person.leave();
  });

  test.each([
    ['/player/xyz', 'No such player'],
    [`/player/${'0'.repeat(64)}`, 'No such player'],
    ['/match/nonesuch', 'There is no such match'],
    ['/puzzle/2020-13-45', 'No puzzle'],
    ['/puzzle/yesterday', 'No puzzle'],
    ['/review/nonesuch', /no such match|no record/i],
    ['/invite/nonesuch', 'This invitation is no longer open'],
  ])('WL1 a wrong link %s is told, and leads back', async (path, heading) => {
    const person = await house.visit(path);
    await person.page.getByRole('heading', { name: heading }).waitFor();
    const ways = await person.page
      .locator('main a[href^="/"]')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href')));
    expect(ways.length).toBeGreaterThan(0);
    await inspect(person.page, `wrong${path.replaceAll('/', '-')}`.slice(0, 40));
    expect(thrown(person)).toEqual([]);
    await person.leave();
  });

  test('NA1 names of others are text and nothing else wherever they stand, on a phone and on a desktop', async () => {
    const { people, matches } = house.company;
    const terms = { length: 1, clock: 'none', rated: false } as const;
    const seeker = await player(
      house,
      people.findIndex(({ name }) => name.startsWith('WWW')),
    );
    await seeker.seek(terms);
    const host = await player(house, 1);
    const { code } = await host.request({ type: 'invite', ...terms }, 'invited');

    const person = await Person.arrive(house.browser, 'about:blank');
    const { page } = person;
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.addInitScript((name) => localStorage.setItem('anchor.name', name), HOSTILE_NAMES[0]);
    for (const path of [
      ...['/', '/leaderboard', `/invite/${code}`, `/player/${people[0]!.key.pub}`, `/player/${people[7]!.key.pub}`],
      ...[`/match/${matches[3]}`, `/review/${matches[4]}`, `/verify/${matches[1]}`, '/fairness', '/account', '/keys'],
    ]) {
      await page.goto(house.server.url + path);
      await loaded(page);
      await holdsText(page, path);
    }
    await page.goto(house.server.url);
    await page.locator('.lists').getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForURL('**/match/*');
    await playAtScreen(page, undefined, () => hasFreshRoll(page));
    await holdsText(page, 'live match');
    const match = page.url();
    await page.goto(house.server.url);
    await page.locator('.live').first().scrollIntoViewIfNeeded();
    await page.locator('.live__board > [role=img]').first().waitFor();
    await holdsText(page, 'home with a live match');
    await page.goto(match);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page
      .locator('.panel')
      .getByRole('button', { name: /^Single/ })
      .click();
    await page.locator('dialog .result').waitFor();
    await holdsText(page, 'result');
    await page.reload();
    await page.locator('.desk .result').waitFor();
    expect(await page.locator('dialog').count()).toBe(0);
    expect([dialogs, thrown(person), seeker.faults]).toEqual([[], [], []]);
    for (const one of [seeker, host]) one.leave();
    await person.leave();
  }, 240_000);

  test('WL2 an address that is no place stays missing for the server', async () => {
    const answer = await fetch(`${house.server.url}/nowhere`, { headers: { accept: 'text/html' } });
    expect([answer.status, await answer.text()]).toEqual([404, 'not found']);
  });
});

/** One of the company, without a screen. */
async function player({ server, company }: House, index: number): Promise<SocketPlayer> {
  const policy = { random: () => 0, double: 0, take: 1 };
  const one = new SocketPlayer({ url: server.url, key: company.people[index]!.key, policy });
  await one.connect();
  return one;
}

/** Nothing of a name has become more than text, has turned what stands around it, or has pushed the page out of shape. */
async function holdsText(page: Page, place: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect.poll(() => overflow(page), { message: `${place} at ${size.width}` }).toBe(0);
    await picture(page, `hostile-${place.replaceAll(/\W+/g, '-').slice(0, 24)}-${size.width}`);
  }
  expect(await page.locator('img[src="x"], body script, .name:not(bdi)').count(), place).toBe(0);
  const names = await page.locator('.name').allTextContents();
  expect(names.filter((name) => name.trim() === '' || /[\p{Bidi_Control}\p{Cc}]/u.test(name))).toEqual([]);
  const texts = [await page.title(), ...(await page.locator('body').allInnerTexts())].join('\n').split('\n');
  expect(texts.filter(turns), place).toEqual([]);
  expect(await faultsOf(page), place).toEqual([]);
}

/** Whether a line has a character that turns what follows. Isolates that are closed in it, and the mark before a sign, are the page's own. */
const turns = (line: string) => /\p{Bidi_Control}/u.test(line.replaceAll(/\u2068[^\u2068\u2069]*\u2069|\u200e/g, ''));
