import type { Server } from 'node:http';
import { duplexPair } from 'node:stream';
import type { SeededRandom } from '@anchor/testkit/random';
import { decodeClient, httpRoutes, readServer } from '@anchor/wire';
import { parseRecordText } from 'bg-record';
import { parseMat, parseSgf } from 'bg-record/import';
import { maxBodyBytes } from '../../src/http/bodies.ts';
import { filled, made, type Target } from './search.ts';

/** The share of 16 KB that one part of a request may have. */
const HEAD_BYTES = 15_000;
const BODY_BYTES = 256 * 1024;
const FRAME_BYTES = 64 * 1024;
/** The largest match file of another program, and the largest .mat. */
const FILE_BYTES = 8_000_000;
const MAT_BYTES = 300_000;

/** Bounds of the processor time of one input, in milliseconds. The targets are a fifth of them; some machines are slower than ours. */
const HEAD_MS = 10;
const BODY_MS = 30;
const FRAME_MS = 1;
const FILE_MS = 2_000;

const ofHeads = [
  ...['a', 'a#', 'A', '0', '9', '-', '_', '.', '..', '/', '//', '\\', '~', '!', '*', '%', '%41', '%2f', '%e2%82%ac'],
  ...[',', ', ', ';', '; ', '=', '&', '&a', 'a=', '?', '#', '+', ':', '@', '|', '"', "'", '(', ')', '[', ']', '{', '}'],
  ...[' ', '\t', 'q=', ';q=0.5', ';q=0', '*/*', 'text/html', 'gzip', 'br', 'identity', 'W/"a"', 'bytes=', '0-1', '::'],
  ...[
    '1.2.3.4',
    'fe80:',
    'http://',
    'Mon, 01 Jan 2026',
    'no-cache',
    'chunked',
    'h2c',
    'websocket',
    '.json',
    'index.html',
  ],
];
const ofJson = [
  ...['{', '}', '[', ']', ',', ':', '"', '\\', '"a":', '"a#":', '"__proto__":', '"#":', '0', '#', '-1', '1e308', '0.'],
  ...[
    'true',
    'null',
    '""',
    '"a#"',
    '"\\u0041"',
    '"\\ud83c\\udfb2"',
    '"é"',
    ' ',
    '\n',
    '[0],',
    '[[]],',
    '{"a":0},',
    '{},',
  ],
  ...[
    '"type":',
    '"token":',
    '"results":',
    '"workerId":',
    '"key":',
    '"result":',
    '"events":',
    '"hops":',
    '{"key":"k","result":{}},',
  ],
];

/** A small value. `#` becomes a different number in each copy. */
function value(random: SeededRandom, depth = 0): string {
  const plain = ['0', '#', '-1', '1e308', '0.1', 'true', 'null', '""', '"a#"', '"\\u0041"', '"\\ud83c\\udfb2"', '"é"'];
  const kind = depth > 2 ? 0 : random.below(3);
  if (kind === 0) return random.pick(plain);
  const members = Array.from({ length: random.below(4) }, () => value(random, depth + 1));
  if (kind === 1) return `[${members.join()}]`;
  return `{${members.map((member, n) => `"${random.pick(['a', 'key', 'type', '__proto__', '#', 'a#'])}${n}":${member}`).join()}}`;
}

const kinds = [
  'act',
  'sync',
  'identify',
  'watch',
  'seek',
  'invite',
  'chat',
  'puzzle-attempt',
  'rename',
  'register',
  'match',
  'hello',
];
const members = [
  'token',
  'results',
  'events',
  'event',
  'header',
  'hops',
  'match',
  'id',
  'play',
  'engineId',
  'workerId',
  'sig',
];

/** Texts with many equal values in any member, and texts that are hardly JSON. */
function json(random: SeededRandom, most: number): string {
  if (random.next() < 0.3) return made(random, ofJson, most);
  const member = random.pick(members);
  const [open, close] = random.pick([
    ['', ''],
    [`{"type":"${random.pick(kinds)}","${member}":`, '}'],
    ['{"token":"t","workerId":"w","results":', '}'],
    ['{"token":"t","workerId":"w","results":[{"key":"k","result":', '}]}'],
    [`{"engineId":"e","workerId":"w","${member}":`, '}'],
    [`{"${member}":`, '}'],
    [`{"format":"bg-record/1","header":{"${member}":`, '}}'],
  ] as const);
  const room = most - open.length - close.length - 10;
  const shape = random.below(4);
  if (shape === 0) return `${open}[${filled(random, [`${value(random)},`], room)}0]${close}`;
  if (shape === 1)
    return `${open}{${filled(random, [`"${random.pick(['', 'a', '\\u0061'])}#":${value(random)},`], room)}"z":0}${close}`;
  if (shape === 2)
    return `${open}"${filled(random, ['a', '#', '\\n', '\\u0041', '\\ud83c\\udfb2', 'é', '🎲'], room)}"${close}`;
  const [opened, closed] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['[0,', ']'],
  ] as const);
  const depth = Math.floor(room / (opened.length + closed.length));
  return `${open}${opened.repeat(depth)}0${closed.repeat(depth)}${close}`;
}

/** The texts that parsers of JSON are slowest at, at their full length: deep ones, and ones with many members. */
function dearJson(length: number): string[] {
  const nested = (open: string, close: string) => {
    const depth = Math.floor(length / (open.length + close.length));
    return open.repeat(depth) + close.repeat(depth);
  };
  const listed = (open: string, element: (n: number) => string, close: string) => {
    const elements: string[] = [];
    for (let [n, left] = [0, length - 20]; left > 0; n++) {
      elements.push(element(n));
      left -= element(n).length + 1;
    }
    return open + elements.join() + close;
  };
  return [
    '['.repeat(length),
    nested('[', ']'),
    nested('{"a":', '}'),
    listed('{', (n) => `"a${n}":0`, '}'),
    listed('[', (n) => `{"a${n}":0}`, ']'),
    listed('[', () => '{}', ']'),
    listed('[', () => '[[[[[[[]]]]]]]', ']'),
  ];
}

/** Sends a request over an in-memory connection. Resolves to the status of the response when the server has closed. */
async function send(server: Server, text: string): Promise<number> {
  const [client, connection] = duplexPair();
  client.on('error', () => undefined);
  connection.on('error', () => undefined);
  const closed = new Promise((resolve) => client.once('close', resolve));
  let answer = '';
  client.on('data', (data) => {
    answer ||= String(data);
  });
  server.emit('connection', connection);
  // End the input, so that the server does not wait for more.
  client.end(Buffer.from(text, 'latin1'));
  const patience = setTimeout(() => client.destroy(new Error()), PATIENCE_MS);
  await closed;
  clearTimeout(patience);
  if (client.errored) throw new Error(`never answered: ${text.slice(0, 500)}`);
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);
}

/** Longer than any response takes. */
const PATIENCE_MS = 5_000;

const printable = (text: string) => text.replace(/[^\x21-\x7e]/g, '');
const ofOneLine = (text: string) => text.replace(/[^\t\x20-\x7e]/g, '');

let sent = 0;
/** A different address per request, so that no rate limit applies. */
function head(line: string, ...headers: readonly string[]): string {
  const n = ++sent;
  const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
  return [`${line} HTTP/1.1`, `x-forwarded-for: ${address}`, ...headers, 'connection: close', '\r\n'].join('\r\n');
}

const headers = [
  ...[
    'accept',
    'accept-encoding',
    'accept-language',
    'authorization',
    'cache-control',
    'content-encoding',
    'content-length',
  ],
  ...[
    'content-type',
    'cookie',
    'date',
    'expect',
    'forwarded',
    'host',
    'http2-settings',
    'if-match',
    'if-modified-since',
  ],
  ...['if-none-match', 'if-range', 'if-unmodified-since', 'origin', 'pragma', 'range', 'referer', 'te', 'trailer'],
  ...[
    'transfer-encoding',
    'upgrade',
    'user-agent',
    'via',
    'x-cron-key',
    'x-forwarded-for',
    'x-forwarded-proto',
    'x-worker-key',
  ],
];

/** Every part of a request to this server, which has the match `matchId`. */
export function httpTargets(server: Server, matchId: string): readonly Target[] {
  const part = (name: string, write: (text: string) => string): Target => ({
    name,
    most: HEAD_BYTES,
    mostMs: HEAD_MS,
    pieces: ofHeads,
    make: (random) => made(random, ofHeads, HEAD_BYTES),
    run: (text) => send(server, write(text)),
  });
  const get = (target: string, ...more: readonly string[]) => head(`GET ${target}`, 'host: x', ...more);
  const places = [
    '/',
    '/api/player/',
    '/api/keys/',
    '/api/analysis/',
    '/records/',
    '/log/tile/',
    '/src/',
    '/match/',
    '/assets/',
    '/ws',
  ];
  const routes = Object.values(httpRoutes).filter(({ path }) => !path.includes(':'));
  const read = ['/', `/records/${matchId}.json`, '/api/openapi.json'];
  const body = (path: string): Target => ({
    name: `body of ${path}`,
    most: BODY_BYTES,
    known: dearJson(maxBodyBytes),
    // Results may fill a body. They are parsed only with a worker key.
    ...(path !== '/worker/submit' && { mostMs: BODY_MS }),
    pieces: ofJson,
    make: (random) => json(random, BODY_BYTES),
    run(text) {
      const bytes = Buffer.from(text, 'utf8').toString('latin1');
      const length = `content-length: ${bytes.length}`;
      return send(server, head(`POST ${path}`, 'host: x', 'x-worker-key: the worker key', length) + bytes);
    },
  });
  return [
    part('target', (text) => get(printable(text) || '*')),
    part('target of OPTIONS', (text) => head(`OPTIONS ${printable(text) || '*'}`, 'host: x')),
    ...places.map((place) => part(`path behind ${place}`, (text) => get(place + printable(text), 'accept: text/html'))),
    ...routes.map(({ path, method }) =>
      part(`query of ${path}`, (text) =>
        head(`${method === 'POST' ? 'POST' : 'GET'} ${path}?${printable(text)}`, 'host: x', 'content-length: 0'),
      ),
    ),
    ...read.flatMap((path) =>
      headers
        .filter((name) => name !== 'host')
        .map((name) => part(`${name} of ${path}`, (text) => get(path, `${name}: ${ofOneLine(text)}`))),
    ),
    part('host', (text) => head('GET /', `host: ${ofOneLine(text)}`)),
    part('names of headers', (text) => get('/', ...fields(text, (word) => `${word}: 0`))),
    part('values of many headers', (text) => get('/', ...fields(text, (word, n) => `h${n}: ${word}`))),
    part('one header many times', (text) => get('/', ...fields(text, (word) => `accept-encoding: ${word}`))),
    ...['sec-websocket-key', 'sec-websocket-protocol', 'sec-websocket-extensions', 'origin', 'host'].map((name) =>
      part(`${name} of a handshake`, (text) =>
        [
          'GET /ws HTTP/1.1',
          ...(name === 'host' ? [] : ['host: x']),
          'connection: upgrade',
          'upgrade: websocket',
          'sec-websocket-version: 13',
          ...(name === 'sec-websocket-key' ? [] : [`sec-websocket-key: ${'A'.repeat(22)}==`]),
          `${name}: ${ofOneLine(text)}`,
          '\r\n',
        ].join('\r\n'),
      ),
    ),
    ...['/api/login-claim', '/worker/acquire', '/worker/submit', '/healthz'].map(body),
  ];
}

/** Splits an input into header fields. */
function fields(text: string, write: (word: string, n: number) => string): string[] {
  return text
    .split(/[^\w-]+/)
    .filter(Boolean)
    .slice(0, 1_500)
    .map(write);
}

/** The pieces of match files of other programs. */
const ofFiles = [
  ...['(', ')', ';', '[', ']', '\\', '\n', '\r\n', ' ', ':', '#', 'A', 'AB', 'W[31hefe]', 'B[42lpln]', 'W[double]'],
  ...['(;GM[6]MI[length:3]', ';W[]', 'MI[a:b]', 'C[\n]', '[a]', 'PW[a]', 'RE[W+1]', '(;', ';)', '()', '(;B[31])'],
  ...[
    ' 3 point match\n',
    ' Game 1\n',
    'Ann : 0  Bob : 0\n',
    ' 1) 31: 8/5 6/5',
    '  42: 24/22 13/9',
    ' ; [a "b"]\n',
    '1)',
  ],
];
const sgfRoot = '(;GM[6]MI[length:3][game:0][ws:0][bs:0]PW[a]PB[b]';
const filledUp = (beginning: string, unit: string, length: number) =>
  beginning + unit.repeat(Math.floor((length - beginning.length) / unit.length));
const dearSgfs = [';', ';W[31hefe]', '(', '()', '(;)', ';W[]B[]', 'MI[a]', 'W[a][b]', 'A', 'C[\n]', '\n', '\\]'].map(
  (unit) => filledUp(sgfRoot, unit, FILE_BYTES),
);
const matHead = ' 3 point match\n\n Game 1\n Ann : 0  Bob : 0\n';
const dearMats = [
  '\n',
  ' ',
  ' Game 1\nAnn : 0 Bob : 0\n',
  '  1) 31: 8/5 6/5\n',
  ';\n',
  '; [a# "b"]\n',
  ' : 0'.repeat(90),
].map((unit) => filledUp(matHead, unit, MAT_BYTES));

const file = (name: string, most: number, known: readonly string[], run: Target['run']): Target => ({
  name: `file: ${name}`,
  most,
  known,
  mostMs: FILE_MS,
  pieces: ofFiles,
  make: (random) => made(random, ofFiles, most),
  run,
});

/** Parsers that need no server. */
export const textTargets: readonly Target[] = [
  ...[
    { name: 'frame of a client', most: FRAME_BYTES, mostMs: FRAME_MS, run: decodeClient },
    { name: 'frame of a server', most: FRAME_BYTES, run: readServer },
    { name: 'record text', most: BODY_BYTES, run: (text: string) => parseRecordText(text) },
  ].map((target) => ({
    ...target,
    pieces: ofJson,
    known: dearJson(target.most),
    make: (random: SeededRandom) => json(random, target.most),
  })),
  file('.mat', MAT_BYTES, dearMats, parseMat),
  file('SGF', BODY_BYTES, dearSgfs, parseSgf),
];
