import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { actsOnGet } from '../../src/http/account-answers.ts';
import { sendRaw, startHttp } from './kit.ts';

let http: Awaited<ReturnType<typeof startHttp>>;
let done: string[];
beforeEach(async () => {
  done = [];
  const act = (what: string) => async (token: string) => {
    if (token === 'good') done.push(what);
    return token === 'good';
  };
  http = await startHttp({
    mailStops: { stop: act('stop'), allow: act('allow'), isLink: (token) => token === 'good' },
  });
});
afterEach(() => http.stop());

const text = async (path: string, init?: RequestInit) => {
  const response = await http.get(path, init);
  return { status: response.status, text: await response.text(), headers: response.headers };
};

describe('the link that stops mails', () => {
  it('MN8 stops them by the POST of its page, and allows them again, with the way to the page', async () => {
    const stopped = await text('/email/never?t=good', { method: 'POST' });
    expect([stopped.status, done]).toEqual([200, ['stop']]);
    expect(stopped.text).toContain('href="/account/mails#t=good"');
    expect(stopped.headers.get('cache-control')).toBe('no-store');
    expect(stopped.headers.get('content-security-policy')).toContain("form-action 'none'");
    const allowed = await text('/email/again?t=good', { method: 'POST' });
    expect([allowed.status, done]).toEqual([200, ['stop', 'allow']]);
    expect(allowed.text).toContain('href="/account/mails#t=good"');
  });

  it('MN9 of another text is refused, and its text does not get into the page', async () => {
    for (const path of ['/email/never', '/email/again'])
      for (const token of ['', '?t=', '?t=bad', '?t=%22%3E%3Cscript%3E'])
        for (const method of ['GET', 'POST']) {
          const answer = await text(`${path}${token}`, { method });
          expect([answer.status, answer.text.includes('script>')]).toEqual([400, false]);
        }
    expect(done).toEqual([]);
  });

  it.each(['/email/never', '/email/again'])(
    'MN10 changes nothing by GET, HEAD, for a part or for a prefetch, which have the status of the POST: %s',
    async (path) => {
      const requests = [{}, { range: 'bytes=0-1' }, { 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }];
      for (const headers of requests) {
        const answer = await text(`${path}?t=good`, { headers });
        expect([answer.status, answer.text.includes('Nothing has changed')]).toEqual([200, true]);
        expect((await text(`${path}?t=bad`, { headers })).status).toBe(400);
      }
      const head = (token: string) =>
        sendRaw(http.port, `HEAD ${path}?t=${token} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
      expect(await head('good')).toMatch(/^HTTP\/1\.1 200 /);
      expect(await head('bad')).toMatch(/^HTTP\/1\.1 400 /);
      expect(done).toEqual([]);
    },
  );
});

it.each([
  ['GET', {}, true],
  ['POST', {}, true],
  ['HEAD', {}, false],
  ['OPTIONS', {}, false],
  ['GET', { range: 'bytes=0-' }, false],
  ['GET', { 'sec-purpose': 'prefetch' }, false],
  ['GET', { 'sec-purpose': 'prefetch;anonymous-client-ip' }, false],
  ['GET', { 'x-moz': 'prefetch' }, false],
  ['GET', { purpose: 'navigate' }, true],
] as const)('a %s request with %j acts: %s', (method, headers, acts) => {
  expect(actsOnGet({ method, headers })).toBe(acts);
});
