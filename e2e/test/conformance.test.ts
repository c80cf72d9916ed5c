import { randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '@anchor/testkit/random';
import { type AnalysisReport, httpRoutes, type RouteName } from '@anchor/wire';
import { generateKey, type Key, type MatchRecord, verify } from 'bg-record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../kit/free-port.ts';
import { type Asking, ask, faultOf, type HttpAnswer } from '../kit/http.ts';
import { playMatch } from '../kit/play-match.ts';
import { ServerProcess, temporaryFolder } from '../kit/server.ts';
import { SocketPlayer } from '../kit/socket-player.ts';

const routeNames = Object.keys(httpRoutes) as RouteName[];

// One test for each statement of the HTTP interface, against the built server, by its section.

const RATED = 3;
const MONEY = 48;
const ANALYSES = 40;
const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
const random = seededRandom(seed);
const folder = temporaryFolder();
const finished: string[] = [];
let server: ServerProcess;
let ann: Key;
let bob: Key;
let stranger: Key;

beforeAll(async () => {
  server = await ServerProcess.start({
    dataDir: folder.path,
    port: await freePort(),
    env: {
      BOT_DELAY_MS: '0',
      TRUST_PROXY: '1',
      LIMIT_READ: '400',
      LIMIT_ANALYSIS: String(ANALYSES),
      CRON_KEY: 'cron key of the tests',
    },
  });
  [ann, bob, stranger] = [await generateKey(), await generateKey(), await generateKey()];
  const { url } = server;
  const normal = { random, double: 0, take: 1 };
  for (let n = 0; n < RATED; n++)
    finished.push((await playMatch(url, [ann, bob], { length: 1, rated: true, clock: 'slow' }, normal)).match);
  // money games that end with the first double
  const quick = { random, double: 1, take: 0 };
  for (let n = 0; n < MONEY; n++)
    finished.push((await playMatch(url, [bob, stranger], { length: 0, rated: false, clock: 'slow' }, quick)).match);
  const player = new SocketPlayer({ url, key: ann, policy: normal });
  await player.connect();
  player.send({ type: 'play-bot', length: 1 });
  finished.push((await player.finished).match);
  player.leave();
});
afterAll(async () => {
  await server.end();
  folder.remove();
});

/** Each request comes from another address, so that tests do not share a rate limit. */
let client = 0;
const get = (path: string, asking: Asking = {}) => {
  const headers = { 'x-forwarded-for': `192.0.2.${client++ % 250}`, ...asking.headers };
  return ask(server.url, path, { ...asking, headers });
};
const json = async (path: string, asking?: Asking) => JSON.parse((await get(path, asking)).text);

const policy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' ws: wss:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";
function expectSecured({ headers }: HttpAnswer): void {
  expect(headers['content-security-policy']).toBe(policy);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['x-frame-options']).toBe('DENY');
  expect(headers['strict-transport-security']).toBeUndefined();
}

describe(`the HTTP interface (seed ${seed})`, () => {
  describe('2 resources', () => {
    it('H2.1a a leaderboard entry has 16 digits of the key, a name, counts and a rating', async () => {
      const { players, system } = await json('/api/leaderboard');
      expect(system).toBe('glicko2-sqrt-2');
      const entry = players.find((one: { pub: string }) => one.pub === ann.pub.slice(0, 16));
      expect(Object.keys(entry).sort()).toEqual(
        ['conservative', 'games', 'name', 'provisional', 'pub', 'rating', 'rd', 'wins'].sort(),
      );
      expect(entry.games).toBe(RATED);
    });

    it('H2.1b the leaderboard is ordered by conservative = rating − 2·rd, and lists no bot', async () => {
      const { players } = await json('/api/leaderboard?minGames=0');
      const values: number[] = players.map((one: { conservative: number }) => one.conservative);
      expect(values).toEqual(values.toSorted((a, b) => b - a));
      for (const { rating, rd, conservative, provisional } of players) {
        expect(conservative).toBeCloseTo(rating - 2 * rd, 9);
        expect(provisional).toBe(rd > 110);
      }
      const pubs = players.map((one: { pub: string }) => one.pub);
      // The other player has no rated match.
      expect(pubs.toSorted()).toEqual([ann, bob].map(({ pub }) => pub.slice(0, 16)).toSorted());
    });

    it('H2.2 a player card has the rating, the counts and the newest 25 matches', async () => {
      const card = await json(`/api/player/${bob.pub}`);
      expect(Object.keys(card).sort()).toEqual(
        ['rating', 'rd', 'provisional', 'conservative', 'name', 'games', 'wins', 'matches'].sort(),
      );
      expect(card.games).toBe(RATED + MONEY);
      const own = finished.slice(0, RATED + MONEY);
      expect(card.matches.map((row: { id: string }) => row.id)).toEqual(own.toReversed().slice(0, 25));
    });

    it('H2.3a a row has both full keys, the ratings before and after, and the last hash', async () => {
      const card = await json(`/api/player/${ann.pub}`);
      const rated = card.matches.find((row: { id: string }) => row.id === finished[0]);
      expect(rated).toMatchObject({
        length: 1,
        p0: expect.stringMatching(/^[0-9a-f]{64}$/),
        rated: true,
        reason: 'points',
      });
      expect([rated.p0, rated.p1].toSorted()).toEqual([ann.pub, bob.pub].toSorted());
      expect([rated.rating0_before, rated.rating1_before]).toEqual([1500, 1500]);
      expect(rated[`rating${rated.winner}_after`]).toBeGreaterThan(1500);
      expect(rated[`score${rated.winner}`]).toBeGreaterThanOrEqual(1);
      const record: MatchRecord = await json(`/records/${finished[0]}`);
      expect(rated.final_hash).toBe(record.finalHash);
    });

    it('H2.3b an unrated match has no ratings', async () => {
      const [newest] = await json('/api/matches');
      expect(newest).toMatchObject({ rated: false, rating0_before: null, rating1_after: null, rd0_before: null });
    });

    it('H2.3c a display name is cut to 24 characters, without control characters, and not escaped', async () => {
      const player = new SocketPlayer({ url: server.url, key: stranger, policy: { random, double: 0, take: 1 } });
      await player.connect();
      await player.request({ type: 'name', name: `<b>\u0007${'x'.repeat(40)}` }, 'named');
      player.leave();
      expect((await json(`/api/player/${stranger.pub}`)).name).toBe(`<b>${'x'.repeat(21)}`);
    });

    it('H2.4 a finished match has one signed record that verifies with the service’s key', async () => {
      const { serverKey } = await json('/healthz');
      for (const id of [finished[0], finished[RATED], finished.at(-1)])
        expect(await verify(await json(`/records/${id}.json`), { serverKey })).toMatchObject({ ok: true });
    });

    it('H2.5a the dice report counts every die of the finished matches', async () => {
      const report = await json('/api/fairness');
      let dice = 0;
      for (const id of finished) {
        const { events }: MatchRecord = await json(`/records/${id}`);
        dice += 2 * events.filter(({ type }) => type === 'dice').length;
      }
      expect(report.rolls).toBe(dice);
      expect(Object.keys(report.counts)).toEqual(['1', '2', '3', '4', '5', '6']);
      expect(Object.values<number>(report.counts).reduce((a, b) => a + b)).toBe(dice);
    });

    it('H2.5b its constants, statistic and verdict belong together', async () => {
      const report = await json('/api/fairness');
      expect(report).toMatchObject({ protocol: 'hmac-sha256/hashchain-reveal-v2', df: 5, critical95: 11.07 });
      const expected = report.rolls / 6;
      const chi2 = Object.values<number>(report.counts).reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
      expect(report.chi2).toBeCloseTo(chi2, 9);
      expect(report.uniform).toBe(report.rolls < 600 ? null : report.chi2 < 11.07);
      expect(report.note).toMatch(/sanity check/);
    });

    it('H2.6 a puzzle comes with its stats, without its answer, and names no player', async () => {
      const answer = await get('/api/puzzle');
      expect(answer.status).toBe(200);
      const { puzzle, stats, streak, yours } = JSON.parse(answer.text);
      expect([streak, yours]).toEqual([0, null]);
      expect(Object.keys(stats).sort()).toEqual(['solved', 'tries']);
      expect(JSON.stringify(puzzle)).not.toMatch(/answer|best|equity|loss/i);
    });

    it('H2.8a the quick analysis is provisional, orders plays, claims no rating, and leaves luck at zero', async () => {
      const answer = await get(`/api/analysis/${finished[0]}`);
      expect([answer.status, faultOf('analysis', answer)]).toEqual([200, null]);
      const report: AnalysisReport = JSON.parse(answer.text);
      const members = ['matchId', 'engineId', 'ply', 'players', 'result', 'totals', 'moves', 'provisional', 'scoredIn'];
      expect(Object.keys(report).sort()).toEqual([...members, 'prNote'].sort());
      expect(report).toMatchObject({
        matchId: finished[0],
        engineId: 'builtin-heuristic-1',
        ply: 1,
        provisional: true,
      });
      expect(report.prNote).toMatch(/order.*PR|order.*performance rating/is);
      expect(report.players.map(({ pr, luck }) => [pr, luck])).toEqual(Array(2).fill([null, 0]));
    });

    it('H2.8b every play has its rank and at most five alternatives, and every cube action of the record is listed', async () => {
      for (const id of [finished[0], finished[RATED], finished.at(-1)]) {
        const [report, record]: [AnalysisReport, MatchRecord] = [
          await json(`/api/analysis/${id}`),
          await json(`/records/${id}`),
        ];
        const told = record.events.filter(({ type }) => ['play', 'double', 'beaver', 'take', 'pass'].includes(type));
        expect(report.moves.map(({ n, kind, p }) => [n, kind, p])).toEqual(told.map(({ n, type, p }) => [n, type, p]));
        for (const row of report.moves) {
          if (row.kind !== 'play') continue;
          expect(row).toMatchObject({ loss: 0, tag: null, luckPerRoll: null, forced: row.of < 2 });
          expect(row.best.length).toBe(row.forced ? 0 : Math.min(5, row.of));
        }
      }
    });

    it('H2.11 the health report has every field', async () => {
      const fields = [
        'ok',
        'uptime',
        'online',
        'matches',
        'rssMB',
        'heapMB',
        'botEngine',
        'dice',
        'serverKey',
        'queue',
      ];
      expect(Object.keys(await json('/healthz')).sort()).toEqual([...fields, 'errors', 'backup', 'limiterKeys'].sort());
    });
  });

  describe('4 endpoints', () => {
    const paths = ['/healthz', '/api/leaderboard', '/api/fairness', '/api/records', '/api/matches'];

    it('H4.1a JSON forbids storing and carries the security headers', async () => {
      for (const path of [...paths, `/api/player/${'0'.repeat(64)}`]) {
        const answer = await get(path);
        expect(answer.headers['cache-control'], path).toBe('no-store');
        expectSecured(answer);
      }
    });

    it('H4.1b files and refusals carry the security headers too', async () => {
      for (const path of ['/', '/favicon.svg', '/nowhere', '/a..b', '/src/rules/index.js'])
        expectSecured(await get(path));
    });

    it('H4.1c a body may have 1 MB and not a byte more', async () => {
      const most = new Uint8Array(1024 * 1024);
      expect((await get('/healthz', { method: 'POST', body: most })).status).toBe(200);
      const headers = { 'content-length': String(most.length + 1) };
      expect((await get('/healthz', { method: 'POST', headers })).status).toBe(413);
    });

    it('H4.2a every route answers in its documented shape', async () => {
      // Other tests compare the answers of the routes that need a secret, a link, a body or a public log.
      const asked: Record<RouteName, readonly string[] | 'elsewhere'> = {
        health: ['/healthz'],
        leaderboard: ['/api/leaderboard'],
        player: [`/api/player/${ann.pub}`, '/api/player/nobody'],
        playerRating: [`/api/player/${ann.pub}/rating`],
        playerMatches: [`/api/player/${ann.pub}/matches?before=${finished[0]}`],
        playerAnalyses: [`/api/player/${ann.pub}/analyses`, '/api/player/nobody/analyses'],
        key: [`/api/keys/${ann.pub.slice(0, 16)}`],
        fairness: ['/api/fairness'],
        records: ['/api/records'],
        matches: ['/api/matches'],
        record: [`/records/${finished[0]}`, '/records/nobody-knows-this-one'],
        packages: ['/packages/index.json'],
        openapi: ['/api/openapi.json'],
        analysis: 'elsewhere',
        dailyMailing: 'elsewhere',
        emailAgain: 'elsewhere',
        emailNever: 'elsewhere',
        emailUnsubscribe: 'elsewhere',
        emailVerify: 'elsewhere',
        logCheckpoint: 'elsewhere',
        logTile: 'elsewhere',
        logVkey: 'elsewhere',
        loginClaim: 'elsewhere',
        puzzle: 'elsewhere',
        recordProof: 'elsewhere',
        workerAcquire: 'elsewhere',
        workerStatus: 'elsewhere',
        workerSubmit: 'elsewhere',
      };
      for (const name of routeNames) {
        const { [name]: known } = asked;
        for (const path of known === 'elsewhere' ? [] : known) expect(faultOf(name, await get(path)), path).toBeNull();
      }
    });

    it('H4.2b reading routes accept any method, and HEAD has no body', async () => {
      for (const path of paths) {
        const { text } = await get(path, { method: 'HEAD' });
        expect(text).toBe('');
        for (const method of ['POST', 'PUT', 'DELETE']) expect((await get(path, { method })).status, path).toBe(200);
      }
    });

    it('H4.4a the leaderboard’s minGames defaults to 3', async () => {
      const names = async (query: string) => (await json(`/api/leaderboard${query}`)).players.length;
      expect(await names('')).toBe(await names('?minGames=3'));
      // Money games do not count, however many there are.
      expect(await names(`?minGames=${RATED}`)).toBe(2);
      expect(await names(`?minGames=${RATED + 1}`)).toBe(0);
      expect(await names('?minGames=no')).toBe(await names('?minGames=3'));
    });

    it('H4.4b the leaderboard’s limit cuts it; a text that is no number counts as missing, and a number out of range as the nearest bound', async () => {
      const all = (await json('/api/leaderboard')).players;
      const cut = async (limit: string) => (await json(`/api/leaderboard?limit=${limit}`)).players;
      expect(await cut('1')).toHaveLength(1);
      expect(await cut('0')).toHaveLength(1);
      expect(await cut('100000')).toHaveLength(all.length);
      expect(await cut('many')).toHaveLength(all.length);
    });

    it('H4.4c an unknown player key is 404 with its error', async () => {
      for (const pub of ['0'.repeat(64), ann.pub.slice(0, 16), ann.pub.toUpperCase()]) {
        const { status, text } = await get(`/api/player/${pub}`);
        expect([status, JSON.parse(text)]).toEqual([404, { error: 'no such player' }]);
      }
    });

    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

    it('H4.5a the puzzle is today’s in UTC when no date is given, and a pub is ignored', async () => {
      // asked on both sides, in case midnight falls between
      const dates = [day(0), (await json('/api/puzzle')).puzzle.date, day(0)];
      expect([dates[0], dates[2]]).toContain(dates[1]);
      expect(await json(`/api/puzzle?pub=${ann.pub}`)).toEqual(await json('/api/puzzle'));
    });

    it('H4.5b there is no puzzle for a past date that was never requested, a future date, or a text that is no date', async () => {
      for (const date of ['2020-02-02', day(2), '9999-99-99', 'yesterday']) {
        const answer = await get(`/api/puzzle?date=${date}`);
        expect(answer.status, date).toBe(404);
        expect(faultOf('puzzle', answer)).toBeNull();
      }
    });

    it('H4.5c an invalid confirmation link gets a page that says so', async () => {
      const answer = await get(`/email/verify?t=${'0'.repeat(48)}`);
      expect([answer.status, faultOf('emailVerify', answer)]).toEqual([400, null]);
      expect(answer.text).toMatch(/expired/);
      expectSecured(answer);
    });

    it('H4.5d an unsubscribe link that belongs to no subscription gets a page that says so', async () => {
      const answer = await get(`/email/unsubscribe?t=${'0'.repeat(48)}`);
      expect([answer.status, faultOf('emailUnsubscribe', answer)]).toEqual([400, null]);
      expect(answer.text).toMatch(/Nothing to unsubscribe/);
      expectSecured(answer);
    });

    it('H4.6a an unknown or missing sign-in token is 400 and says to ask for a new link', async () => {
      for (const body of [
        JSON.stringify({ token: '0'.repeat(48) }),
        '{}',
        '[]',
        'null',
        '{"token":5}',
        'no JSON',
        '',
      ]) {
        const answer = await get('/api/login-claim', { method: 'POST', body });
        expect([answer.status, faultOf('loginClaim', answer)], body).toEqual([400, null]);
        expect(JSON.parse(answer.text).error).toMatch(/expired.*new one/);
      }
    });

    it('H4.6b the daily mailing needs its key', async () => {
      for (const query of ['', '?key=', '?key=wrong']) {
        const { status, text } = await get(`/api/cron/daily${query}`, { method: 'POST' });
        expect([status, JSON.parse(text)]).toEqual([403, { error: 'bad key' }]);
      }
    });

    it('H4.6c the daily mailing without a mail provider sends nothing and says so', async () => {
      const answer = await get('/api/cron/daily?key=cron%20key%20of%20the%20tests', { method: 'POST' });
      expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { skipped: 'mail provider not configured' }]);
    });

    it('H4.6d routes that need POST are 404 for another method', async () => {
      for (const path of ['/api/login-claim', '/api/cron/daily?key=x']) {
        const { status, text } = await get(path);
        expect([status, text]).toEqual([404, 'not found']);
      }
    });

    it('H3a an analysis is computed once; later and simultaneous requests get the same result', async () => {
      const path = `/api/analysis/${finished[1]}`;
      const texts = await Promise.all([get(path), get(path), get(path)]);
      texts.push(await get(path));
      expect(new Set(texts.map(({ text }) => text)).size).toBe(1);
      const { annotations } = await json('/worker/status');
      expect(annotations.misses).toBeLessThanOrEqual(4);
      expect(annotations.hits).toBeGreaterThanOrEqual(1);
    });

    it('H4.7a an unknown match has no analysis in either tier', async () => {
      for (const path of ['nobody-knows-this-one', 'nobody-knows-this-one?deep=1', 'x', '%00%2e%3f'].map(
        (id) => `/api/analysis/${id}`,
      )) {
        const answer = await get(path);
        if (answer.status === 400) continue; // a path that is none
        expect([answer.status, faultOf('analysis', answer)], path).toEqual([404, null]);
        expectSecured(answer);
      }
    });

    it('H4.7b a deep request without a worker is 503 with a hint, after 20 seconds and not before', async () => {
      const begun = performance.now();
      const answer = await get(`/api/analysis/${finished[0]}?deep=1`);
      const seconds = (performance.now() - begun) / 1000;
      expect([answer.status, faultOf('analysis', answer)]).toEqual([503, null]);
      expect(JSON.parse(answer.text).hint).toMatch(/no worker is connected for deep analysis/i);
      expect(seconds).toBeGreaterThanOrEqual(20);
      expect(seconds).toBeLessThan(30);
    });

    it('H4.7c a client that does not wait gets the progress of the deep analysis', async () => {
      const soon = () => get(`/api/analysis/${finished[0]}?deep=1&wait=1`);
      let answer = await soon();
      // how much there is to judge may take a busy machine longer to find out
      while (JSON.parse(answer.text).progress === undefined) answer = await soon();
      expect([answer.status, faultOf('analysis', answer)]).toEqual([503, null]);
      const { progress } = JSON.parse(answer.text);
      // `running` is false when the test before this one has waited for 20 seconds in vain.
      expect(progress).toMatchObject({ done: 0, running: expect.any(Boolean) });
      expect(progress.wanted).toBeGreaterThan(0);
    });

    it('H4.7d routes of analysis accept any method', async () => {
      const path = `/api/analysis/${finished[0]}`;
      const { text } = await get(path);
      for (const method of ['POST', 'PUT', 'DELETE']) expect((await get(path, { method })).text).toBe(text);
    });

    it('H4.8a a record is served with and without .json, as a download', async () => {
      const [plain, named] = [await get(`/records/${finished[0]}`), await get(`/records/${finished[0]}.json`)];
      expect(plain.text).toBe(named.text);
      expect(named.headers['content-disposition']).toMatch(/^attachment/);
    });

    it('H4.8b an unknown record and a missing file are 404 with the body not found', async () => {
      for (const path of ['/records/nobody-knows-this-one.json', '/records/x', '/missing.js', '/api/nothing']) {
        const { status, text } = await get(path);
        expect([status, text], path).toEqual([404, 'not found']);
      }
    });

    it('H4.8c a path with .. is 400', async () => {
      for (const path of ['/../package.json', '/a/../../b', '/..%2f..%2fetc/passwd', '/%2e%2e/x', '/src/../x'])
        expect((await get(path)).status, path).toBe(400);
    });

    it('H4.8d / is the page; the page, scripts and styles are revalidated, and other files are cached for a day', async () => {
      const page = await get('/');
      expect(page.headers['content-type']).toContain('text/html');
      expect(page.headers['cache-control']).toBe('no-cache');
      const [script] = /\/assets\/[^"]+\.js/.exec(page.text) ?? [];
      const [style] = /\/assets\/[^"]+\.css/.exec(page.text) ?? [];
      for (const path of [script, style, '/index.html'])
        expect((await get(path ?? '')).headers['cache-control'], path).toBe('no-cache');
      expect((await get('/favicon.svg')).headers['cache-control']).toBe('public, max-age=86400');
    });

    it('H4.8e the modules that the server runs can be imported under /src/', async () => {
      for (const name of ['rules', 'record', 'met']) {
        const module = await get(`/src/${name}/index.js`);
        expect([module.status, module.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
      }
    });
  });

  describe('8 limits', () => {
    it('H8.1 /api/records has the newest 50 ids, newest first', async () => {
      expect(await json('/api/records')).toEqual(finished.toReversed().slice(0, 50));
    });

    it('H8.2 /api/matches has the newest 25 rows', async () => {
      const rows = await json('/api/matches');
      expect(rows.map((row: { id: string }) => row.id)).toEqual(finished.toReversed().slice(0, 25));
    });

    it('H8.2b analyses have a bucket of their own', async () => {
      const headers = { 'x-forwarded-for': '198.51.100.78' };
      const path = '/api/analysis/nobody-knows-this-one';
      const statuses: number[] = [];
      for (let n = 0; n < ANALYSES; n++) statuses.push((await get(path, { headers })).status);
      expect(new Set(statuses)).toEqual(new Set([404]));
      expect((await get(path, { headers })).status).toBe(429);
      expect((await get('/api/records', { headers })).status).toBe(200);
    });

    it('H8.3 too many requests are 429 with the security headers, for this address and bucket alone', async () => {
      const headers = { 'x-forwarded-for': '198.51.100.77' };
      const statuses: number[] = [];
      for (let n = 0; n < 400; n++) statuses.push((await get('/api/records', { headers })).status);
      expect(new Set(statuses)).toEqual(new Set([200]));
      const refused = await get('/api/records', { headers });
      expect(refused.status).toBe(429);
      expect(faultOf('records', refused)).toBeNull();
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expectSecured(refused);
      expect((await get('/healthz', { headers })).status).toBe(200);
      expect((await get('/api/records')).status).toBe(200);
    });
  });

  it('H4.8f the legal pages come with the program until the operator replaces them', async () => {
    const path = '/terms.html';
    expect((await get(path)).text).toContain('Terms of use');
    mkdirSync(join(folder.path, 'public'));
    writeFileSync(join(folder.path, 'public', 'terms.html'), '<p>House rules');
    const own = await get(path);
    expect([own.status, own.text, own.headers['cache-control']]).toEqual([200, '<p>House rules', 'no-cache']);
    expectSecured(own);
    expect((await get('/privacy.html')).text).toContain('Privacy');
  });

  it('H9 the dice protocol’s identifier carries its version', async () => {
    const [health, fairness] = [await json('/healthz'), await json('/api/fairness')];
    expect([health.dice, fairness.protocol]).toEqual(Array(2).fill('hmac-sha256/hashchain-reveal-v2'));
  });

  it('H7 none of these requests caused an error of the service', async () => {
    expect((await json('/healthz')).errors).toBe(0);
  });
});
