import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../storage/folders.ts';
import { sendRaw, startHttp } from './kit.ts';

let http: Awaited<ReturnType<typeof startHttp>>;
let own: ReturnType<typeof temporaryFolder>;
beforeEach(async () => {
  own = temporaryFolder();
  http = await startHttp({ operatorFolder: join(own.path, 'public') });
});
afterEach(async () => {
  await http.stop();
  own.remove();
});

/** The head of the response without the date, and its body. */
async function ask(path: string, { method = 'GET', headers = {} } = {}) {
  const lines = Object.entries({ host: 'x', connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const answer = await sendRaw(http.port, `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  const [head = '', ...body] = answer.split('\r\n\r\n');
  return {
    head: head
      .replace(/^date: .*\r\n/im, '')
      .toLowerCase()
      .split('\r\n')
      .sort(),
    body: body.join('\r\n\r\n'),
  };
}

describe('a file that may be asked for again', () => {
  const painted = { pictures: { at: async () => ({ png: new Uint8Array([1, 2, 3]) }) } };
  it.each([
    '/',
    '/index.html',
    '/privacy.html',
    '/assets/main.js',
    '/icon.svg',
    '/src/rules/index.js',
    '/packages/bg-worker.tgz',
    '/pictures/board.png',
  ])('H4.8g %s has a validator, and is not sent again to a client that has it', async (path) => {
    await http.stop();
    http = await startHttp(painted);
    const first = await http.get(path);
    expect([first.status, (await first.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
    const tag = first.headers.get('etag');
    const modified = first.headers.get('last-modified');
    const having = tag ? { 'if-none-match': tag } : { 'if-modified-since': modified ?? 'never' };
    for (const method of ['GET', 'HEAD']) {
      const { head, body } = await ask(path, { method, headers: having });
      expect([head.includes('http/1.1 304 not modified'), body]).toEqual([true, '']);
      expect(head).toContain(`cache-control: ${first.headers.get('cache-control')}`);
    }
    const other = tag ? { 'if-none-match': '"another"' } : { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' };
    expect((await ask(path, { headers: other })).head).toContain('http/1.1 200 ok');
  });

  it('H4.8h a module that is built again is sent with its new content and another tag', async () => {
    const file = join(own.path, 'rules.js');
    await http.stop();
    http = await startHttp({ modules: { rules: file } });
    const seen = new Set<string | null>();
    for (const [seconds, text] of ['export const a = 1;', 'export const a = 2;'].entries()) {
      expect((await http.get('/src/met/index.js')).status).toBe(404);
      writeFileSync(file, text);
      utimesSync(file, seconds, seconds);
      const answer = await http.get('/src/rules/index.js');
      expect(await answer.text()).toBe(text);
      seen.add(answer.headers.get('etag'));
    }
    expect(seen.size).toBe(2);
    rmSync(file);
    expect((await http.get('/src/rules/index.js')).status).toBe(404);
  });
});

describe('a cached file of the page', () => {
  const wishes = ['gzip', 'gzip, deflate, br', 'br;q=0.1, identity', 'identity, br;q=0', '*'];
  const browsers = [{}, ...wishes.map((wanted) => ({ 'accept-encoding': wanted }))];
  const paths = ['/', '/icon.svg', '/assets/main.js', '/assets/small.js', '/%69con.svg'];

  it.each(paths)('%s is answered like the first time, in a coding that the client accepts', async (path) => {
    for (const headers of browsers) {
      const first = await ask(path, { headers });
      expect(first.head).toContain('http/1.1 200 ok');
      expect(await ask(path, { headers })).toEqual(first);
    }
  });

  it.each(paths)('%s has no body for HEAD, cached or not', async (path) => {
    const first = await ask(path, { method: 'HEAD' });
    const whole = await ask(path);
    expect(first).toEqual({ head: whole.head, body: '' });
    expect(await ask(path, { method: 'HEAD' })).toEqual(first);
  });

  it('is not sent again to a client that has it', async () => {
    const modified = (await ask('/icon.svg')).head.find((line) => line.startsWith('last-modified: ')) ?? '';
    const headers = { 'if-modified-since': modified.slice('last-modified: '.length) };
    const { head, body } = await ask('/icon.svg', { headers });
    expect(head).toContain('http/1.1 304 not modified');
    expect(body).toBe('');
    expect(head).toContain('cache-control: public, max-age=86400');
    expect(head.some((line) => line.startsWith('content-type'))).toBe(false);
  });

  it('can only be read', async () => {
    await ask('/icon.svg');
    expect((await ask('/icon.svg', { method: 'POST' })).body).toBe('not found');
  });
});

describe('the file of the engine’s worker', () => {
  const ENGINE = '/assets/engine-4f_-Ab0z.js';
  const strict = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline';";
  const withWasm = strict.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'");
  const policiesOf = (head: readonly string[]) =>
    head.flatMap((line) =>
      line.startsWith('content-security-policy: ') ? [line.slice('content-security-policy: '.length)] : [],
    );

  it('EW1 is the only answer whose policy admits WebAssembly, in each coding, the first time and from memory', async () => {
    const codings = ['identity', 'gzip', 'br'];
    for (const headers of [...codings, ...codings].map((coding) => ({ 'accept-encoding': coding })))
      for (const method of ['GET', 'HEAD']) {
        const [policy, ...more] = policiesOf((await ask(ENGINE, { method, headers })).head);
        expect([more, policy?.startsWith(withWasm)]).toEqual([[], true]);
        expect(policy).not.toContain("'unsafe-eval'");
      }
    const missing = ['/assets/engine-missing1.js', `${ENGINE}/`, `/${ENGINE}`, '/engine-4f_-Ab0z.js', '/api/nothing'];
    const others = [
      '/assets/engine-4f_-Ab0z.html',
      '/assets/engine.js',
      '/assets/other/engine-1.js',
      '/assets/main.js',
      '/',
    ];
    for (const path of [...missing, ...others]) {
      const [policy, ...more] = policiesOf((await ask(path)).head);
      expect([path, more, policy?.startsWith(strict)]).toEqual([path, [], true]);
    }
  });

  it('EW2 has its policy when it is not sent again, so that a kept copy has it too', async () => {
    const modified = (await ask(ENGINE)).head.find((line) => line.startsWith('last-modified: ')) ?? '';
    const headers = { 'if-modified-since': modified.slice('last-modified: '.length) };
    const { head } = await ask(ENGINE, { headers });
    expect(head).toContain('http/1.1 304 not modified');
    expect(policiesOf(head).map((policy) => policy.startsWith(withWasm))).toEqual([true]);
  });

  it('EW3 has the usual policy when the operator replaces it', async () => {
    mkdirSync(join(own.path, 'public/assets'), { recursive: true });
    writeFileSync(join(own.path, `public${ENGINE}`), 'of the operator');
    const { head, body } = await ask(ENGINE);
    expect(body).toBe('of the operator');
    expect(policiesOf(head).map((policy) => policy.startsWith(strict))).toEqual([true]);
  });
});

describe('a file of the operator', () => {
  const put = (name: string, text: string | Buffer) => {
    mkdirSync(join(own.path, 'public'), { recursive: true });
    writeFileSync(join(own.path, 'public', name), text);
  };

  it('is served at once when it appears, changes or goes', async () => {
    const page = (await ask('/privacy.html')).body;
    put('privacy.html', 'of the operator');
    expect((await ask('/privacy.html')).body).toBe('of the operator');
    put('privacy.html', 'another');
    expect((await ask('/%70rivacy.html')).body).toBe('another');
    rmSync(join(own.path, 'public'), { recursive: true });
    expect((await ask('/privacy.html')).body).toBe(page);
  });

  it('may exist in compressed form only', async () => {
    put('notice.txt.br', brotliCompressSync('compressed'));
    const response = await http.get('/notice.txt', { headers: { 'accept-encoding': 'br' } });
    expect([response.headers.get('content-encoding'), await response.text()]).toEqual(['br', 'compressed']);
    expect((await http.get('/notice.txt', { headers: { 'accept-encoding': 'identity' } })).status).toBe(404);
  });

  it('is revalidated each time if it is a page, in any form', async () => {
    put('terms.html.gz', gzipSync('packed'));
    put('terms.html.br', brotliCompressSync('packed'));
    for (const encoding of ['gzip', 'br']) {
      const response = await http.get('/terms.html', { headers: { 'accept-encoding': encoding } });
      expect([response.headers.get('content-encoding'), response.headers.get('cache-control')]).toEqual([
        encoding,
        'no-cache',
      ]);
    }
  });

  it('is not a folder: a path in neither folder is missing', async () => {
    put('terms', 'a file');
    expect((await ask('/terms/x.html')).head).toContain('http/1.1 404 not found');
    expect((await ask(`/${'x'.repeat(300)}`)).head).toContain('http/1.1 404 not found');
  });
});
