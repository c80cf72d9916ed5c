import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vectorRecord } from '@anchor/testkit/records';
import { pages, samplePaths } from '@anchor/wire';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LinkCards } from '../../src/domain/links/link-cards.ts';
import { Pictures } from '../../src/domain/links/pictures.ts';
import type { Person } from '../../src/domain/players/players.ts';
import type { StoredRow } from '../../src/domain/ports/matches.ts';
import { temporaryFolder } from '../storage/folders.ts';
import { sendRaw, startHttp } from './kit.ts';

const record = vectorRecord('match-3-crawford');
const { id } = record.header;
const row: StoredRow = { record, finishedAt: 1, ratings: null };
/** Games of a session, the second one abandoned with the cube at 4, and a match with dice in advance. */
const otherRows: readonly StoredRow[] = ['session-1', 'session-2', 'advance'].map((name) => ({
  record: vectorRecord(name),
  finishedAt: 1,
  ratings: null,
}));
const HOSTILE = `<script>alert("$&")'`;

const folder = temporaryFolder();
beforeAll(() => {
  mkdirSync(folder.path, { recursive: true });
  const head = '<title>Anchor</title>\n    <meta name="description" content="Plain." />';
  writeFileSync(join(folder.path, 'index.html'), `<!doctype html><html><head>${head}</head><body></body></html>`);
});
afterAll(() => folder.remove());

let reads: number;
let name: string;
let fails: boolean;
let http: Awaited<ReturnType<typeof startHttp>>;

function cards(now = () => 1, found = row) {
  const person = (pub: string): Person => ({ pub, name, rating: 1500, rd: 50, provisional: false });
  const terms = { length: 5, rated: true, rules: record.header.rules };
  return new LinkCards({
    records: {
      row: async (match) => {
        reads += 1;
        if (fails) throw new Error('the database is away');
        return match === id ? found : (otherRows.find((one) => one.record.header.id === match) ?? null);
      },
    },
    players: { person: async (pub) => person(pub) },
    invitations: {
      info: async (code) => {
        const clock = code === 'correspondence' ? 'days3' : 'normal';
        return { ok: true, value: { terms: { ...terms, clock }, from: person('') } };
      },
    },
    now,
  });
}

beforeEach(async () => {
  [reads, name, fails] = [0, 'Ann', false];
  http = await startHttp({
    clientFolder: folder.path,
    links: { cards: cards(), publicUrl: 'https://anchor.example/' },
    pictures: new Pictures({
      painter: { isBusy: false, paint: async (subject) => ('record' in subject ? Buffer.from('PNG') : null) },
      records: { read: async (match) => (match === id ? record : null) },
      puzzles: { show: async () => ({ ok: false, code: 'no-puzzle', message: 'none' }) },
    }),
  });
});
afterEach(() => http.stop());

const page = async (path: string, init: RequestInit = {}) => {
  const response = await http.get(path, { headers: { accept: 'text/html' }, ...init });
  return { response, html: await response.text() };
};
const meta = (html: string, property: string) =>
  new RegExp(`<meta property="og:${property}" content="([^"]*)"`).exec(html)?.[1];

describe('the preview of a shared link', () => {
  it('OG1 names the players, the result and the picture of a finished match', async () => {
    const { response, html } = await page(`/match/${id}`);
    const [a, b] = record.result.score.map((points) => Math.min(points, 3));
    expect(html).toContain(`<title>Ann ${a} : ${b} Bob</title>`);
    expect(meta(html, 'title')).toBe(`Ann ${a} : ${b} Bob`);
    expect(meta(html, 'description')).toContain('match to 3 points');
    expect(meta(html, 'url')).toBe(`https://anchor.example/match/${id}`);
    expect(meta(html, 'image')).toBe(`https://anchor.example/pictures/match/${id}.png`);
    expect(html).not.toContain('Plain.');
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });

  it.each([
    ['time', [0, 0], 'Bob won on time against Ann'],
    ['time', [2, 1], 'Bob won on time at 1–2 against Ann'],
    ['abandonment', [0, 0], 'Bob won against Ann, who left'],
    ['abandonment', [1, 0], 'Bob won at 0–1 against Ann, who left'],
  ] as const)(
    'OG15 names the winner of a match whose score does not show who won: %s at %j',
    async (reason, score, title) => {
      const shown = cards(() => 1, { ...row, record: { ...record, result: { winner: 1, score, reason } } });
      expect((await shown.at(`/match/${id}`))?.title).toBe(title);
    },
  );

  it('MG18 says how many points a money game brought, and which game of a session it was', async () => {
    const [first, second] = otherRows;
    const { header, result } = second!.record;
    const [won, lost] = [header.players[result.winner].name, header.players[result.winner === 0 ? 1 : 0].name];
    const told = async (of: StoredRow | undefined) => (await page(`/match/${of?.record.header.id}`)).html;
    expect(meta(await told(second), 'title')).toBe(`${won} won 12 points against ${lost}`);
    expect(meta(await told(second), 'description')).toContain('A money game. Game 2 of a session. ');
    expect(meta(await told(first), 'title')).toMatch(/^(Ann|Bob) won 1 point against (Ann|Bob)$/);
  });

  it('YT23 says of a match and of an invitation that the dice are trusted to the service', async () => {
    const told = async (path: string) => meta((await page(path)).html, 'description');
    expect(await told(`/match/${otherRows[2]?.record.header.id}`)).toContain(', dice trusted to the service. ');
    expect(await told('/invite/correspondence')).toContain(' Dice trusted to the service.');
    expect(await told('/invite/correspondence')).not.toContain('nobody can rig');
    for (const path of [`/match/${id}`, '/invite/abc']) expect(await told(path)).not.toContain('trusted');
  });

  it('OG9 names the inviter and the terms of an invitation, and the name of a player', async () => {
    expect(meta((await page('/invite/abc')).html, 'title')).toBe('Ann invites you to backgammon');
    expect(meta((await page('/invite/abc')).html, 'description')).toContain('A match to 5 points, normal clock');
    expect(meta((await page(`/player/${'a'.repeat(64)}`)).html, 'title')).toBe('Ann · Anchor');
  });

  it.each(['evil.example', 'https://evil', 'evil\u3002example', 'ｅｖｉｌ．example', 'bob@evil'])(
    'OG12 leaves out a name that could become a link: %s',
    async (typed) => {
      name = typed;
      const [first, second] = record.header.players;
      const header = { ...record.header, players: [{ ...first, name: typed }, second] as const };
      const shown = cards(() => 1, { ...row, record: { ...record, header } });
      expect((await shown.at('/invite/abc'))?.title).toBe('An invitation to backgammon');
      expect((await shown.at(`/player/${'a'.repeat(64)}`))?.title).toBe('A backgammon player');
      expect((await shown.at(`/match/${id}`))?.title).toMatch(new RegExp(`^Guest ${first.pub.slice(0, 4)} .* Bob$`));
    },
  );

  it.each(
    Object.values(pages).flatMap((addresses) => addresses.flatMap((address) => samplePaths(address, { n: '3' }))),
  )('OG2 every page has a title, a sentence and a picture: %s', async (path) => {
    const { response, html } = await page(path);
    expect(response.status).toBe(200);
    for (const property of ['title', 'description']) expect(meta(html, property)?.length).toBeGreaterThan(5);
    expect(meta(html, 'image')).toMatch(/^https:\/\/anchor\.example\/pictures\/.*\.png$/);
  });

  it('OG3 escapes what people chose', async () => {
    name = HOSTILE;
    const { html } = await page(`/player/${'a'.repeat(64)}`);
    expect(html).not.toContain('<script>');
    expect(meta(html, 'title')).toBe('&lt;script&gt;alert(&quot;$&amp;&quot;)&#39; · Anchor');
  });

  it('OG4 costs one lookup a minute for an address', async () => {
    let now = 1;
    const own = cards(() => now);
    await Promise.all([own.at(`/match/${id}`), own.at(`/match/${id}`)]);
    await own.at(`/match/${id}`);
    expect(reads).toBe(1);
    now += 60_001;
    await own.at(`/match/${id}`);
    expect(reads).toBe(2);
  });

  it('OG10 names only a date in the title of a puzzle', async () => {
    expect(meta((await page('/puzzle/2026-11-23')).html, 'title')).toContain('2026-11-23');
    expect(meta((await page('/puzzle/Anchor-is-closing')).html, 'title')).not.toContain('closing');
  });

  it('OG11 no cache serves browsers the answer to a program that accepts no page', async () => {
    const other = await http.get(`/match/${id}`, { headers: { accept: 'application/json' } });
    expect([other.status, other.headers.get('vary')?.toLowerCase()]).toEqual([404, expect.stringContaining('accept')]);
  });

  it('OG5 serves the plain page if the lookup fails, and reports it', async () => {
    fails = true;
    const { response, html } = await page(`/match/${id}`);
    expect([response.status, html.includes('Plain.')]).toEqual([200, true]);
    expect(http.reported.map(({ request }) => request.path)).toEqual([`/match/${id}`]);
  });

  it('OG6 answers an unchanged page with 304, and HEAD without a body', async () => {
    const { response } = await page('/');
    const etag = response.headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    // `fetch` would also send `cache-control: no-cache`.
    const again = await sendRaw(
      http.port,
      `GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\nif-none-match: ${etag}\r\n\r\n`,
    );
    expect(again).toMatch(/^HTTP\/1\.1 304 /);
    const head = await page('/', { method: 'HEAD' });
    expect([head.response.status, head.html]).toEqual([200, '']);
  });

  it('OG7 uses the address of the request if the operator has named none', async () => {
    const other = await startHttp({ clientFolder: folder.path, links: { cards: cards(), publicUrl: null } });
    const html = await (await other.get('/', { headers: { accept: 'text/html' } })).text();
    expect(meta(html, 'image')).toBe(`http://127.0.0.1:${other.port}/pictures/board.png`);
    await other.stop();
  });

  it('OG8 answers pictures as PNG, missing ones with 404, and asks to come back when too many are painted', async () => {
    const found = await http.get(`/pictures/match/${id}.png`);
    expect([found.status, found.headers.get('content-type'), await found.text()]).toEqual([200, 'image/png', 'PNG']);
    const missing = await http.get('/pictures/none.png');
    expect([missing.status, await missing.text()]).toEqual([404, 'not found']);
    const busy = await http.get('/pictures/board.png');
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '5']);
  });
});
