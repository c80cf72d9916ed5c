import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { PlayerAnalysis } from '@anchor/wire';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, launch, Person, picture, resize } from '../kit/browser.ts';
import { playFriend } from '../kit/friends.ts';
import { faultsOf, loaded, overflow, SIZES } from '../kit/inspect.ts';
import { Participants } from '../kit/participants.ts';
import { openPopulatedServer, type PopulatedServer, player, thrown } from '../kit/populated-server.ts';
import { HOSTILE_NAMES } from '../kit/population.ts';
import { hasFreshRoll, playAtScreen, resignAtScreen } from '../kit/screen-player.ts';
import { notedMessages, noteMessages } from '../kit/system-messages.ts';
import { refuses } from '../kit/trouble.ts';
import { isFull } from '../kit/windows/installed.ts';

const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
const participants = new Participants();
/** A server on which every player has a hostile name. */
let populated: PopulatedServer;
/** Another server, which shares nothing with the first one. */
let other: PopulatedServer;
/** The browser for the tests of notifications, which the usual one lacks. */
let whole: Browser;

beforeAll(async () => {
  populated = await openPopulatedServer([...HOSTILE_NAMES], seed);
  other = await openPopulatedServer(['Ann', 'Bertil'], seed + 1);
  if (hasChromium) whole = await launch({ whole: true });
});
afterAll(async () => {
  await whole?.close();
  await populated.close();
  await other.close();
});
// answers that were made up on purpose are logged by the browser
afterEach(() => participants.leave(/Failed to load resource/));

/** More digits than any number that means something. */
const HUGE = '7'.repeat(10_000);

function dialogsOf(page: Page): string[] {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  return dialogs;
}

async function open(url: string, options = {}, browser = populated.testServer.browser): Promise<Person> {
  return participants.person(await Person.arrive(browser, url, undefined, options));
}

/** Answers the page's question for the analyses of a player with one against each of the names, by an engine with a name as long as can be. */
async function tellAnalyses(page: Page): Promise<void> {
  const { pub } = populated.population.people[1]!.key;
  const own = { decisions: 50, loss: 1, pr: 10 };
  const analyses = HOSTILE_NAMES.map((name, n): PlayerAnalysis => {
    const match = { matchId: `made-up-match-${n}`, created: n, length: 3, won: n % 2 === 0 };
    return { ...match, opponent: { pub, name }, engineId: 'W'.repeat(64), ply: 4, own, other: own };
  });
  await page.route(/\/api\/player\/[0-9a-f]+\/analyses$/, (route) => route.fulfill({ json: { analyses } }));
}

/** Opens the tables below the charts of a player's page. */
async function openTables(page: Page): Promise<void> {
  await page.locator('.figures--pr').waitFor({ state: 'attached' });
  for (const summary of await page.locator('.player__figures > summary').all()) await summary.click();
}

function placesWithNames(): string[] {
  const { people, matches } = populated.population;
  return [
    ...['/', '/leaderboard', `/player/${people[0]!.key.pub}`, `/player/${people[7]!.key.pub}`, '/puzzle', '/settings'],
    ...[`/match/${matches[3]}`, `/review/${matches[4]}`, `/verify/${matches[1]}`, '/fairness', '/account', '/keys'],
    '/volunteers',
  ];
}

describe.runIf(hasChromium)(`names of others (seed ${seed})`, () => {
  test('NA1 are text and nothing else on every page, on a phone and on a desktop', async () => {
    const { people } = populated.population;
    const terms = { length: 1, clock: 'slow', rated: false } as const;
    const seeker = await player(
      populated,
      people.findIndex(({ name }) => name.startsWith('WWW')),
    );
    await seeker.seek(terms);
    const starts = (events: number) => events < 6;
    const host = await player(populated, 6, starts);
    const { code } = await host.request({ type: 'invite', ...terms }, 'invited');

    const person = await open('about:blank');
    const { page } = person;
    const dialogs = dialogsOf(page);
    await page.addInitScript((name) => localStorage.setItem('anchor.name', name), HOSTILE_NAMES[0]);
    await tellAnalyses(page);
    for (const path of [...placesWithNames(), `/invite/${code}`]) {
      await page.goto(populated.testServer.url + path);
      await loaded(page);
      if (path.startsWith('/player/')) await openTables(page);
      await holdsText(page, path);
    }
    await page.goto(populated.testServer.url);
    await page.locator('.lists').getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForURL('**/match/*');
    await playAtScreen(page, undefined, () => hasFreshRoll(page));
    await holdsText(page, 'live match');
    const match = page.url();
    // the page shows matches of others only
    const guest = await player(populated, 7, starts);
    await guest.request({ type: 'join', code }, 'match');
    await page.goto(populated.testServer.url);
    await page.locator('.live').first().scrollIntoViewIfNeeded();
    await page.locator('.live__board > [role=img]').first().waitFor();
    await holdsText(page, 'home with a live match');
    await page.goto(match);
    await resignAtScreen(page, 'Single');
    await page.locator('.result').waitFor();
    await holdsText(page, 'result');
    await page.reload();
    await page.locator('.result').waitFor();
    expect([dialogs, thrown(person), seeker.faults]).toEqual([[], [], []]);
    for (const one of [seeker, host, guest]) one.leave();
  });

  test.each(isFull ? [0, 1, 2, 3, 5, 8] : [0, 3, 8])(
    'NA4 are plain in messages of the system and in the title of a tab (%i)',
    async (index) => {
      const options = { serviceWorkers: 'allow', permissions: ['notifications'] };
      const { page } = await open(`${populated.testServer.url}/settings`, options, whole);
      await page.getByRole('switch', { name: /^Notify me/ }).check();
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.addInitScript(noteMessages);
      await page.goto(populated.testServer.url);
      const friend = participants.friend(await player(populated, index));
      await playFriend(page, friend, '1');
      await playAtScreen(page, undefined, () => hasFreshRoll(page));
      await page.evaluate(() => {
        Object.defineProperty(document, 'hidden', { value: true, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      });
      const messages = () => notedMessages(page);
      await expect
        .poll(messages)
        .toEqual([expect.stringMatching(/^Your turn: \u2068[^\u2068\u2069]+\u2069 is waiting for you\.$/)]);
      await expect.poll(() => page.title()).toMatch(/^● Your turn · /);
      expect([...(await messages()), await page.title()].filter(turns)).toEqual([]);
    },
  );

  test('NA5 stay within their places in files for other programs', async () => {
    for (const [index, match] of populated.population.matches.entries()) {
      const { page } = await open(`${populated.testServer.url}/review/${match}`);
      await page.locator('.stepper').waitFor();
      const { header } = JSON.parse(await saved(page, 'Download the signed record'));
      const [one, two] = header.players.map(({ name }: { name: string }) => name);
      const sgf = await saved(page, 'Download as SGF');
      expect(sgfValues(sgf, 'PW'), `match ${index}`).toEqual([one.trim()]);
      expect(sgfValues(sgf, 'PB'), `match ${index}`).toEqual([two.trim()]);
      const mat = (await saved(page, 'Download as .mat')).split('\n');
      const firstGame = mat.indexOf(' Game 1');
      expect(mat.slice(0, firstGame).filter((line) => !/^(; \[[^"]+"[^"]*"\]| \d+ point match|)$/.test(line))).toEqual(
        [],
      );
      // one line names both: each name ends at the only colon of its column
      expect(mat[firstGame + 1]?.match(/:/g)).toHaveLength(2);
      await participants.leave();
    }
  });

  test('NA6 are text in a record of another server, and in the file compared with it', async () => {
    const texts = await Promise.all(populated.population.matches.slice(0, 2).map((id) => recordOf(populated, id)));
    const { page } = await open(`${other.testServer.url}/verify`);
    const dialogs = dialogsOf(page);
    for (const text of texts) {
      await give(page, text);
      await page.getByRole('heading', { name: 'This record is consistent.' }).waitFor();
      await holdsText(page, 'record of another server');
      await page.getByRole('button', { name: 'Verify another' }).click();
    }
    await give(page, ...texts);
    await page.getByRole('heading', { name: 'These are two different matches.' }).waitFor();
    await holdsText(page, 'two records of another server');
    expect(dialogs).toEqual([]);
  });

  if (!isFull) return;

  test('NA3 are the same in German', async () => {
    const { page } = await open('about:blank', { locale: 'de-DE' });
    const dialogs = dialogsOf(page);
    await page.addInitScript((name) => localStorage.setItem('anchor.name', name), HOSTILE_NAMES[2]);
    await tellAnalyses(page);
    for (const path of placesWithNames()) {
      await page.goto(populated.testServer.url + path);
      await loaded(page);
      if (path.startsWith('/player/')) await openTables(page);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
      await holdsText(page, `de${path}`);
    }
    expect(dialogs).toEqual([]);
  });
});

describe.runIf(hasChromium)(`numbers without end (seed ${seed})`, () => {
  const pub = () => populated.population.people[0]!.key.pub;
  test.each([
    ['/', /^\/api\/matches$/, 'created', /an answer this page doesn’t understand/],
    ['/leaderboard', /^\/api\/leaderboard$/, 'rating', /an answer this page doesn’t understand/],
    ['/player/:pub', /^\/api\/player\//, 'games', /an answer this page doesn’t understand/],
    ['/fairness', /^\/api\/fairness$/, 'rolls', /an answer this page doesn’t understand/],
    ['/review/:match', /^\/records\//, 'length', /^This record failed verification/],
    ['/verify/:match', /^\/records\//, 'length', /^It contains a number that programs read in different ways/],
    ['/match/:match', /^\/records\//, 'length', /^The terms of this match can’t be read/],
  ])('NU1 are told on %s as what cannot be read', async (path, source, member, sentence) => {
    const { page } = await open('about:blank');
    // what the server still knows by heart would be shown without its record
    await refuses('watch', 'not-found')(page);
    await page.route(
      (url) => source.test(url.pathname),
      async (route) => {
        const text = await (await route.fetch()).text();
        await route.fulfill({ contentType: 'application/json', body: swollen(text, member) });
      },
    );
    await page.goto(
      populated.testServer.url + path.replace(':pub', pub()).replace(':match', populated.population.matches[0]!),
    );
    await page.locator('main').getByText(sentence).first().waitFor();
    await holdsText(page, `numbers-${member}`);
  });
});

/** The text with this member's first value made endless. */
function swollen(text: string, member: string): string {
  const changed = text.replace(new RegExp(`"${member}":-?[0-9.]+`), `"${member}":${HUGE}`);
  expect(changed).not.toBe(text);
  return changed;
}

async function recordOf({ testServer }: PopulatedServer, id: string): Promise<string> {
  return (await fetch(`${testServer.url}/records/${id}.json`)).text();
}

async function give(page: Page, ...texts: readonly string[]): Promise<void> {
  const files = texts.map((text) => ({
    name: '\u202E<img src=x onerror=alert(1)>.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  }));
  await page.locator('input[type="file"]').setInputFiles(files);
}

async function saved(page: Page, name: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  return readFileSync(await (await download).path(), 'utf8');
}

/** Returns the values of this property in all games. As in SGF, a backslash escapes the next character. */
function sgfValues(text: string, property: string): string[] {
  const found = [...text.matchAll(new RegExp(`${property}\\[((?:\\\\[^]|[^\\]\\\\])*)\\]`, 'g'))];
  return [...new Set(found.map(([, value = '']) => value.replaceAll(/\\(.)/gs, '$1')))];
}

/** Connects as a person of the population, without a browser. */
/** Nothing of a name has become more than text, has turned what stands around it, or has pushed the page out of shape. */
async function holdsText(page: Page, place: string): Promise<void> {
  for (const size of SIZES) {
    await resize(page, size);
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

/** True if a line has a character that changes the direction of the text after it. The page itself uses closed isolates and the mark before a sign. */
const turns = (line: string) => /\p{Bidi_Control}/u.test(line.replaceAll(/\u2068[^\u2068\u2069]*\u2069|\u200e/g, ''));
