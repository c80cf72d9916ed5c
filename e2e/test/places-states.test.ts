import { randomInt } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, Person, resize } from '../kit/browser.ts';
import { inspect, loaded } from '../kit/inspect.ts';
import { Participants } from '../kit/participants.ts';
import { openPopulatedServer, type PopulatedServer } from '../kit/populated-server.ts';
import { arrive } from '../kit/population.ts';
import {
  answers,
  cut,
  held,
  keepsNothing,
  noSocket,
  type Prepare,
  refuses,
  silent,
  slow,
  slowStorage,
} from '../kit/trouble.ts';

const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
const participants = new Participants();
let populated: PopulatedServer;
let match: string;
let ann: string;
/** Somebody who has a name and has played nothing. */
let newcomer: string;

beforeAll(async () => {
  populated = await openPopulatedServer(['Ann', 'Bertil'], seed);
  match = populated.population.matches.at(-1)!;
  ann = populated.population.people[0]!.key.pub;
  newcomer = (await arrive(populated.testServer.url, 'Cleo')).key.pub;
});
afterAll(() => populated.close());
// what was refused on purpose is logged by the browser
afterEach(() => participants.leave(/Failed to load resource|dynamically imported module|WebSocket|ERR_FAILED/));

async function open(path: string, ...prepare: readonly Prepare[]): Promise<Person> {
  const person = participants.person(await Person.arrive(populated.testServer.browser, 'about:blank'));
  for (const one of prepare) await one(person.page);
  await person.page.goto(`${populated.testServer.url}${path}`);
  return person;
}

const API = /^\/api\//;
const RECORDS = /^\/records\//;
const VERIFIER = /^\/src\/record\//;
const PUZZLES = /^\/assets\/puzzles-[\w-]+\.json$/;

/** Place, state, address, what goes wrong, what the page says then. `:match`, `:ann` and `:newcomer` are filled in. */
const states: readonly (readonly [string, string, string, readonly Prepare[], string | RegExp])[] = [
  ['home', 'loading', '/', [silent, slow(API)], 'Loading players…'],
  ['match', 'loading', '/match/:match', [silent], 'Loading the match…'],
  ['match', 'offline', '/match/:match', [noSocket], 'No connection. The match will load when you’re back online.'],
  ['match', 'error', '/match/:match', [refuses('watch', 'not-found'), cut(RECORDS)], 'The match couldn’t be loaded'],
  ['invitation', 'loading', '/invite/abcdefgh', [silent], 'Loading…'],
  [
    'invitation',
    'offline',
    '/invite/abcdefgh',
    [noSocket],
    'No connection. The invitation will load when you’re back online.',
  ],
  ['invitation', 'error', '/invite/abcdefgh', [refuses('invite-info', 'too-many')], 'Too many requests.'],
  ['review', 'loading', '/review/:match', [slow(RECORDS)], 'Loading and verifying the match…'],
  ['review', 'offline', '/review/:match', [noSocket, cut(RECORDS)], /^No connection\. The match will load/],
  ['review', 'busy', '/review/:match', [answers(RECORDS, 429, { error: 'slow down' })], /^Too many requests/],
  ['review', 'without verifier', '/review/:match', [cut(VERIFIER)], /^The verifier couldn’t be loaded/],
  ['verify', 'loading', '/verify/:match', [slow(RECORDS)], 'Checking every event…'],
  ['verify', 'offline', '/verify/:match', [cut(RECORDS)], /^No connection to the server/],
  ['verify', 'empty', '/verify/nonesuch', [], 'There’s no record with this ID.'],
  ['verify', 'without verifier', '/verify/:match', [cut(VERIFIER)], /^The verifier couldn’t be loaded/],
  ['leaderboard', 'loading', '/leaderboard', [slow(API)], 'Loading…'],
  ['leaderboard', 'offline', '/leaderboard', [noSocket, cut(API)], /^No connection to the server/],
  ['player', 'loading', '/player/:ann', [slow(API)], 'Loading…'],
  ['player', 'offline', '/player/:ann', [noSocket, cut(API)], /^No connection to the server/],
  ['player', 'error', '/player/:ann', [answers(API, 500, 'internal error')], /an answer this page doesn’t understand/],
  ['player', 'empty', '/player/:newcomer', [], 'No finished matches yet.'],
  ['fairness', 'loading', '/fairness', [slow(API)], 'Loading…'],
  ['fairness', 'offline', '/fairness', [noSocket, cut(API)], /^No connection to the server/],
  ['fairness', 'error', '/fairness', [answers(API, 200, { rolls: '<b>' })], /an answer this page doesn’t understand/],
  ['fairness', 'busy', '/fairness', [answers(API, 429, { error: 'slow down' })], /^Too many requests/],
  ['puzzle', 'loading', '/puzzle', [silent], 'Loading the puzzle…'],
  ['puzzle', 'offline', '/puzzle', [noSocket], /^No connection\. The puzzle will load/],
  ['puzzle', 'error', '/puzzle', [refuses('puzzle', 'puzzle-failed')], 'Today’s puzzle couldn’t be created.'],
  ['puzzles', 'loading', '/puzzles', [slow(PUZZLES)], 'Loading…'],
  ['puzzles', 'offline', '/puzzles', [noSocket, cut(PUZZLES)], /^No connection to the server/],
  ['puzzles', 'error', '/puzzles', [answers(PUZZLES, 200, [{}])], /an answer this page doesn’t understand/],
  ['account', 'loading', '/account', [silent], 'Loading…'],
  ['claim', 'error', '/account/claim#t=used', [], 'This link has expired or was already used'],
  ['claim', 'offline', '/account/claim?t=x', [cut(API)], /^The server couldn’t be reached/],
  ['confirm', 'error', '/account/confirm#t=used', [], 'This link has expired or was already used'],
  ['confirm', 'loading', '/account/confirm#t=x', [silent], 'Loading…'],
  ['mails', 'error', '/account/mails#t=wrong', [], 'This link isn’t valid'],
  ['mails', 'offline', '/account/mails#t=x', [cut(/^\/email\//)], /^The server can’t be reached/],
  ['volunteers', 'loading', '/volunteers', [slow(/^\/worker\//)], 'Loading…'],
  ['volunteers', 'offline', '/volunteers', [noSocket, cut(/^\/worker\//)], /^No connection to the server/],
  ['keys', 'loading', '/keys', [slowStorage], 'Loading…'],
  ['keys', 'without storage', '/keys', [keepsNothing], /^Your browser isn’t saving data for this site/],
  ['settings', 'without storage', '/settings', [keepsNothing], 'Saved on this device, applied immediately.'],
];

describe.runIf(hasChromium)(`states of the places (seed ${seed})`, () => {
  test.each(states)('PS1 %s, %s', async (place, state, path, prepare, sentence) => {
    const filled = path.replace(':match', match).replace(':ann', ann).replace(':newcomer', newcomer);
    const { page } = await open(filled, ...prepare);
    if (place === 'claim') await page.getByRole('button', { name: 'Sign in here' }).click();
    if (place === 'mails') await page.getByRole('button', { name: 'Never again' }).click();
    await page.locator('main').getByText(sentence).first().waitFor();
    await inspect(page, `state-${place}-${state.replace(' ', '-')}`);
  });

  test.each([
    ['settings', '/settings'],
    ['match-route', '/match/abcdefghijklmnopqrstuv'],
    ['review-page', '/review/abcdefghijklmnopqrstuv'],
    ['keys', '/keys'],
  ])('PS2 says that the part %s could not be loaded, and shows the page when it is loaded anew', async (part, path) => {
    const { page } = await open(path, cut(new RegExp(`/assets/${part}-.*\\.js$`)));
    await page.getByRole('heading', { level: 1, name: 'This page couldn’t be loaded' }).waitFor();
    await inspect(page, `state-${part}-not-loaded`);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'This page couldn’t be loaded' }).waitFor({ state: 'detached' });
    await loaded(page);
  });

  test('PS3 says that a page is loading, at the first load and over the page before', async () => {
    const released = new EventEmitter();
    const { page } = await open(
      '/settings',
      held(/^\/assets\/settings-.*\.js$/, once(released, 'settings')),
      held(/^\/assets\/verify-page-.*\.js$/, once(released, 'verify')),
    );
    const underWay = page.locator('.opening');
    await underWay.getByText('Loading…').waitFor();
    await inspect(page, 'state-opening');
    await resize(page, { width: 1280, height: 800 });
    released.emit('settings');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await underWay.waitFor({ state: 'detached' });
    await page.locator('header').getByRole('link', { name: 'Verify', exact: true }).click();
    await underWay.getByText('Loading…').waitFor();
    expect(await page.getByRole('heading', { level: 1, name: 'Settings' }).isVisible()).toBe(true);
    released.emit('verify');
    await page.getByRole('heading', { level: 1, name: 'Verify a match' }).waitFor();
    await underWay.waitFor({ state: 'detached' });
  });

  test('PS4 a page that fails on the server’s answer says so, and the links to the others stay', async () => {
    const person = await open('/settings', (page) =>
      // stands for a mistake of ours: the page asks what the browser does not answer
      page.addInitScript(() =>
        Object.defineProperty(Notification, 'permission', {
          get: () => {
            throw new Error('a mistake');
          },
        }),
      ),
    );
    const { page } = person;
    await page.evaluate(() => localStorage.setItem('anchor.preferences', '{"notifications":true}'));
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Something went wrong on this page' }).waitFor();
    await inspect(page, 'state-fault');
    await resize(page, { width: 1280, height: 800 });
    await page.locator('header').getByRole('link', { name: 'Leaderboard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Leaderboard' }).waitFor();
    expect(person.errors.splice(0).join()).toContain('a mistake');
  });
});
