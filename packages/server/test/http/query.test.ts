import { once } from 'node:events';
import { createServer } from 'node:http';
import { httpError } from '@anchor/wire';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { forbidParsedQuery, MAX_PATH_BYTES, MAX_QUERY_BYTES, MAX_QUERY_PAIRS } from '../../src/http/request.ts';
import { startHttp } from './kit.ts';

let http: Awaited<ReturnType<typeof startHttp>>;
beforeAll(async () => {
  http = await startHttp({ cronKey: 'the key' });
});
afterAll(() => http.stop());

const pairs = (count: number) => Array.from({ length: count }, () => 'a').join('&');
const long = [
  ['7,700 equal names', 'a&'.repeat(7_700)],
  ['one byte too many', `t=${'x'.repeat(MAX_QUERY_BYTES - 1)}`],
  ['one pair too many', pairs(MAX_QUERY_PAIRS + 1)],
] as const;

describe('a long query', () => {
  for (const [what, query] of long) {
    it.each(['/api/leaderboard', '/api/puzzle', '/api/analysis/match_0123456789', '/worker/status', '/healthz'])(
      `of ${what} is refused with a code by %s`,
      async (path) => {
        const response = await http.get(`${path}?${query}`);
        expect(response.status).toBe(400);
        expect(z.parse(httpError, await response.json())).toMatchObject({ code: 'query-too-long' });
        expect(response.headers.get('cache-control')).toBe('no-store');
        expect(response.headers.get('x-frame-options')).toBe('DENY');
      },
    );

    it(`of ${what} is refused by mail links, files and the daily mailing`, async () => {
      for (const path of ['/email/verify', '/email/unsubscribe', '/email/never', '/email/again']) {
        const page = await http.get(`${path}?${query}`);
        expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
      }
      const file = await http.get(`/?${query}`);
      expect([file.status, await file.text()]).toEqual([400, 'query-too-long']);
      const daily = await http.get(`/api/cron/daily?key=the%20key&${query}`, { method: 'POST' });
      expect([daily.status, await daily.json()]).toMatchObject([400, { code: 'query-too-long' }]);
    });
  }

  it('is refused exactly above the limit', async () => {
    for (const query of [pairs(MAX_QUERY_PAIRS), `t=${'x'.repeat(MAX_QUERY_BYTES - 2)}`])
      expect((await http.get(`/healthz?${query}`)).status).toBe(200);
    expect(http.reported).toEqual([]);
  });
});

describe('a long path', () => {
  it('is refused; one that just fits is looked up', async () => {
    expect((await http.get(`/${'x'.repeat(MAX_PATH_BYTES - 1)}`)).status).toBe(404);
    for (const path of [`/${'x'.repeat(MAX_PATH_BYTES)}`, `/api/player/${'x'.repeat(14_000)}`]) {
      const response = await http.get(path);
      expect([response.status, await response.text()]).toEqual([400, 'bad path']);
    }
  });
});

describe('a value of the query', () => {
  it('is the first of several', async () => {
    const daily = (query: string) => http.get(`/api/cron/daily?${query}`, { method: 'POST' });
    expect((await daily('key=the+key&key=another')).status).toBe(200);
    expect((await daily('key=another&key=the+key')).status).toBe(403);
  });

  it('may be replaced by the header `x-cron-key`, which takes precedence', async () => {
    const daily = (query: string, key: string) =>
      http.get(`/api/cron/daily${query}`, { method: 'POST', headers: { 'x-cron-key': key } });
    expect((await daily('', 'the key')).status).toBe(200);
    expect((await daily('', 'another')).status).toBe(403);
    expect((await daily('?key=the+key', 'another')).status).toBe(403);
    expect((await daily('?key=the+key', '')).status).toBe(200);
  });
});

it('cannot be read with Koa’s own parser, not even by a library', async () => {
  const app = new Koa();
  forbidParsedQuery(app);
  app.silent = true;
  const seen: unknown[] = [];
  app.use((ctx) => {
    for (const read of [() => ctx.query, () => ctx.request.query])
      try {
        seen.push(read());
      } catch (error) {
        seen.push(String(error));
      }
    ctx.body = 'done';
  });
  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await (await fetch(`http://127.0.0.1:${port}/?a=1`)).text();
  server.close();
  expect(seen).toEqual(Array(2).fill('Error: ctx.query takes quadratic time: use queryValue'));
});
