import { connect, type Socket } from 'node:net';
import { generateKey } from 'bg-record';
import { WebSocket } from 'ws';
import { SocketPlayer } from '../kit/socket-player.ts';
import { connecting, identification } from './connecting.ts';
import { ask, type Question } from './request.ts';
import { type Seen, Tally } from './tally.ts';

/** The server under attack, and the duration of the attack. */
export interface Target {
  readonly url: string;
  /** The id of a finished match of 20,000 events. Its record has 6 MB. */
  readonly longMatch: string;
  readonly seconds: number;
}

type Attack = (target: Target) => Promise<Seen>;

/** The size of a large header or path. Together with the rest of the request it exceeds the server's header limit. */
const LARGE_BYTES = 15_000;
const MANY_ADDRESSES = 5_000;
/** Own matches of the attacker, each from an address of its own, and the watchers of each. */
const OWN_MATCHES = 5;
const WATCHERS_OF_EACH = 40;
let asked = 0;

/** A new client address for each request, sent in `X-Forwarded-For`. */
const stranger = () => {
  asked += 1;
  const n = asked % MANY_ADDRESSES;
  return `198.18.${n >> 8}.${n & 255}`;
};

/** Asks with a new client address each time, unless the question names one. */
const askAsStranger = (url: string, question: Question) =>
  ask(url, { ...question, headers: { 'x-forwarded-for': stranger(), ...question.headers } });

const filled = (text: string) => text.repeat(Math.floor(LARGE_BYTES / text.length));
const objects = '{"a":'.repeat(3_000);
/** Requests that fill each part of a request (query, path, header, body) with about 16 KB of repeated text. */
const large: readonly Question[] = [
  ...['/email/verify', '/api/leaderboard', '/api/puzzle', '/api/player/x/matches'].flatMap((path) => [
    { path: `${path}?${filled('a&')}` },
    { path: `${path}?${filled('%41=%42&')}` },
    { path: `${path}?a[${filled('][')}` },
  ]),
  ...['/', '//', '/../', '/%2e', '/a/'].map((text) => ({ path: `/${filled(text)}` })),
  ...[
    'accept',
    'accept-encoding',
    'accept-language',
    'cookie',
    'if-none-match',
    'range',
    'x-forwarded-for',
    'forwarded',
  ].flatMap((name) =>
    ['a,', 'a;q=0.1,', '"', ' ,', '=;'].map((text) => ({ path: '/', headers: { [name]: filled(text) } })),
  ),
  ...[objects, `{${filled('"a":0,')}"b":0}`, `[${filled('1e9,')}0]`, `"${filled('\\u0041')}"`].map((body) => ({
    method: 'POST',
    path: '/api/login-claim',
    body,
    headers: { 'content-type': 'application/json' },
  })),
];

const largeRequests: Attack = ({ url, seconds }) => {
  const tally = new Tally(seconds);
  let next = 0;
  return tally.each(10, async () => {
    next += 1;
    const { status } = await askAsStranger(url, large[next % large.length] ?? { path: '/' });
    tally.count(status);
  });
};

const longQueries: Attack = ({ url, seconds }) => {
  const tally = new Tally(seconds);
  return tally.each(10, async () =>
    tally.count((await askAsStranger(url, { path: `/email/verify?${'a&'.repeat(7_700)}` })).status),
  );
};

const leaderboards: Attack = ({ url, seconds }) => {
  const tally = new Tally(seconds);
  let next = 0;
  return tally.each(20, async () => {
    next += 1;
    const path = `/api/leaderboard?minGames=${next % 3}&limit=${1 + (next % 200)}`;
    tally.count((await askAsStranger(url, { path })).status);
  });
};

/** Repeatedly reads a long record in its stored (gzip) form. */
const records: Attack = ({ url, longMatch, seconds }) => {
  const tally = new Tally(seconds);
  const question = { path: `/records/${longMatch}.json`, headers: { 'accept-encoding': 'gzip' } };
  return tally.each(50, async () => tally.count((await askAsStranger(url, question)).status));
};

/** Sends a request on a paused socket, which does not read the answer. */
function unread(url: string, text: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', reject);
    socket.on('connect', () => {
      socket.pause();
      socket.write(text);
      resolve(socket);
    });
  });
}

const slowHttp: Attack = async ({ url, longMatch, seconds }) => {
  const tally = new Tally(seconds);
  const sockets: Socket[] = [];
  for (let n = 0; n < 60; n++) {
    const lines = [
      `GET /records/${longMatch}.json HTTP/1.1`,
      'host: attack',
      'accept-encoding: identity',
      `x-forwarded-for: ${stranger()}`,
    ];
    const socket = await unread(url, `${lines.join('\r\n')}\r\n\r\n`);
    socket.on('close', () => tally.goesOn && tally.count('closed by the server'));
    sockets.push(socket);
  }
  tally.count(`${sockets.length} unread answers`);
  await tally.rest();
  for (const socket of sockets) socket.destroy();
  return tally.seen;
};

function open(url: string, address = stranger()): Promise<WebSocket> {
  const socket = connecting(url, address);
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve(socket));
    socket.on('unexpected-response', (_request, response) => {
      response.resume();
      reject(new Error(String(response.statusCode)));
    });
    socket.on('error', reject);
  });
}

const slowSockets: Attack = async ({ url, longMatch, seconds }) => {
  const tally = new Tally(seconds);
  const sockets: WebSocket[] = [];
  for (let n = 0; n < 80; n++) {
    const socket = await open(url);
    socket.on('close', (code) => tally.count(`closed with ${code}`));
    socket.on('error', () => undefined);
    socket.pause();
    for (let from = 0; from < 20_000; from += 256)
      socket.send(JSON.stringify({ type: 'sync', match: longMatch, from }));
    sockets.push(socket);
  }
  tally.count(`${sockets.length} sockets that do not read`);
  await tally.rest();
  for (const socket of sockets) socket.terminate();
  return tally.seen;
};

/** Sockets that send the same kind of request at a fixed rate and read the answers. */
function flood(count: number, message: (n: number) => object, perSecond: number): Attack {
  return async ({ url, seconds }) => {
    const tally = new Tally(seconds);
    const sockets: WebSocket[] = [];
    for (let n = 0; n < count; n++) {
      const socket = await open(url);
      socket.on('message', (data) => {
        const { type, code } = JSON.parse(String(data));
        if (type !== 'hello') tally.count(code ?? type);
      });
      socket.on('error', () => undefined);
      socket.on('close', (code) => tally.goesOn && tally.count(`closed with ${code}`));
      sockets.push(socket);
    }
    let sent = 0;
    const timer = setInterval(() => {
      for (const socket of sockets)
        for (let n = 0; n < perSecond / 10; n++) socket.send(JSON.stringify(message(sent++)));
    }, 100);
    await tally.rest();
    clearInterval(timer);
    for (const socket of sockets) socket.terminate();
    return tally.seen;
  };
}

const syncBeyond: Attack = (target) =>
  flood(10, () => ({ type: 'sync', match: target.longMatch, from: 99_999 }), 100)(target);
const syncPages: Attack = (target) =>
  flood(10, (n) => ({ type: 'sync', match: target.longMatch, from: (n * 256) % 20_000 }), 100)(target);
const watchNothing: Attack = flood(10, (n) => ({ type: 'watch', match: `no-such-match-${n}` }), 100);

/** Repeatedly connects from one address, identifies with a new key, and disconnects. */
const newKeys: Attack = ({ url, seconds }) => {
  const tally = new Tally(seconds);
  return tally.each(20, async () => {
    const socket = connecting(url, '198.51.100.7');
    socket.on('unexpected-response', (_request, response) => {
      tally.count(response.statusCode ?? 0);
      response.resume();
      // A refused client retries after a short delay.
      setTimeout(() => socket.terminate(), 20);
    });
    // Listen before the socket is open: the greeting may arrive together with the handshake response.
    socket.on('message', async (data) => {
      const message = JSON.parse(String(data));
      if (message.type === 'hello') {
        socket.send(await identification(url, message, await generateKey()));
      } else {
        tally.count(message.code ?? message.type);
        socket.terminate();
      }
    });
    await new Promise((resolve) => socket.on('close', resolve));
  });
};

/** Players who move at full speed against the bot, with watchers of their matches from the same addresses. */
const ownMatches: Attack = async ({ url, seconds }) => {
  const players: SocketPlayer[] = [];
  const sockets: WebSocket[] = [];
  const tally = new Tally(seconds);
  let isOpen = false;
  const play = async () => {
    const address = stranger();
    const player = new SocketPlayer({
      url,
      key: await generateKey(),
      policy: { random: Math.random, double: 0, take: 1 },
      mayAct: () => isOpen,
      onTraffic: () => tally.goesOn && tally.count('own messages'),
      dial: (to) => new WebSocket(to, { headers: { 'x-forwarded-for': address } }),
    });
    players.push(player);
    await player.connect();
    const { header } = await player.request({ type: 'play-bot', length: 25 }, 'match');
    const watch = async () => {
      const socket = await open(url, address);
      sockets.push(socket);
      socket.on('message', (data) => tally.count(JSON.parse(String(data)).code ?? 'messages to watchers'));
      socket.send(JSON.stringify({ type: 'watch', match: header.id }));
    };
    await Promise.all(Array.from({ length: WATCHERS_OF_EACH }, watch));
  };
  await Promise.all(Array.from({ length: OWN_MATCHES }, play));
  isOpen = true;
  for (const player of players) player.nudge();
  await tally.rest();
  for (const player of players) player.leave();
  for (const socket of sockets) socket.terminate();
  return tally.seen;
};

/** Unusual but harmless requests, which must not cause a server error. */
const odd: readonly Question[] = [
  { path: '/', headers: { 'accept-encoding': 'identity;q=0' } },
  { path: '/api/leaderboard', headers: { 'accept-encoding': '*;q=0' } },
  { path: '/', headers: { connection: 'Upgrade', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' } },
  { path: '/ws', headers: { connection: 'Upgrade', upgrade: 'nonsense' } },
  { path: '/nowhere', headers: { connection: 'Upgrade', upgrade: 'websocket' } },
  { path: '/ws', headers: { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '99' } },
  { path: '/%', headers: {} },
];

const oddRequests: Attack = ({ url, seconds }) => {
  const tally = new Tally(seconds);
  let next = 0;
  return tally.each(4, async () => {
    next += 1;
    const { status, hasPolicy } = await askAsStranger(url, odd[next % odd.length] ?? { path: '/' });
    tally.count(hasPolicy ? status : `${status} without headers`);
  });
};

/** The HTTP attacks that load the event loop, all at the same time. */
const stall: Attack = async (target) => {
  const all = await Promise.all([longQueries, largeRequests, leaderboards].map((attack) => attack(target)));
  const seen: Seen = {};
  for (const [what, count] of all.flatMap((one) => Object.entries(one))) seen[what] = (seen[what] ?? 0) + count;
  return seen;
};

const quiet: Attack = ({ seconds }) => new Tally(seconds).rest();

export const attacks = {
  quiet,
  'large-requests': largeRequests,
  'long-queries': longQueries,
  leaderboards,
  records,
  'new-keys': newKeys,
  'slow-http': slowHttp,
  'slow-sockets': slowSockets,
  'sync-pages': syncPages,
  'sync-beyond': syncBeyond,
  'watch-nothing': watchNothing,
  'own-matches': ownMatches,
  'odd-requests': oddRequests,
  stall,
} satisfies Record<string, Attack>;

export type AttackName = keyof typeof attacks;
