import { randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';
import { seededRandom } from '@anchor/testkit/random';
import { commonAnswers, type HttpRoute, httpRoutes, type RouteName, secrets } from '@anchor/wire';
import { generateKey } from 'bg-record';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../kit/free-port.ts';
import { faultOf, type HttpAnswer } from '../kit/http.ts';
import { playMatch } from '../kit/play-match.ts';
import { ServerProcess, temporaryFolder } from '../kit/server.ts';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 6_000);
const AT_ONCE = 16;
const MOST_RSS_MB = 500;
const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
const random = seededRandom(seed);
const folder = temporaryFolder();
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
/** Ids that exist on the server, so that some requests pass the first check. */
const known: string[] = [];
let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.start({
    dataDir: folder.path,
    port: await freePort(),
    // Every request comes from a separate address: another test covers the limits.
    env: { BOT_DELAY_MS: '0', TRUST_PROXY: '1', LOG_LEVEL: 'warn' },
  });
  const [ann, bob] = [await generateKey(), await generateKey()];
  const policy = { random, double: 1, take: 0 };
  const { match } = await playMatch(server.url, [ann, bob], { length: 0, rated: false, clock: 'slow' }, policy);
  known.push(ann.pub, bob.pub, match);
});
afterAll(async () => {
  agent.destroy();
  await server.end();
  folder.remove();
});

const below = (most: number) => Math.floor(random() * most);
const pick = <T>(from: readonly T[]): T => {
  const one = from[below(from.length)];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
};
const chance = (p: number) => random() < p;

/** Text that programs have stumbled over before. */
const nasty = [
  ...['', ' ', '0', '-1', '1e309', 'NaN', '9007199254740993', 'null', 'true', '[]', '{}', '__proto__', 'constructor'],
  ...[
    "' OR 1=1 --",
    '"; DROP TABLE players; --',
    '<script>',
    '{{7*7}}',
    '../..',
    '..%2f',
    '%',
    '%00',
    '%ff%fe',
    '%u0041',
  ],
  ...[
    'é',
    '\u{1f3b2}',
    '\u202e',
    'a'.repeat(3000),
    '/',
    '//',
    '\\',
    ';',
    '#',
    '?',
    '&',
    '=',
    '2026-11-21',
    '9999-99-99',
  ],
];

function text(): string {
  if (chance(0.3)) return pick(known);
  if (chance(0.6)) return pick(nasty);
  return Array.from({ length: below(40) }, () => String.fromCodePoint(below(chance(0.8) ? 0x7f : 0xd7ff))).join('');
}

/** Mostly escaped as a client would; now and then as it is, as far as it can be written into a request at all. */
function escaped(value: string): string {
  return chance(0.8) ? encodeURIComponent(value) : value.replace(/[^\x21-\x7e]/g, '');
}

function pathOf(route: HttpRoute): string {
  const filled = route.path.replace(/\{[^}]*\}/g, (part) => (chance(0.5) ? part.slice(1, -1) : ''));
  const path = filled.replace(/[:*]\w+/g, () => escaped(text()));
  const names = Object.keys(route.query ?? {});
  const count = below(4);
  const query = Array.from(
    { length: count },
    () => `${names.length > 0 && chance(0.8) ? pick(names) : escaped(text())}=${escaped(text())}`,
  );
  return count > 0 ? `${path}?${query.join('&')}` : path;
}

/** Returns an invalid or unusual request target in place of a path. */
function oddTarget(): string {
  return `${pick(['/', '//', '///', '/./', 'http://', 'http://x/', 'http://['])}${escaped(text())}`;
}

function value(depth: number): unknown {
  const kind = below(depth > 3 ? 4 : 6);
  if (kind === 0) return text();
  if (kind === 1) return pick([0, -1, 1.5, 2 ** 53, -0, 1e308]);
  if (kind === 2) return pick([null, true, false]);
  if (kind === 3) return pick(nasty);
  const members = Array.from({ length: below(5) }, () => value(depth + 1));
  return kind === 4
    ? members
    : Object.fromEntries(members.map((member) => [pick([...nasty, 'token', 'results', 'count']), member]));
}

function bodyOf(): string | undefined {
  if (chance(0.6)) return undefined;
  const body = JSON.stringify(value(0)) ?? '';
  return chance(0.2) ? body.slice(0, below(body.length + 1)) : body;
}

interface Sent {
  readonly name: RouteName;
  readonly method: string;
  readonly path: string;
}

const names = Object.keys(httpRoutes).filter((name): name is RouteName => Object.hasOwn(httpRoutes, name));
const methods = ['GET', 'GET', 'GET', 'POST', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'PROPFIND'];

function makeRequest(): Sent & { readonly headers: Record<string, string>; readonly body: string | undefined } {
  const name = pick(names);
  const route: HttpRoute = httpRoutes[name];
  const method = route.method === 'POST' && chance(0.8) ? 'POST' : pick(methods);
  const extra = [
    ...(route.secrets ?? []).map((secret) => secrets[secret].name),
    'accept',
    'accept-encoding',
    'content-type',
    'if-none-match',
    'range',
  ];
  const headers = Object.fromEntries(
    Array.from({ length: below(3) }, () => [pick(extra), text().replace(/[^\x20-\x7e]/g, '')]),
  );
  const body = bodyOf();
  // a length is always said, or Node would let the body of a GET run into the next request
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const address = `10.${below(256)}.${below(256)}.${below(256)}`;
  const path = chance(0.05) ? oddTarget() : pathOf(route);
  return { name, method, path, headers: { ...headers, ...length, 'x-forwarded-for': address }, body };
}

function send({ method, path, headers, body }: ReturnType<typeof makeRequest>): Promise<HttpAnswer> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    const odd = () => JSON.stringify({ method, path, headers, body });
    sent.on('error', (cause) => reject(new Error(`${cause.message}: ${odd()}`, { cause })));
    sent.end(body);
  });
}

const trace = /\n\s+at |node_modules|\.ts:\d|\.js:\d+:\d|\bError:|Prisma|SQLITE/;

/** Returns the fault of a response that is wrong for every request, or null. */
function complaint(sent: Sent, answer: HttpAnswer): string | null {
  const { status, headers, text } = answer;
  // Node refuses requests that are not HTTP before the server sees them.
  if (status === 400 && headers.date === undefined) return null;
  if (status >= 500 && status !== 503) return `status ${status}`;
  // packed answers are files and records, which are as they were stored
  if (headers['content-encoding'] === undefined && status >= 400 && trace.test(text))
    return `tells about itself: ${text}`;
  if (headers['x-frame-options'] !== 'DENY' || headers['content-security-policy'] === undefined)
    return `${status} without security headers`;
  const route: HttpRoute = httpRoutes[sent.name];
  const own = (route.answers[status] ?? commonAnswers[status]) !== undefined;
  // an odd parameter can make it another path: a file, or nothing
  const isPlain = !/[:{]/.test(route.path) && sent.path.split('?')[0] === route.path;
  const isReadable = headers['content-encoding'] === undefined && sent.method !== 'HEAD';
  if (isPlain && own && isReadable) return faultOf(sent.name, answer);
  return null;
}

it(`FZ1 ${REQUESTS} odd requests get plain answers: no error, nothing about the inside, no growing memory (seed ${seed})`, async () => {
  const complaints: string[] = [];
  const statuses = new Map<number, number>();
  let left = REQUESTS;
  const work = async () => {
    while (left-- > 0) {
      const sent = makeRequest();
      const answer = await send(sent);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const fault = complaint(sent, answer);
      if (fault) complaints.push(`${sent.method} ${sent.path}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(complaints.slice(0, 10)).toEqual([]);
  // a run that never got past the first check would prove little
  for (const status of [200, 400, 404]) expect(statuses.get(status) ?? 0, `status ${status}`).toBeGreaterThan(100);
  const health: { errors: number; rssMB: number } = JSON.parse((await send({ ...makeRequest(), ...plain })).text);
  expect(health.errors).toBe(0);
  expect(health.rssMB).toBeLessThan(MOST_RSS_MB);
  expect(server.output).not.toMatch(/"level":(?:50|60)/);
});

const plain = { method: 'GET', path: '/healthz', headers: {}, body: undefined };
