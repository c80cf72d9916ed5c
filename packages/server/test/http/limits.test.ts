import { type HttpRoute, httpError, httpRoutes } from '@anchor/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { RequestLimiter } from '../../src/http/request-limiter.ts';
import { sendRaw, startHttp } from './kit.ts';

const limits = { read: 3, write: 2, analysis: 1 };

let http: Awaited<ReturnType<typeof startHttp>>;
let limiter: RequestLimiter;
beforeEach(async () => {
  limiter = new RequestLimiter(limits);
  http = await startHttp({ limiter, trustProxy: true });
});
afterEach(() => http.stop());

const from = (address: string, path = '/api/records') => http.get(path, { headers: { 'x-forwarded-for': address } });
const statuses = async (address: string, path: string, count: number) => {
  const all: number[] = [];
  for (let n = 0; n < count; n++) all.push((await from(address, path)).status);
  return all;
};

describe('too many requests of one address', () => {
  it('LM1 are refused with the security headers and the time to wait', async () => {
    expect(await statuses('192.0.2.1', '/api/records', 3)).toEqual([200, 200, 200]);
    const refused = await from('192.0.2.1');
    expect(refused.status).toBe(429);
    expect(z.parse(httpError, await refused.json()).error).toMatch(/too many requests/);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused.headers.get('content-security-policy')).toMatch(/^default-src 'self'/);
    expect(refused.headers.get('x-content-type-options')).toBe('nosniff');
    expect(refused.headers.get('referrer-policy')).toBe('no-referrer');
    expect(refused.headers.get('x-frame-options')).toBe('DENY');
    expect(refused.headers.get('cache-control')).toBe('no-store');
  });

  it('LM2 are counted together for all routes of a bucket, and separately per bucket', async () => {
    expect(await statuses('192.0.2.2', '/api/matches', 2)).toEqual([200, 200]);
    expect(await statuses('192.0.2.2', '/api/leaderboard', 2)).toEqual([200, 429]);
    expect(await statuses('192.0.2.2', '/api/analysis/none', 2)).toEqual([404, 429]);
  });

  it('LM2a are never too many on routes without a bucket, nor for files', async () => {
    for (const path of ['/healthz', '/worker/status', '/email/verify', '/', '/no-such-file'])
      expect(await statuses('192.0.2.2', path, 20)).not.toContain(429);
  });

  it('LM3 do not affect others; addresses in one IPv6 network count as one', async () => {
    expect(await statuses('2001:db8:1:2::1', '/api/records', 4)).toEqual([200, 200, 200, 429]);
    expect((await from('2001:db8:1:2:ffff::9')).status).toBe(429);
    expect((await from('2001:db8:1:3::1')).status).toBe(200);
    expect((await from('198.51.100.1')).status).toBe(200);
  });

  it('LM4 are refused before their body is read', async () => {
    const claim = () => http.get('/api/login-claim', { method: 'POST', headers: { 'x-forwarded-for': '192.0.2.4' } });
    for (let n = 0; n < 2; n++) await claim();
    const head = 'POST /api/login-claim HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 192.0.2.4\r\nconnection: close\r\n';
    expect(await sendRaw(http.port, `${head}content-length: 1000\r\n\r\n`)).toMatch(/^HTTP\/1\.1 429 /);
  });

  it('LM5 are counted by bucket and address, and the health report shows how many', async () => {
    expect(limiter.keys).toBe(0);
    await statuses('192.0.2.5', '/api/records', 2);
    await statuses('192.0.2.5', '/api/analysis/none', 1);
    await statuses('192.0.2.6', '/api/analysis/none', 1);
    expect(limiter.keys).toBe(3);
  });

  it('LM9 are answered for the health report, whose requests wait for no counter', async () => {
    const hanging = new RequestLimiter(limits);
    hanging.take = () => new Promise(() => undefined);
    await http.stop();
    http = await startHttp({ limiter: hanging, trustProxy: true });
    expect(await statuses('192.0.2.7', '/healthz', 20)).toEqual(Array(20).fill(200));
  });

  it('LM8 are limited on every route under /api/ by a bucket of its kind', () => {
    const all: readonly HttpRoute[] = Object.values(httpRoutes);
    const unlimited = all.filter(({ path, bucket }) => path.startsWith('/api/') && bucket === undefined);
    expect(unlimited).toEqual([]);
  });
});
