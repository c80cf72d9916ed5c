import { randomInt } from 'node:crypto';
import { seededRandom } from '@anchor/testkit/random';
import type { Leaderboard, MatchRow, PlayerAnalysis, PlayerCard, PuzzleAnswer, WorkerStatus } from '@anchor/wire';
import { legalPlays } from 'bg-rules';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, Person, resize } from '../kit/browser.ts';
import { inspect } from '../kit/inspect.ts';
import { answer, cutOff, openPage, thrown } from '../kit/populated-server.ts';
import { HOSTILE_NAMES, type Population, populate } from '../kit/population.ts';
import { SocketPlayer } from '../kit/socket-player.ts';
import { useTestServer } from '../kit/use-test-server.ts';

type PuzzleHops = PuzzleAnswer['play']['hops'];

const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
const random = seededRandom(seed);
const testServer = useTestServer({ env: { WORKER_KEY: 'the worker key of the tests' } });
let population: Population;
/** The key of the service's own player. */
let bot: string;

beforeAll(async () => {
  population = await populate(testServer.url, ['Ann', 'Bertil', ...HOSTILE_NAMES], { random, rounds: 2 });
  const [ann] = population.people;
  const player = new SocketPlayer({ url: testServer.url, key: ann!.key, policy: { random, double: 0, take: 1 } });
  await player.connect();
  player.send({ type: 'play-bot', length: 1 });
  await player.finished;
  bot = player.ledger?.header.players.find((one) => one.bot)?.pub ?? '';
  player.leave();
});

const json = async <T>(path: string): Promise<T> => (await fetch(`${testServer.url}${path}`)).json() as Promise<T>;
const annPub = () => population.people[0]!.key.pub;

const visit = (path: string, prepare?: (page: Page) => Promise<unknown>) => openPage(testServer, path, prepare);

describe.runIf(hasChromium)(`places (seed ${seed})`, () => {
  describe('leaderboard', () => {
    test('LP1 lists the players as the server ranks them, and links to each', async () => {
      const { players } = await json<Leaderboard>('/api/leaderboard');
      const person = await visit('/leaderboard');
      const rows = person.page.locator('.leaderboard tbody tr');
      await rows.first().waitFor();
      const links = await rows.locator('th a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      expect(links).toEqual(players.map(({ pub }) => `/player/${pub}`));
      await inspect(person.page, 'leaderboard');
      await resize(person.page, { width: 1280, height: 800 });
      const at = players.findIndex(({ pub }) => annPub().startsWith(pub));
      await rows.nth(at).getByRole('link').click();
      await person.page.getByRole('heading', { level: 1, name: 'Ann', exact: true }).waitFor();
      expect(new URL(person.page.url()).pathname).toBe(`/player/${annPub()}`);
      expect(await person.page.title()).toBe('Ann · Anchor');
      expect(thrown(person)).toEqual([]);
      await person.leave();
    });

    test('LP2 shows the reader’s own row', async () => {
      const person = await visit('/keys');
      const { seed: secret, pub } = population.people[0]!.key;
      await person.page.getByLabel('Exported key').fill(`anchor-key/1:${Buffer.from(secret).toString('hex')}:${pub}`);
      await person.page.getByRole('button', { name: 'Use this key' }).click();
      await person.page.locator('.player-chip__name', { hasText: 'Ann' }).waitFor();
      await person.page.getByRole('link', { name: 'Leaderboard' }).first().click();
      await person.page.locator('tr.is-own').waitFor();
      const own = person.page.locator('tr.is-own th a');
      expect(await own.getAttribute('href')).toBe(`/player/${pub.slice(0, 16)}`);
      await person.page.getByText(/^You’re number \d+\./).waitFor();
      await inspect(person.page, 'leaderboard-own');
      await person.leave();
    });

    test('LP3 lists players with at least the selected number of matches, and says when there are none', async () => {
      const person = await visit('/leaderboard');
      await person.page.getByText('50 rated matches').click();
      await person.page.getByRole('heading', { name: 'Nobody has finished 50 rated matches yet.' }).waitFor();
      await inspect(person.page, 'leaderboard-empty');
      await person.leave();
    });

    test.each([
      ['nonsense', 200, { players: [{ pub: '<b>' }] }, /an answer this page doesn’t understand/],
      ['an error', 500, 'internal error', /an answer this page doesn’t understand/],
      ['too many', 429, { error: 'slow down' }, /Too many requests/],
    ])('LP4 after %s it says so and tries again', async (_, status, body, sentence) => {
      const person = await visit('/leaderboard', (page) => answer(page, '/api/leaderboard', status, body));
      await person.page.getByText(sentence).waitFor();
      await inspect(person.page, `leaderboard-${status}`);
      await person.page.unrouteAll();
      await person.page.getByRole('button', { name: 'Try again' }).click();
      await person.page.locator('.leaderboard tbody tr').first().waitFor();
      expect(thrown(person)).toEqual([]);
      await person.leave();
    });

    test('LP5 waits without a connection, and loads when there is one', async () => {
      let sockets: 'cut' | 'open' = 'cut';
      const person = await visit('/leaderboard', async (page) => {
        await cutOff(page, '/api/leaderboard');
        await page.routeWebSocket(/\/ws\b/, (socket) =>
          sockets === 'cut' ? socket.close() : socket.connectToServer(),
        );
      });
      await person.page.getByText(/^No connection to the server/).waitFor();
      await person.page.unrouteAll();
      sockets = 'open';
      await person.page.locator('.leaderboard tbody tr').first().waitFor({ timeout: 60_000 });
      await person.leave();
    });
  });

  describe('player', () => {
    test('PL1 shows rating, matches and opponents, with filters', async () => {
      const { matches } = await json<PlayerCard>(`/api/player/${annPub()}`);
      const person = await visit(`/player/${annPub()}`);
      const { page } = person;
      await page.locator('.chart__line').waitFor();
      expect(await page.locator('.chart__point').count()).toBe(matches.filter(({ rated }) => rated).length);
      const rows = page.locator('.matches__row');
      expect(await rows.count()).toBe(matches.length);
      const won = matches.filter(({ p0, winner }) => (p0 === annPub()) === (winner === 0)).length;
      await page.getByText('Won', { exact: true }).first().waitFor();
      await page.locator('.filters label', { hasText: 'Won' }).click();
      await expect.poll(() => rows.count()).toBe(won);
      await page.locator('.filters label', { hasText: 'Lost' }).click();
      await expect.poll(() => rows.count()).toBe(matches.length - won);
      await page.locator('.filters label', { hasText: 'Unrated' }).click();
      await page.getByLabel('Opponent').selectOption(bot);
      const wonTheBot = matches.filter(({ p1, winner }) => p1 === bot && winner === 1).length;
      await expect.poll(() => rows.count()).toBe(wonTheBot);
      expect(thrown(person)).toEqual([]);
      await person.leave();
    });

    test('PL2 counts the dice of records that verify, and names those that do not', async () => {
      const [broken] = population.matches;
      const person = await visit(`/player/${annPub()}`, async (page) => {
        await answer(page, `/records/${broken}.json`, 200, { header: {}, events: [] });
      });
      const { page } = person;
      await page.getByRole('button', { name: 'Count the dice' }).click();
      await page.getByText(/rolls? in \d+ verified match(es)?, opening rolls left out/).waitFor({ timeout: 60_000 });
      const counted = await page.getByText(/opening rolls left out/).textContent();
      const rolls = Number(/^([\d,]+) rolls?/.exec(counted ?? '')?.[1]?.replaceAll(',', ''));
      const seen = await page.locator('.figures tbody td:nth-child(2)').allTextContents();
      expect(seen.slice(-6).reduce((sum, text) => sum + Number(text.replaceAll(',', '')), 0)).toBe(2 * rolls);
      expect(await page.getByRole('link', { name: broken! }).getAttribute('href')).toBe(`/verify/${broken}`);
      await inspect(page, 'player');
      await person.leave();
    });

    test('PL3 loads older matches on request', async () => {
      const card = await json<PlayerCard>(`/api/player/${annPub()}`);
      const model = card.matches.find(({ rated }) => rated)!;
      const rows = Array.from({ length: 130 }, (_, n): MatchRow => {
        const { id, created } = model;
        return { ...model, id: `${id.slice(0, 20)}${String(n).padStart(4, '0')}`, created: created - n * 86_400_000 };
      });
      const asked: (string | null)[] = [];
      const person = await visit(`/player/${annPub()}`, async (page) => {
        await answer(page, `/api/player/${annPub()}`, 200, { ...card, games: 130, matches: rows.slice(0, 25) });
        await page.route(
          (url) => url.pathname.endsWith('/matches') && url.pathname.startsWith('/api/player/'),
          (route) => {
            const before = new URL(route.request().url()).searchParams.get('before');
            asked.push(before);
            const from = rows.findIndex(({ id }) => id === before) + 1;
            return route.fulfill({ json: rows.slice(from, from + 100) });
          },
        );
      });
      const { page } = person;
      await page.getByText('From the last 25 of 130 matches only.').waitFor();
      const older = page.getByRole('button', { name: 'Load older matches' });
      await older.click();
      await page.getByText('From the last 125 of 130 matches only.').waitFor();
      await older.click();
      await page.getByText('From all 130 matches of this player.').waitFor();
      expect(await older.count()).toBe(0);
      expect(asked).toEqual([rows[24]?.id, rows[124]?.id]);
      await person.leave();
    });

    test('PL4 says of the bot that it is a bot, and of an unknown key that there is no such player', async () => {
      const person = await visit(`/player/${bot}`);
      await person.page.getByText(/Our own bot/).waitFor();
      expect(await person.page.getByRole('heading', { name: 'Rating over time' }).count()).toBe(0);
      await inspect(person.page, 'player-bot');
      for (const nobody of ['f'.repeat(64), 'f'.repeat(16), 'nonesuch']) {
        await person.page.goto(`${testServer.url}/player/${nobody}`);
        await person.page.getByRole('heading', { name: 'Player not found' }).waitFor();
      }
      await person.leave();
    });

    test('PL5 says so after a failure, and tries again', async () => {
      const path = `/api/player/${annPub()}`;
      const person = await visit(`/player/${annPub()}`, (page) => cutOff(page, path));
      await person.page.getByText(/^No connection to the server/).waitFor();
      await person.page.unrouteAll();
      // the page may have asked again by itself before the button is reached
      const again = person.page.getByRole('button', { name: 'Try again' });
      const ann = person.page.getByRole('heading', { name: 'Ann', exact: true });
      await again.or(ann).waitFor();
      await again.click({ timeout: 2_000 }).catch(() => undefined);
      await ann.waitFor();
      await person.leave();
    });
  });

  describe('the PR of a player', () => {
    const analysesOf = (pub: string) => `/api/player/${pub}/analyses`;
    /** An analysis of the match with this number against a player with a wide name. */
    const analysis = (match: number, decisions: number, loss: number, engineId = 'gnubg-1.07'): PlayerAnalysis => ({
      matchId: `made-up-match-${String(match).padStart(6, '0')}`,
      created: Date.UTC(2026, 0, 1) + match * 86_400_000,
      length: 7,
      opponent: { pub: population.people[1]!.key.pub, name: 'W'.repeat(24) },
      won: match % 3 > 0,
      engineId,
      ply: 2,
      own: { decisions, loss, pr: decisions === 0 ? null : (loss / decisions) * 500 },
      other: { decisions: 100, loss: 2, pr: 10 },
    });
    const analysesRoute = /\/api\/player\/[0-9a-f]+\/analyses$/;
    const cardOf = (page: Page) =>
      page.locator('section', { has: page.getByRole('heading', { name: 'PR over time', exact: true }) });

    test('PF6 is a chart with a label and the same figures as a table, apart for each engine', async () => {
      const many = Array.from({ length: 60 }, (_, n) => analysis(60 - n, 100, 1 + (n % 7) / 4));
      const other = [analysis(9, 40, 1, `engine-${'w'.repeat(57)}`), analysis(8, 0, 0, `engine-${'w'.repeat(57)}`)];
      const person = await visit(`/player/${annPub()}`, (page) =>
        answer(page, analysesOf(annPub()), 200, { analyses: [...many, ...other] }),
      );
      const card = cardOf(person.page);
      await card
        .getByRole('img', { name: 'PR in 60 analysed matches, between 5.00 and 12.50; weighted average 8.63.' })
        .waitFor();
      expect(await card.locator('.chart__point').count()).toBe(60);
      await card.getByText('Last 10 matches').waitFor();
      await card.getByText('8.00 1,000 decisions').waitFor();
      await card.getByText('8.63 6,000 decisions').waitFor();
      await card.getByText('The graph as a table').click();
      const shown = await card.locator('tbody tr td:nth-child(4)').allTextContents();
      expect(shown).toEqual(many.map(({ own }) => own.pr?.toFixed(2)));
      await inspect(person.page, 'player-pr');
      await card.getByText(`engine-${'w'.repeat(57)}, 2-ply`, { exact: true }).click();
      await card.getByRole('img', { name: 'PR 12.50 in one analysed match.' }).waitFor();
      await card.getByText(/1 analysed match had no decision by this player\./).waitFor();
      expect(await card.locator('tbody tr').count()).toBe(1);
      await inspect(person.page, 'player-pr-other');
      expect(thrown(person)).toEqual([]);
      await person.leave();
    });

    test('PF8 has its own states: it says how to get a first figure, and after a failure it tries again', async () => {
      const empty = await visit(`/player/${annPub()}`);
      const { matches } = await json<PlayerCard>(`/api/player/${annPub()}`);
      const link = cardOf(empty.page).getByRole('link', { name: 'Open the review of the latest match' });
      await cardOf(empty.page).getByText('No deep analysis yet.').waitFor();
      expect(await link.getAttribute('href')).toBe(`/review/${matches[0]?.id}`);
      await empty.leave();
      for (const [state, prepare, sentence] of [
        ['loading', (page: Page) => page.route(analysesRoute, () => undefined), 'Loading…'],
        ['offline', (page: Page) => cutOff(page, analysesOf(annPub())), /^No connection to the server/],
        ['busy', (page: Page) => answer(page, analysesOf(annPub()), 429, { error: 'slow down' }), /^Too many requests/],
        [
          'error',
          (page: Page) => answer(page, analysesOf(annPub()), 200, { analyses: [{ pr: '<b>' }] }),
          /doesn’t understand/,
        ],
      ] as const) {
        const person = await visit(`/player/${annPub()}`, prepare);
        await cardOf(person.page).getByText(sentence).waitFor();
        expect(await person.page.locator('.matches__row').count(), 'the rest of the page').toBe(matches.length);
        await inspect(person.page, `player-pr-${state}`);
        if (state === 'error') {
          await person.page.unrouteAll();
          await cardOf(person.page).getByRole('button', { name: 'Try again' }).click();
          await cardOf(person.page).getByText('No deep analysis yet.').waitFor();
        }
        expect(thrown(person)).toEqual([]);
        await person.leave();
      }
    });
  });

  test('PF10 a player’s own page shows the present and the longest streak of puzzles, and no other page does', async () => {
    const policy = { random, double: 0, take: 1 };
    const [ann, bertil] = population.people.map(({ key }) => new SocketPlayer({ url: testServer.url, key, policy }));
    if (!ann || !bertil) throw new Error('no players');
    const answer = async (one: SocketPlayer, hops?: PuzzleHops) => {
      await one.connect();
      const { puzzle } = await one.request({ type: 'puzzle' }, 'puzzle');
      const [first] = legalPlays(puzzle.position, 0, puzzle.dice);
      const attempt = { type: 'puzzle-attempt', date: puzzle.date, hops: hops ?? first?.hops };
      const result = await one.request(attempt, 'puzzle-result');
      one.leave();
      return result;
    };
    const { best } = await answer(bertil);
    expect((await answer(ann, best[0]?.hops)).streak).toBe(1);

    const person = await visit('/keys');
    const { page } = person;
    const { seed: secret, pub } = ann.key;
    await page.getByLabel('Exported key').fill(`anchor-key/1:${Buffer.from(secret).toString('hex')}:${pub}`);
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page.locator('.player-chip__name', { hasText: 'Ann' }).waitFor();
    await page.goto(`${testServer.url}/player/${pub}`);
    await page.locator('.player__head').getByRole('link', { name: '1 day', exact: true }).waitFor();
    await page.locator('.player__head').getByText('longest 1', { exact: true }).waitFor();
    await inspect(page, 'player-own');
    await page.goto(`${testServer.url}/player/${bertil.key.pub}`);
    await page.getByRole('button', { name: /^Challenge/ }).waitFor();
    expect(await page.getByText('Puzzle streak').count()).toBe(0);
    expect(thrown(person)).toEqual([]);
    await person.leave();
  });

  describe('fairness', () => {
    const report = (counts: readonly number[], chi2: number, uniform: boolean | null) => ({
      protocol: 'hmac-sha256/hashchain-reveal-v2',
      df: 5,
      critical95: 11.07,
      note: 'a check',
      chi2,
      uniform,
      rolls: counts.reduce((sum, count) => sum + count, 0),
      counts: Object.fromEntries(counts.map((count, index) => [String(index + 1), count])),
    });

    test.each([
      ['none', report([0, 0, 0, 0, 0, 0], 0, null), 'No dice counted yet', 0],
      ['early', report([20, 18, 15, 22, 19, 20], 1.5, null), 'Too early to tell', 6],
      ['even', report([110, 90, 100, 100, 100, 100], 2, true), 'As even as fair dice', 6],
      ['near', report([120, 88, 98, 98, 98, 98], 10.4, true), 'Still as even as fair dice', 6],
      ['over', report([130, 94, 94, 94, 94, 94], 12, false), 'More uneven than fair dice usually are', 6],
      ['far', report([140, 80, 95, 95, 95, 95], 21, false), 'Far more uneven than fair dice are', 6],
    ] as const)('FR1 %s dice are told in plain words', async (name, body, title, bars) => {
      const person = await visit('/fairness', (page) => answer(page, '/api/fairness', 200, body));
      await person.page.getByRole('heading', { name: title }).waitFor();
      expect(await person.page.locator('.chart__bar').count()).toBe(bars);
      expect(await person.page.getByRole('link', { name: 'Verify a match' }).first().getAttribute('href')).toBe(
        '/verify',
      );
      await inspect(person.page, `fairness-${name}`);
      expect(thrown(person)).toEqual([]);
      await person.leave();
    });

    test('FR2 shows what the server has counted, and how to count losses on time and by absence', async () => {
      const { rolls, counts } = await json<{ rolls: number; counts: Record<string, number> }>('/api/fairness');
      const person = await visit('/fairness');
      const seen = person.page.locator('.figures tbody td:nth-child(2)');
      await seen.first().waitFor();
      const shown = (await seen.allTextContents()).map((text) => Number(text.replaceAll(',', '')));
      expect(shown).toEqual(Object.values(counts));
      expect(shown.reduce((sum, count) => sum + count, 0)).toBe(rolls);
      await person.page.getByText(`bg-record audit ${new URL(person.page.url()).origin}`, { exact: true }).waitFor();
      await person.leave();
    });
  });

  describe('volunteers', () => {
    const status: WorkerStatus = {
      volunteers: true,
      depth: 0,
      queued: 1200,
      served: 1180,
      dropped: 2,
      rejected: 5,
      engineId: 'gnubg-1.07-2ply',
      strict: true,
      signedOnly: false,
      serverKey: '0'.repeat(64),
      workers: 3,
      cache: { hits: 30, misses: 70, hitRate: 0.3 },
      annotations: { hits: 1, misses: 2, coalesced: 0, hitRate: 0.33 },
      canaries: { checked: 10, missed: 0, ignoredWorkers: 0 },
    };

    test('VO1 shows the queue and refreshes it while the page is visible', async () => {
      const person = await visit('/volunteers', (page) => answer(page, '/worker/status', 200, status));
      const { page } = person;
      await page.getByText(/^Nothing to do right now/).waitFor();
      await inspect(page, 'volunteers');
      await page.unrouteAll();
      await answer(page, '/worker/status', 200, { ...status, depth: 7, workers: 0 });
      await page.getByText('7 positions wait, and no computer is working.').waitFor({ timeout: 60_000 });
      await page.unrouteAll();
      await cutOff(page, '/worker/status');
      await page.getByText(/These are older/).waitFor({ timeout: 60_000 });
      expect(await page.locator('.command code').textContent()).toContain(`--server ${testServer.url} `);
      await person.leave();
    });

    test('VO3 names the engine that the server requires and the command that runs it', async () => {
      const own = { ...status, engineId: 'anchor-net-3' };
      const person = await visit('/volunteers', (page) => answer(page, '/worker/status', 200, own));
      await person.page.getByText('The engine comes with the worker.').waitFor();
      expect(await person.page.locator('.command code').textContent()).toMatch(/--engine anchor-net$/);
      await person.leave();
    });

    test.each([
      ['takes volunteers', 200, status, 'This server accepts volunteers.'],
      ['takes none', 200, { ...status, volunteers: false }, 'This server doesn’t accept volunteers right now.'],
      ['does not tell', 404, 'not found', 'Couldn’t find out'],
      ['talks nonsense', 200, { depth: '<b>' }, 'Couldn’t find out'],
    ])('VO2 when the server %s the page says so', async (name, code, body, sentence) => {
      const person = await visit('/volunteers', (page) => answer(page, '/worker/status', code, body));
      await person.page.getByText(sentence).waitFor();
      if (code === 404) await person.page.getByText(/doesn’t publish the state of its queue/).waitFor();
      await inspect(person.page, `volunteers-${name.replaceAll(' ', '-')}`);
      expect(thrown(person)).toEqual([]);
      await person.leave();
    });
  });

  describe('names that other players chose', () => {
    const shown = [
      '<script>alert(1)</script',
      '"><img src=x onerror=al(',
      'gnitar .wol',
      'Ann beat you',
      'W'.repeat(24),
      `Z${'\u0301'.repeat(4)}oe`,
      'Bertil',
    ];

    test('NA2 are on the leaderboard as they were typed, without characters that could deceive', async () => {
      const person = await visit('/leaderboard');
      const names = person.page.locator('.leaderboard .name');
      await names.first().waitFor();
      expect(await names.allTextContents()).toEqual(expect.arrayContaining(shown));
      await person.leave();
    });
  });

  test('NV1 the head of the page leads to every page, on a phone by the menu', async () => {
    const person = await Person.arrive(testServer.browser, testServer.url, { width: 390, height: 844 });
    const { page } = person;
    for (const [name, path] of [
      ['Leaderboard', '/leaderboard'],
      ['Dice', '/fairness'],
      ['Volunteers', '/volunteers'],
    ] as const) {
      await page.getByRole('button', { name: 'More pages' }).click();
      await page.locator('#menu').getByRole('link', { name }).click();
      await page.waitForURL(`**${path}`);
      await page.reload();
      await page.locator('main h1').waitFor();
      expect(await page.locator('#menu').isVisible()).toBe(false);
    }
    await page.getByRole('button', { name: 'More pages' }).click();
    await inspect(page, 'menu');
    await person.leave();
  });
});
