import { type HttpRoute, httpRoutes } from '@anchor/wire';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathIn } from '../../src/http/request.ts';
import { RequestLimiter } from '../../src/http/request-limiter.ts';
import { header, record } from '../storage/fixtures.ts';
import { memoryRecords, sendRaw, startHttp } from './kit.ts';

const one = record(header(), 1);
const kept = { record: one, row: { record: one, finishedAt: 1, ratings: null } };
const { id } = kept.record.header;
const routes: readonly HttpRoute[] = Object.values(httpRoutes);
/** A path of the route. */
const pathOf = ({ path }: HttpRoute, parameter = id) => path.replace(/[:*]\w+/, parameter).replace(/[{}]/g, '');

const taken: string[] = [];
const limiter = new RequestLimiter({ read: 10_000, write: 10_000, analysis: 10_000 });
let http: Awaited<ReturnType<typeof startHttp>>;
beforeAll(async () => {
  const take = limiter.take.bind(limiter);
  limiter.take = (bucket, address) => {
    taken.push(bucket);
    return take(bucket, address);
  };
  const status = { depth: 0, queued: 0, served: 0, dropped: 0, rejected: 0, workers: 0 };
  http = await startHttp({
    limiter,
    records: memoryRecords([kept]),
    workerApi: {
      acquire: async () => ({ ok: true, value: { jobs: [] } }),
      submit: async () => ({ answer: { ok: true, accepted: 0 }, reasons: [] }),
      status: async () => ({
        ...status,
        cache: { hits: 0, misses: 0, hitRate: 0 },
        annotations: { hits: 0, misses: 0, coalesced: 0, hitRate: 0 },
        engineId: 'engine-1',
        strict: false,
        signedOnly: false,
        serverKey: 'ab'.repeat(32),
        canaries: { checked: 0, missed: 0, ignoredWorkers: 0 },
      }),
    },
  });
});
afterAll(() => http.stop());

/** The answer to a path, and the bucket that counted the request. */
async function ask(path: string, method = 'GET') {
  taken.length = 0;
  const response = await http.get(path, { method });
  return { status: response.status, text: await response.text(), buckets: [...taken] };
}

const encoded = (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
const PLAIN = [...'ABCXYZabcxyz019-._~'];

describe('percent-encoding in a path', () => {
  it.each(routes.map((route) => [route.path, route] as const))(
    'HP1 of letters, digits, dots and dashes does not change the answer or bucket of %s',
    async (_, route) => {
      const path = pathOf(route);
      const method = route.method === 'POST' ? 'POST' : 'GET';
      const plain = await ask(path, method);
      expect(plain.buckets).toEqual(route.bucket ? [route.bucket] : []);
      const all = path.replace(/[^/]/g, encoded);
      const first = path.replace(/[a-z]/, encoded);
      for (const written of [all, first, all.toUpperCase()]) expect(await ask(written, method), written).toEqual(plain);
    },
  );

  it('HP2 decodes nothing twice, and decodes every other code as before', () => {
    const part = fc.oneof(
      fc.constantFrom('a', '/', '.', '~', '2', '5', 'f'),
      fc.nat(255).map((code) => `%${code.toString(16).padStart(2, '0')}`),
      fc.constantFrom('%25', '%2525', '%32', '%2F', '%5C'),
    );
    const read = (path: string) => {
      try {
        return decodeURIComponent(path);
      } catch {
        return null;
      }
    };
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const path = parts.join('');
        expect(read(pathIn(path))).toBe(read(path));
        expect(pathIn(path)).not.toMatch(/%(?:61|41|2e|2d|5f|7e|30)/i);
        expect(pathIn(pathIn(path))).toBe(pathIn(path));
      }),
      { numRuns: 5_000 },
    );
    for (const character of PLAIN) expect(pathIn(`/${encoded(character)}?%61`)).toBe(`/${character}`);
  });

  it('HP3 opens no other folder, route or player', async () => {
    // Raw, because `fetch` resolves them itself.
    for (const path of ['/%2e%2e/outside.txt', '/records/%2E./x', '/%2e%2E', '/.%2e/', '/%2%36'])
      expect(await sendRaw(http.port, `GET ${path} HTTP/1.0\r\n\r\n`), path).toMatch(/^HTTP\/1\.1 400 /);
    for (const path of ['/%25%36%38ealthz', '/%2568ealthz', '/api%2fleaderboard', '/%252e%252e/outside.txt'])
      expect((await ask(path)).status, path).not.toBe(200);
    expect((await ask(`/records/%25${id.charCodeAt(0).toString(16)}${id.slice(1)}`)).status).toBe(404);
  });
});

it('HP4 an empty parameter is answered in the format of its route', async () => {
  const named = routes.filter(({ path }) => /[:*]/.test(path));
  expect(named.length).toBeGreaterThan(5);
  for (const route of named) {
    const missing = route.answers[404]?.body;
    const { status, text, buckets } = await ask(pathOf(route, ''));
    expect([route.path, status, buckets]).toEqual([route.path, 404, route.bucket ? [route.bucket] : []]);
    if (missing && 'json' in missing) expect(JSON.parse(text)).toEqual({ error: expect.any(String) });
    else expect(text).toBe('not found');
  }
});
