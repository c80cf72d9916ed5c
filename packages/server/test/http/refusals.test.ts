import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shortenEncodings } from '../../src/http/encodings.ts';
import { health, memoryRecords, pageText, sendRaw, startHttp } from './kit.ts';

type Http = Awaited<ReturnType<typeof startHttp>>;

let http: Http;
beforeAll(async () => {
  http = await startHttp({}, (request, socket) => socket.end(`yours: ${request.url}`));
});
afterAll(async () => {
  expect(http.reported).toEqual([]);
  await http.stop();
});

const named = ['content-security-policy', 'x-content-type-options', 'referrer-policy', 'x-frame-options'];

/** Head and body of the response. */
function parted(answer: string): { readonly status: number; readonly head: string; readonly body: string } {
  const [head = '', ...body] = answer.split('\r\n\r\n');
  return { status: Number(answer.split(' ')[1]), head: head.toLowerCase(), body: body.join('\r\n\r\n') };
}

async function ask(text: string | Buffer, server: Http = http) {
  const answer = parted(await sendRaw(server.port, text));
  for (const name of named) expect(answer.head, `${answer.status}`).toContain(`\r\n${name}: `);
  expect(answer.head).not.toContain('strict-transport-security');
  return answer;
}

const request = (line: string, headers: readonly string[] = [], body = '') =>
  [`${line} HTTP/1.1`, 'host: x', ...headers, '', body].join('\r\n');
const upgrading = (protocol: string, ...more: readonly string[]) => [
  'connection: Upgrade, HTTP2-Settings',
  `upgrade: ${protocol}`,
  'http2-settings: AAMAAABkAAQAoAAAAAIAAAAA',
  ...more,
];

describe('a request with two hosts', () => {
  it.each([
    ['plain', []],
    ['to upgrade to our protocol', upgrading('websocket')],
    ['to upgrade to an unknown one', upgrading('h2c')],
  ])('HS3 %s is refused', async (_, headers) => {
    for (const second of ['host: y', 'Host: x', 'HOST:'])
      for (const path of ['/', '/healthz', '/ws'])
        expect(await ask(request(`GET ${path}`, [...headers, second]))).toMatchObject({ status: 400 });
    expect((await ask(request('GET /healthz', ['x-host: y', 'connection: close']))).status).toBe(200);
  });
});

describe('an upgrade to an unknown protocol', () => {
  it.each(['h2c', 'websocket', 'h2c, websocket', 'TLS/1.0', 'x', ',', '%00'])(
    '`%s` is disregarded by a route',
    async (protocol) => {
      const { status, head, body } = await ask(request('GET /healthz', upgrading(protocol)));
      expect([status, JSON.parse(body)]).toEqual([200, health]);
      expect(head).toContain('\r\nconnection: close');
    },
  );

  it('is ignored by files, and by missing or refused paths', async () => {
    expect(await ask(request('GET /', upgrading('h2c')))).toMatchObject({ status: 200, body: pageText });
    for (const [path, status] of [
      ['/nowhere', 404],
      ['/ws/', 404],
      ['/ws/..', 400],
      ['/wsx', 404],
    ] as const)
      expect(await ask(request(`GET ${path}`, upgrading('websocket')))).toMatchObject({ status });
  });

  it('is ignored with a body that arrives with the head or later', async () => {
    const head = request('POST /api/login-claim', upgrading('h2c', 'content-length: 13'));
    const whole = parted(await sendRaw(http.port, `${head}{"token":"x"}`));
    expect(whole).toMatchObject({ status: 400, body: expect.stringContaining('expired') });
    const inParts = parted(await sendRaw(http.port, head, '{"token"', ':"x"}'));
    expect(inParts).toMatchObject({ status: 400, body: expect.stringContaining('expired') });
  });

  it('at /ws is only accepted for a WebSocket', async () => {
    const headers = ['connection: upgrade', 'upgrade: WebSocket'];
    expect(await sendRaw(http.port, request('GET /ws', headers))).toBe('yours: /ws');
    expect(await sendRaw(http.port, request('GET /ws?x=1', headers))).toBe('yours: /ws?x=1');
    expect(await ask(request('GET /ws', upgrading('h2c')))).toMatchObject({ status: 404, body: 'not found' });
    expect(await ask(request('POST /ws', headers))).toMatchObject({ status: 404 });
  });

  it('does not mix with an earlier response in progress', async () => {
    const records = { ...memoryRecords([]), recentIds: () => new Promise<never>(() => undefined) };
    const slow = await startHttp({ records }, () => expect.unreachable());
    const two = request('GET /api/records') + request('GET /ws', ['connection: upgrade', 'upgrade: websocket']);
    expect(await sendRaw(slow.port, two)).toBe('');
    await slow.stop();
  });
});

describe('responses before any route have the security headers too', () => {
  it.each([
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
    ['two lengths', request('POST /', ['content-length: 1', 'content-length: 2']), 400],
    ['a length and chunks', request('POST /', ['content-length: 1', 'transfer-encoding: chunked']), 400],
    ['a head of 17 KB', request('GET /', [`x: ${'a'.repeat(17_000)}`]), 431],
    ['a target of 17 KB', request(`GET /${'a'.repeat(17_000)}`), 431],
    ['an expectation', request('GET /', ['expect: a miracle']), 417],
    ['a tunnel', 'CONNECT x:443 HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    [
      'a HEAD with two lengths, whose answer has no body',
      request('HEAD /', ['content-length: 1', 'content-length: 2']),
      400,
    ],
    ['a HEAD with an expectation, whose answer has no body', request('HEAD /', ['expect: a miracle']), 417],
  ])('%s', async (_, text, status) => {
    const answer = await ask(text);
    expect(answer).toMatchObject({ status });
    if (text.startsWith('HEAD ')) expect(answer.body).toBe('');
  });

  it('an endless head', async () => {
    const own = await startHttp({}, undefined, { headersTimeout: 100, connectionsCheckingInterval: 10 });
    expect(await ask('GET / HTTP/1.1\r\nhost: x\r\n', own)).toMatchObject({ status: 408 });
    await own.stop();
  });

  it('an HTTP/1.0 client needs no Host header', async () => {
    expect(await ask('GET /healthz HTTP/1.0\r\n\r\n')).toMatchObject({ status: 200 });
  });
});

describe('accept-encoding', () => {
  const accepting = (...values: readonly string[]) =>
    ask(request('GET /assets/main.js', ['connection: close', ...values.map((value) => `accept-encoding: ${value}`)]));

  it.each(['identity;q=0', '*;q=0', 'identity;q=0, *;q=0', 'compress', '', ',', ';', 'gzip;q=x', 'gzip;q=0, br;q=0.0'])(
    'that fits nothing is disregarded: `%s`',
    async (value) => {
      const { status, head, body } = await accepting(value);
      expect(status).toBe(200);
      expect(head).not.toContain('content-encoding');
      expect(body).toContain('long enough');
    },
  );

  it.each([
    ['gzip', 'gzip;q=1'],
    ['gzip, deflate, br, zstd', 'br;q=1, gzip;q=1'],
    ['GZIP ; Q=0.5 , br;q=0', 'gzip;q=0.5'],
    ['br;q=0.1, identity', 'identity'],
    ['identity;q=0, gzip', 'gzip;q=1'],
    ['*', 'br;q=1, gzip;q=1'],
    ['*;q=0.3, br;q=0', 'gzip;q=0.3'],
    [`${'a,'.repeat(8_000)}gzip`, 'identity'],
  ])('`%s` is read as `%s`', (written, read) => {
    const headers = { 'accept-encoding': written };
    shortenEncodings(headers);
    expect(headers).toEqual({ 'accept-encoding': read });
  });

  it('stays absent if absent', () => {
    const headers = {};
    shortenEncodings(headers);
    expect(headers).toEqual({});
  });

  it('may have several lines', async () => {
    const answer = await sendRawBytes(
      request('GET /assets/main.js', ['connection: close', 'accept-encoding: br;q=0', 'accept-encoding: gzip']),
    );
    const at = answer.indexOf('\r\n\r\n') + 4;
    expect(answer.subarray(0, at).toString().toLowerCase()).toContain('content-encoding: gzip');
  });
});

function sendRawBytes(text: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect(http.port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks)));
    socket.write(text);
  });
}
