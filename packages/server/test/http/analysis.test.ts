import { analysisPending, httpError } from '@anchor/wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { startHttp } from './kit.ts';

const progress = { done: 3, wanted: 9, running: true };
const pending = { ok: false, code: 'not-analysed', message: 'not yet', hint: 'wait', progress } as const;
const unknown = { ok: false, code: 'no-such-match', message: 'no such match', hint: '' } as const;
const asked: (readonly [string, string, number | null])[] = [];
let http: Awaited<ReturnType<typeof startHttp>>;
beforeAll(async () => {
  http = await startHttp({
    analyses: {
      async fast(match) {
        asked.push(['fast', match, null]);
        return match === 'unknown' ? unknown : { ok: true, value: '{"a":1}' };
      },
      async deep(match, waitMs = null) {
        asked.push(['deep', match, waitMs]);
        return match === 'judged' ? { ok: true, value: '{"a":1}' } : pending;
      },
      judged: async (match, report) => `${match} ${report}`,
      confirmed: async (match, report) => `confirmed ${match} ${report}`,
    },
  });
});
afterAll(() => http.stop());

it.each([
  ['', ['fast', 'm', null]],
  ['?deep=0', ['fast', 'm', null]],
  ['?deep=true', ['fast', 'm', null]],
  ['?deep=1', ['deep', 'm', null]],
  ['?deep=1&deep=0', ['deep', 'm', null]],
  ['?deep=1&wait=0', ['deep', 'm', null]],
  ['?deep=1&wait=-4', ['deep', 'm', null]],
  ['?deep=1&wait=x', ['deep', 'm', null]],
  ['?deep=1&wait=5', ['deep', 'm', 5000]],
  ['?deep=1&wait=500', ['deep', 'm', 20_000]],
])('%s requests %j', async (query, expected) => {
  asked.length = 0;
  await http.get(`/api/analysis/m${query}`);
  expect(asked).toEqual([expected]);
});

it.each(['GET', 'POST', 'PUT'])('answers %s with the stored report', async (method) => {
  const response = await http.get('/api/analysis/m', { method });
  expect([response.status, await response.text()]).toEqual([200, '{"a":1}']);
  expect(response.headers.get('content-type')).toMatch('application/json');
  expect(response.headers.get('cache-control')).toBe('no-store');
});

it.each([
  ['?deep=1&judgements=1', 'judged {"a":1}'],
  ['?deep=1&confirmed=1', 'confirmed judged {"a":1}'],
  ['?confirmed=1', '{"a":1}'],
  ['?deep=1&judgements=0', '{"a":1}'],
  ['?deep=1', '{"a":1}'],
  ['?judgements=1', '{"a":1}'],
])('%s answers with %s', async (query, expected) => {
  expect(await (await http.get(`/api/analysis/judged${query}`)).text()).toBe(expected);
});

it('answers 404 for an unknown match', async () => {
  const response = await http.get('/api/analysis/unknown');
  expect([response.status, z.parse(httpError, await response.json())]).toEqual([404, { error: 'no such match' }]);
});

it('answers 503 with a hint and the progress', async () => {
  const response = await http.get('/api/analysis/m?deep=1');
  expect(response.status).toBe(503);
  expect(z.parse(analysisPending, await response.json())).toEqual({ error: 'not yet', hint: 'wait', progress });
});
