import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium } from '../kit/browser.ts';
import { inspect } from '../kit/inspect.ts';
import { answer, cutOff, openPopulatedServer, type PopulatedServer, player, thrown } from '../kit/populated-server.ts';
import { HOSTILE_NAMES } from '../kit/population.ts';

const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
let populated: PopulatedServer;

beforeAll(async () => {
  populated = await openPopulatedServer([...HOSTILE_NAMES], seed);
});
afterAll(() => populated.close());

describe.runIf(hasChromium)(`home (seed ${seed})`, () => {
  test('HO1 lists the latest finished matches with links to their reviews', async () => {
    const person = await populated.visit('/');
    const links = person.page.getByRole('region', { name: 'Just finished' }).getByRole('link', { name: /^Review / });
    await links.first().waitFor();
    const newest = populated.population.matches.toReversed().slice(0, 6);
    const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(addresses).toEqual(newest.map((id) => `/review/${id}`));
    await links.first().click();
    await person.page.waitForURL(`**/review/${newest[0]}`);
    expect(thrown(person)).toEqual([]);
    await person.leave();
  });

  test.each([
    ['there are none', 200, [], 'No finished matches yet.'],
    ['there is nonsense', 200, [{ id: '<b>' }], 'The server sent an answer this page doesn’t understand.'],
    ['there are too many requests', 429, { error: 'slow down' }, /^Too many requests/],
  ])('HO2 where %s it says so, and the rest of the page is there', async (name, status, body, sentence) => {
    const person = await populated.visit('/', (page) => answer(page, '/api/matches', status, body));
    await person.page.getByText(sentence).waitFor();
    expect(await person.page.getByRole('button', { name: 'Play the bot' }).isVisible()).toBe(true);
    await inspect(person.page, `home-${name.replaceAll(' ', '-')}`);
    expect(thrown(person)).toEqual([]);
    await person.leave();
  });

  test('HO3 without a connection says of each list that it will come back', async () => {
    const person = await populated.visit('/', async (page) => {
      await cutOff(page, '/api/matches');
      await page.routeWebSocket(/\/ws\b/, (socket) => socket.close());
    });
    await person.page.getByText('No connection. The lists will load when you’re back online.').waitFor();
    await person.page.getByText(/^No connection to the server/).waitFor();
    await inspect(person.page, 'home-offline');
    await person.leave();
  });

  test('HO4 without a connection the account page says so, claims nothing, and allows no requests', async () => {
    const person = await populated.visit('/account', (page) =>
      page.routeWebSocket(/\/ws\b/, (socket) => socket.close()),
    );
    await person.page.getByText(/^No connection to the server\. This page will work again/).waitFor();
    expect(await person.page.getByText('You’re playing as a guest').count()).toBe(0);
    expect(await person.page.locator('main button').count()).toBe(0);
    await inspect(person.page, 'account-offline');
    await person.leave();
  });

  test.each([
    ['/player/xyz', 'Player not found'],
    [`/player/${'0'.repeat(64)}`, 'Player not found'],
    ['/match/nonesuch', 'Match not found'],
    ['/puzzle/2020-13-45', 'No puzzle'],
    ['/puzzle/yesterday', 'No puzzle'],
    ['/review/nonesuch', /match not found|no record/i],
    ['/invite/nonesuch', 'This invitation is no longer open'],
  ])('WA1 a wrong link %s is told, and leads back', async (path, heading) => {
    const person = await populated.visit(path);
    await person.page.getByRole('heading', { name: heading }).waitFor();
    const ways = await person.page
      .locator('main a[href^="/"]')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href')));
    expect(ways.length).toBeGreaterThan(0);
    await inspect(person.page, `wrong${path.replaceAll('/', '-')}`.slice(0, 40));
    expect(thrown(person)).toEqual([]);
    await person.leave();
  });

  test('MG28 an invitation names the rules that are not the usual ones', async () => {
    const host = await player(populated, 1);
    const terms = { type: 'invite', length: 0, clock: 'slow', rated: false } as const;
    const { code: usual } = await host.request(terms, 'invited');
    const { code } = await host.request({ ...terms, rules: { jacoby: false } }, 'invited');
    const person = await populated.visit(`/invite/${code}`);
    await person.page.getByText('Special rules: without the Jacoby rule.', { exact: true }).waitFor();
    await inspect(person.page, 'invite-other-rules');
    await person.page.goto(`${populated.testServer.url}/invite/${usual}`);
    await person.page.getByRole('button', { name: 'Join the match' }).waitFor();
    expect(await person.page.getByText('Special rules').count()).toBe(0);
    expect(thrown(person)).toEqual([]);
    await person.leave();
    host.leave();
  });

  test('WA2 an address that belongs to no page is 404 on the server, and the page says so with a link back', async () => {
    const answer = await fetch(`${populated.testServer.url}/nowhere`, { headers: { accept: 'text/html' } });
    expect(answer.status).toBe(404);
    const person = await populated.visit('/nowhere');
    await person.page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await person.page.locator('main a[href="/"]').waitFor();
    expect(thrown(person)).toEqual([]);
    await person.leave();
  });
});
