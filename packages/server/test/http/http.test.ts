import { once } from 'node:events';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { health as healthShape, matchRows, packageIndex, pages, recordIds, samplePaths } from '@anchor/wire';
import { canonicalJson } from 'bg-record';
import { INITIAL_RATING } from 'bg-record/ratings';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { maxBodyBytes } from '../../src/http/bodies.ts';
import { header, record, shift } from '../storage/fixtures.ts';
import { health, memoryRecords, pageText, sendRaw, startHttp } from './kit.ts';

type Http = Awaited<ReturnType<typeof startHttp>>;

const policy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' ws: wss:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";
function expectSecurityHeaders(headers: Headers): void {
  expect(headers.get('content-security-policy')).toBe(policy);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.has('strict-transport-security')).toBe(false);
}

const finished = Array.from({ length: 60 }, (_, index) => {
  const one = record(header({ rated: index % 2 === 1 }), 1);
  const after = shift([INITIAL_RATING, INITIAL_RATING], 1000);
  const ratings = [
    { before: INITIAL_RATING, after: after[0] },
    { before: INITIAL_RATING, after: after[1] },
  ] as const;
  return {
    record: one,
    row: { record: one, finishedAt: index, ratings: one.header.rated ? ratings : null },
  };
});
const newest = finished.at(-1)!;
const newestId = newest.record.header.id;

let http: Http;
beforeAll(async () => {
  http = await startHttp({ records: memoryRecords(finished) });
});
afterAll(() => http.stop());

describe('routes', () => {
  it('/healthz reports the health, by any method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      const response = await http.get('/healthz', { method });
      expect(response.status, method).toBe(200);
      expect(await response.json()).toEqual(health);
    }
    expect(z.safeParse(healthShape, health).success).toBe(true);
  });

  it('H2.11e /healthz has the status 503 while the report is not ok, by any method', async () => {
    const failing = await startHttp({ health: () => ({ ...health, ok: false }) });
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
      const response = await failing.get('/healthz', { method });
      expect(response.status, method).toBe(503);
      expect(await response.text()).toBe(method === 'HEAD' ? '' : JSON.stringify({ ...health, ok: false }));
    }
    await failing.stop();
  });

  it('/api/records lists the 50 newest ids', async () => {
    const response = await http.get('/api/records');
    const ids = z.parse(recordIds, await response.json());
    expect(ids).toEqual(
      finished
        .toReversed()
        .slice(0, 50)
        .map((one) => one.record.header.id),
    );
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expectSecurityHeaders(response.headers);
  });

  it('/api/matches lists the 25 newest rows with all columns', async () => {
    const response = await http.get('/api/matches', { method: 'POST', body: '{}' });
    const rows = z.parse(matchRows, await response.json());
    expect(rows).toHaveLength(25);
    const { header: top } = newest.record;
    const [first, second] = newest.row.ratings ?? [];
    expect(rows[0]).toEqual({
      id: newestId,
      created: top.created,
      length: 5,
      p0: top.players[0].pub,
      p1: top.players[1].pub,
      name0: top.players[0].name,
      name1: top.players[1].name,
      score0: 2,
      score1: 5,
      winner: 1,
      rated: true,
      reason: 'points',
      rating0_before: 1500,
      rating0_after: first?.after.rating,
      rating1_before: 1500,
      rating1_after: second?.after.rating,
      rd0_before: 350,
      rd0_after: first?.after.rd,
      rd1_before: 350,
      rd1_after: second?.after.rd,
      final_hash: newest.record.finalHash,
    });
    expect(rows[1]).toMatchObject({ rated: false, rating0_before: null, rd1_after: null });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it.each(['/healthz', '/api/records', '/api/matches', `/records/${newestId}.json`, '/'])(
    'HEAD %s has no body',
    async (path) => {
      const answer = await sendRaw(http.port, `HEAD ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect(answer.split('\r\n\r\n')).toEqual([expect.any(String), '']);
    },
  );

  it('do not match similar paths', async () => {
    for (const path of [
      '/healthz/x',
      '/api',
      '/api/',
      '/api/record',
      '/API/records',
      '/records',
      '/records/',
      '/nowhere.json',
    ])
      expect((await http.get(path)).status, path).toBe(404);
  });
});

describe('a record', () => {
  it.each(['.json', ''])('is sent under its id%s as a download that may be cached for ever', async (suffix) => {
    const response = await http.get(`/records/${newestId}${suffix}`);
    expect(await response.text()).toBe(canonicalJson(newest.record));
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${newestId}.json"`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expectSecurityHeaders(response.headers);
  });

  it('is compressed for clients that accept gzip, and plain for others', async () => {
    const plain = await http.get(`/records/${newestId}`, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.has('content-encoding')).toBe(false);
    expect(await plain.text()).toBe(canonicalJson(newest.record));
    const packed = await http.get(`/records/${newestId}`, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(await packed.json()).toEqual(newest.record);
    for (const { headers } of [plain, packed]) expect(headers.get('vary')).toMatch(/accept-encoding/i);
  });

  it('that does not exist is a missing file', async () => {
    for (const path of [
      '/records/nobody-knows-this-one.json',
      '/records/nobody-knows-this-one',
      '/records/short.json',
    ]) {
      const response = await http.get(path);
      expect([response.status, await response.text()], path).toEqual([404, 'not found']);
      expectSecurityHeaders(response.headers);
    }
  });
});

describe('files', () => {
  it.each([
    ['/', 'text/html', 'no-cache'],
    ['/index.html', 'text/html', 'no-cache'],
    ['/assets/main.js', 'text/javascript', 'no-cache'],
    ['/assets/main.css', 'text/css', 'no-cache'],
    ['/icon.svg', 'image/svg+xml', 'public, max-age=86400'],
  ])('%s is sent as %s with %s', async (path, type, cache) => {
    const response = await http.get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain(type);
    expect(response.headers.get('cache-control')).toBe(cache);
    expectSecurityHeaders(response.headers);
  });

  it('of the operator take precedence over those of the page', async () => {
    for (const [path, text] of [
      ['/privacy.html', 'ours'],
      ['/terms.html', 'the operator’s'],
    ] as const) {
      const response = await http.get(path);
      expect([response.status, await response.text()]).toEqual([200, text]);
      expect(response.headers.get('content-type')).toContain('text/html');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expectSecurityHeaders(response.headers);
    }
    expect((await http.get('/.env')).status).toBe(404);
  });

  it('need no operator’s folder', async () => {
    const bare = await startHttp({ operatorFolder: '/nowhere/at/all' });
    expect(await (await bare.get('/')).text()).toBe(pageText);
    await bare.stop();
  });

  it('are compressed when that pays', async () => {
    const response = await http.get('/assets/main.js', { headers: { 'accept-encoding': 'gzip' } });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(await response.text()).toContain('long enough');
  });

  it.each([
    ['gzip, deflate, br', 'br', 'compressed();'],
    ['gzip', null, 'plain();'],
    ['identity', null, 'plain();'],
  ])('with a stored compressed form are sent in it to clients that accept %s', async (accepted, encoding, text) => {
    const response = await http.get('/assets/small.js', { headers: { 'accept-encoding': accepted } });
    expect([response.headers.get('content-encoding'), await response.text()]).toEqual([encoding, text]);
    expect(response.headers.get('content-type')).toContain('text/javascript');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('vary')).toMatch(/accept-encoding/i);
  });

  it('are not sent again to clients that have them', async () => {
    const first = await http.get('/assets/main.js');
    await first.arrayBuffer();
    const modified = first.headers.get('last-modified') ?? '';
    const answer = await sendRaw(
      http.port,
      `GET /assets/main.js HTTP/1.1\r\nhost: x\r\nif-modified-since: ${modified}\r\nconnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 304 /);
    expect(answer.toLowerCase()).toContain('content-security-policy:');
  });

  it.each(['/nowhere.html', '/.hidden', '/assets', '/outside.txt', '/favicon.ico'])('%s is missing', async (path) => {
    const response = await http.get(path, { headers: { accept: 'text/html' } });
    expect([response.status, await response.text()]).toEqual([404, 'not found']);
    expectSecurityHeaders(response.headers);
  });

  it('can only be read', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await http.get('/', { method });
      expect([response.status, await response.text()], method).toEqual([404, 'not found']);
    }
  });
});

describe('the client-side routes', () => {
  const document = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

  const values = { id: newestId, match: newestId, code: newestId, pub: newestId, date: '2026-01-31', n: '17' };
  const addresses = Object.values<readonly string[]>(pages)
    .flat()
    .flatMap((address) => samplePaths(address, values));

  it('are those of the page', () => {
    expect(addresses).toEqual(
      expect.arrayContaining(['/', '/play', '/verify', `/verify/${newestId}`, `/review/${newestId}/17`]),
    );
  });

  it.each(addresses)('%s can be reloaded', async (path) => {
    const response = await http.get(path, document);
    expect([response.status, await response.text()]).toEqual([200, pageText]);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });

  it('are not files: a request for anything but a document gets 404', async () => {
    expect((await http.get('/verify', { headers: { accept: 'application/json' } })).status).toBe(404);
    expect((await http.get('/verify', { method: 'POST', ...document })).status).toBe(404);
  });

  it('WA3 are served to programs that accept any type', async () => {
    for (const headers of [{ accept: '*/*' }, { accept: '' }]) {
      const response = await http.get('/verify', { headers });
      expect([response.status, await response.text()]).toEqual([200, pageText]);
    }
  });

  it('WA4 show the page with status 404 to a browser at an unknown address, and to no other program', async () => {
    for (const path of ['/nowhere', '/match', '/verify/']) {
      const response = await http.get(path, document);
      expect([response.status, await response.text()], path).toEqual([404, pageText]);
      expect(response.headers.get('content-type')).toContain('text/html');
      expectSecurityHeaders(response.headers);
    }
    for (const path of ['/api/elsewhere', '/records/x', '/src/x', '/nowhere.png']) {
      const response = await http.get(path, document);
      expect([response.status, await response.text()], path).toEqual([404, 'not found']);
    }
    const other = await http.get('/nowhere', { headers: { accept: '*/*' } });
    expect([other.status, await other.text()]).toEqual([404, 'not found']);
  });

  it.each([
    '/match',
    '/match/',
    '/match/x.json',
    '/match/a/b',
    '/review/a/b',
    '/invite',
    '/player',
    '/account/other',
    '/verify/',
    '/elsewhere',
    '/api/elsewhere',
    '/src/',
    '/records/',
  ])('%s is not one of them', async (path) => {
    expect((await http.get(path, document)).status).toBe(404);
  });
});

describe('/src/', () => {
  it('has the built modules in their present form', async () => {
    const response = await http.get('/src/rules/index.js');
    expect([response.status, await response.text()]).toEqual([200, 'export const points = 24;']);
    expect(response.headers.get('content-type')).toContain('text/javascript');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expectSecurityHeaders(response.headers);
  });

  it.each([
    '/src/',
    '/src/rules',
    '/src/rules/',
    '/src/rules/other.js',
    '/src/met/index.js',
    '/src/constructor/index.js',
    '/src/x/index.js',
  ])('%s is missing', async (path) => {
    const response = await http.get(path);
    expect([response.status, await response.text()]).toEqual([404, 'not found']);
  });
});

describe('/packages/', () => {
  it('has the packages of the build, under addresses that change with their content', async () => {
    const index = await http.get('/packages/index.json');
    const addresses = z.parse(packageIndex, await index.json());
    expect(addresses).toEqual({ 'bg-worker': expect.stringMatching(/^\/packages\/bg-worker-[0-9a-f]{12}\.tgz$/) });
    for (const [path, cacheControl] of [
      [addresses['bg-worker'] ?? '', 'public, max-age=31536000, immutable'],
      ['/packages/bg-worker.tgz', 'no-cache'],
    ] as const) {
      const response = await http.get(path);
      expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).toBe('a package');
      expect(response.headers.get('content-type')).toBe('application/gzip');
      expect(response.headers.get('content-encoding')).toBeNull();
      expect(response.headers.get('cache-control')).toBe(cacheControl);
      expectSecurityHeaders(response.headers);
    }
  });

  it.each(['/packages/', '/packages/bg-worker', '/packages/bg-met.tgz', '/packages/constructor'])(
    '%s is missing',
    async (path) => {
      const response = await http.get(path);
      expect([response.status, await response.text()]).toEqual([404, 'not found']);
    },
  );
});

describe('invalid requests', () => {
  it.each([
    '/../outside.txt',
    '/..%2foutside.txt',
    '/%2e%2e/outside.txt',
    '/assets/..',
    '/a..b',
    '/%',
    '/%zz',
    '/x%00.html',
    '//',
    '//outside.txt',
    '//x:99999/',
    '//[::1',
    'http://[',
    'http://',
    'http://[x',
    'http://%2F',
    'http://%2fx',
    '/%5coutside.txt',
    '/c:/outside.txt',
    '/c%3a%5coutside.txt',
    'http://x//outside.txt',
  ])('the path %s is refused', async (path) => {
    const answer = await sendRaw(http.port, `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.toLowerCase()).toContain('x-frame-options: deny');
    expect(answer).not.toContain('secret');
    expect(http.reported).toEqual([]);
  });

  const tooLong = /^HTTP\/1\.1 413 [\s\S]*x-frame-options: DENY[\s\S]*\{"error":"[^"]+"\}$/i;

  it('a body that is declared as too long is refused unread', async () => {
    const answer = await sendRaw(
      http.port,
      `POST /healthz HTTP/1.1\r\nhost: x\r\ncontent-length: ${maxBodyBytes + 1}\r\n\r\n`,
    );
    expect(answer).toMatch(tooLong);
  });

  it('a body that turns out to be too long is refused while it arrives', async () => {
    const chunk = Buffer.alloc(64 * 1024);
    const chunks = Array.from({ length: 17 }, () => [`${chunk.length.toString(16)}\r\n`, chunk, '\r\n']).flat();
    const start = 'POST /healthz HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n';
    expect(await sendRaw(http.port, start, ...chunks)).toMatch(tooLong);
  });

  it('a body of exactly 1 MB is accepted', async () => {
    const response = await http.get('/healthz', { method: 'POST', body: new Uint8Array(maxBodyBytes) });
    expect(response.status).toBe(200);
  });

  it('H4.1d one that its route cannot need is not parsed, and answered like one that does not match', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    try {
      for (const [open, close] of [
        ['[', ']'],
        ['{"a":', '}'],
        ['{"token":"a"},', ''],
      ] as const)
        for (const length of [maxBodyBytes, 2_000]) {
          const times = Math.floor(length / (open.length + close.length));
          const body = `${open.repeat(times)}${close.repeat(times)}`;
          const answer = await http.get('/api/login-claim', { method: 'POST', body });
          expect([body.slice(0, 20), answer.status]).toEqual([body.slice(0, 20), 400]);
          expect(await answer.json()).toEqual({ error: expect.stringContaining('ask for a new one') });
        }
      expect(parse.mock.calls.filter(([text]) => !text.startsWith('{"error'))).toEqual([]);
    } finally {
      parse.mockRestore();
    }
  });
});

describe('a client that sends slowly', () => {
  const times = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 10 };

  it.each([
    ['a head without end', 'GET /healthz HTTP/1.1\r\nhost: x\r\n'],
    ['a body that does not come', 'POST /healthz HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n12345'],
    ['a chunk that does not come', 'POST /healthz HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nff\r\n1'],
  ])('is disconnected: %s', async (_, sent) => {
    const own = await startHttp({}, undefined, times);
    expect(await sendRaw(own.port, sent)).toMatch(/^HTTP\/1\.1 408 /);
    await own.stop();
    expect(own.reported).toEqual([]);
  });
});

describe('a link of a mail', () => {
  it('H4.5e changes nothing before a person opens it', async () => {
    const calls: string[] = [];
    const acts = (name: string, valid: string) => async (token: string) => {
      calls.push(name);
      return token === valid;
    };
    const own = await startHttp({
      subscriptions: {
        verify: acts('verify', 'new'),
        unsubscribe: acts('unsubscribe', 'daily'),
        canVerify: async (token) => token === 'new',
        has: async (token) => token === 'daily',
      },
      turnMails: {
        stop: acts('stop', 'turns'),
        resume: acts('resume', 'turns'),
        has: async (token) => token === 'turns',
      },
    });
    const ask = async (path: string, init: RequestInit) => {
      const answer = await own.get(path, init);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expectSecurityHeaders(answer.headers);
      return { status: answer.status, text: await answer.text() };
    };
    const links = [
      ['/email/verify?t=new', 200],
      ['/email/verify?t=turns', 200],
      ['/email/verify?t=daily', 400],
      ['/email/unsubscribe?t=daily', 200],
      ['/email/unsubscribe?t=turns', 200],
      ['/email/unsubscribe?t=new', 400],
    ] as const;
    for (const [link, status] of links) {
      for (const headers of [
        { range: 'bytes=0-99' },
        { 'sec-purpose': 'prefetch' },
        { 'sec-purpose': 'prefetch;prerender' },
        { purpose: 'prefetch' },
        { 'x-moz': 'prefetch' },
      ]) {
        const ahead = await ask(link, { headers });
        expect(ahead.status, `${link} ${JSON.stringify(headers)}`).toBe(status);
        if (status === 200) {
          expect(ahead.text).toContain('nothing has changed yet');
          expect(ahead.text).toContain(`href="${link}"`);
        }
      }
      for (const method of ['HEAD', 'OPTIONS', 'PUT']) expect((await ask(link, { method })).status).toBe(status);
      expect(calls).toEqual([]);
      for (const init of [{}, { method: 'POST', body: 'List-Unsubscribe=One-Click' }, { headers: { purpose: 'x' } }]) {
        expect((await ask(link, init)).status).toBe(status);
        expect(calls.splice(0)).not.toEqual([]);
      }
    }
    await own.stop();
  });
});

describe('an unexpected error', () => {
  it('is reported with an id of the server, whatever id the client sends', async () => {
    const broken = await startHttp({
      dice: { totals: () => Promise.reject(new Error('no')) },
      cronKey: 'open sesame',
      daily: { run: () => Promise.reject(new Error('no')) },
    });
    const headers = { 'x-request-id': 'mine', traceparent: '00-mine-mine-00' };
    const ids: (string | null)[] = [];
    for (const [path, method] of [
      ['/api/fairness', 'GET'],
      ['/api/fairness', 'GET'],
      ['/api/cron/daily?key=open%20sesame', 'POST'],
    ] as const) {
      const response = await broken.get(path, { method, headers });
      expect(response.status, path).toBe(500);
      ids.push(response.headers.get('x-request-id'));
    }
    expect(ids).toEqual(broken.reported.map(({ request }) => request.reqId));
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(broken.reported.at(-1)?.request.path).toBe('/api/cron/daily');
    await broken.stop();
  });

  it('is answered without details, and reported with the id that the client got', async () => {
    const broken = await startHttp({
      health: () => {
        throw new Error('the password is 1234');
      },
    });
    const response = await broken.get('/healthz');
    expect([response.status, await response.text()]).toEqual([500, 'internal error']);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
    expectSecurityHeaders(response.headers);
    expect(broken.reported).toHaveLength(1);
    expect(broken.reported[0]?.request).toEqual({
      reqId: response.headers.get('x-request-id'),
      method: 'GET',
      path: '/healthz',
    });
    expect(String(broken.reported[0]?.error)).toContain('1234');
    await broken.stop();
  });

  it('may also be a rejected promise or not an Error', async () => {
    const records = {
      ...memoryRecords([]),
      recentIds: () => Promise.reject('no database'),
      gzip: () => Promise.reject(new Error('no')),
    };
    const broken = await startHttp({ records });
    for (const path of ['/api/records', `/records/${newestId}`]) {
      const response = await broken.get(path);
      expect([response.status, await response.text()], path).toEqual([500, 'internal error']);
    }
    expect(broken.reported).toHaveLength(2);
    await broken.stop();
  });

  it('is not reported when a client disconnects', async () => {
    const own = await startHttp();
    const socket = connect(own.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('POST /healthz HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n012');
    await own.arrived();
    socket.destroy();
    await own.stop();
    expect(own.reported).toEqual([]);
  });
});
