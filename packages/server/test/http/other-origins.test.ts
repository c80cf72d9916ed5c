import { type HttpRoute, httpRoutes } from '@anchor/wire';
import { afterEach, describe, expect, it } from 'vitest';
import { RequestLimiter } from '../../src/http/request-limiter.ts';
import { FairQueue } from '../../src/shared/fair-queue.ts';
import { sendRaw, startHttp } from './kit.ts';

type Changes = Parameters<typeof startHttp>[0];

let http: Awaited<ReturnType<typeof startHttp>>;
afterEach(() => http.stop());
const serve = async (changes: Changes = {}) => {
  http = await startHttp({ workerKeys: ['k'], ...changes });
};

const ORIGIN = 'https://elsewhere.example';
/** The answer to a page of another origin, and the origins that may read it. */
async function ask(path: string, init: RequestInit = {}) {
  const response = await http.get(path, { ...init, headers: { origin: ORIGIN, ...init.headers } });
  await response.body?.cancel();
  return {
    status: response.status,
    headers: response.headers,
    readers: response.headers.get('access-control-allow-origin'),
  };
}
const preflight = (path: string, method = 'GET') =>
  ask(path, {
    method: 'OPTIONS',
    headers: {
      'access-control-request-method': method,
      'access-control-request-headers': 'x-worker-key, if-none-match',
    },
  });

const pathOf = ({ path }: HttpRoute) => path.replace(/[:*]\w+/, 'unknown-match-1').replace(/[{}]/g, '');
const routes: readonly HttpRoute[] = Object.values(httpRoutes);
/** The rule of the interface of HTTP, written without the code that follows it. */
const isOpen = ({ path, bucket }: HttpRoute) =>
  bucket === 'read' || bucket === 'analysis' || /^\/(?:records|log|src|packages)\//.test(path);
const files = [
  ['/src/rules/index.js', true],
  ['/src/nothing.js', true],
  ['/packages/bg-worker.tgz', true],
  ['/packages/none.tgz', true],
  ['/records/short.json', true],
  ['/log/nothing', true],
  ['/', false],
  ['/index.html', false],
  ['/assets/main.js', false],
  ['/icon.svg', false],
  ['/leaderboard', false],
  ['/src', false],
  ['/recordsx', false],
  ['/api/nothing', false],
  ['/pictures/nothing.png', false],
] as const;
const all = [...routes.map((route) => [pathOf(route), isOpen(route)] as const), ...files];

describe('a page of another origin', () => {
  it('XO1 may read what the table of routes opens, and nothing else', async () => {
    await serve();
    for (const [path, mayRead] of all)
      for (const method of ['GET', 'POST', 'HEAD', 'OPTIONS'])
        expect([method, path, (await ask(path, { method })).readers]).toEqual([method, path, mayRead ? '*' : null]);
    expect((await ask('/api/%6Ceaderboard')).readers).toBe('*');
    const closed = routes.filter((route) => !isOpen(route)).map(({ path }) => path);
    expect(closed.toSorted()).toEqual([
      '/api/cron/daily',
      '/api/login-claim',
      '/email/again',
      '/email/never',
      '/email/unsubscribe',
      '/email/verify',
      '/healthz',
      '/worker/acquire',
      '/worker/status',
      '/worker/submit',
    ]);
  });

  it('XO2 may send headers of its own where it may read, also if its address may ask no more', async () => {
    const limiter = new RequestLimiter({ read: 1, write: 1, analysis: 1 });
    await serve({ limiter });
    for (const round of [1, 2])
      for (const [path, mayRead] of all) {
        const { status, headers, readers } = await preflight(path);
        const permission = ['methods', 'headers'].map((name) => headers.get(`access-control-allow-${name}`));
        const seconds = headers.get('access-control-max-age');
        if (mayRead)
          expect([path, status, readers, ...permission, seconds]).toEqual([path, 204, '*', 'GET, HEAD', '*', '86400']);
        else
          expect([path, status === 204, readers, ...permission, seconds]).toEqual([
            path,
            false,
            null,
            null,
            null,
            null,
          ]);
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        if (round === 1) await ask('/api/records');
      }
    expect((await ask('/api/records')).status).toBe(429);
    const climbing = 'OPTIONS /records/%2e%2e/x HTTP/1.0\r\naccess-control-request-method: GET\r\n\r\n';
    expect(await sendRaw(http.port, climbing)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('XO3 may read why it is refused', async () => {
    const limits = { read: 1, write: 1, analysis: 1 };
    await serve({ limiter: new RequestLimiter(limits) });
    await ask('/api/records');
    const limited = await ask('/api/records');
    expect([limited.status, limited.readers]).toEqual([429, '*']);
    expect(limited.headers.get('access-control-expose-headers')).toContain('retry-after');
    const long = await ask(`/api/fairness?${'x'.repeat(2_000)}`);
    expect([long.status, long.readers]).toEqual([400, '*']);
    const large = await ask('/api/keys/a', { method: 'POST', body: new Uint8Array(1_100_000) });
    expect([429, 413]).toContain(large.status);
    expect(large.readers).toBe('*');
    await http.stop();

    await serve({ banOf: () => ({ what: 'address', until: null, reason: null }) });
    const banned = await ask('/api/records');
    expect([banned.status, banned.readers]).toEqual([403, '*']);
    await http.stop();

    await serve({ dice: { totals: () => Promise.reject(new Error('away')) } });
    const failed = await ask('/api/fairness');
    expect([failed.status, failed.readers]).toEqual([500, '*']);
    expect((await ask('/api/login-claim')).readers).toBe(null);
    await http.stop();

    const full = new FairQueue({ atOnce: 1, most: 0, worked: () => performance.now() });
    full.turn = async () => null;
    await serve({ fairQueue: full });
    const busy = await ask('/api/fairness');
    expect([busy.status, busy.readers]).toEqual([503, '*']);
    expect([(await ask('/email/verify')).status, (await ask('/email/verify')).readers]).toEqual([503, null]);
  });
});
