import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { leaderboardQuery, type RouteName } from '@anchor/wire';
import { addressOf, type Flood, type Place, type Scene } from './flood.ts';
import { strangerKey } from './known.ts';
import { ask, type Question } from './request.ts';

type Make = (scene: Scene, asked: number) => Question;

const hex = (bytes: number) => randomBytes(bytes).toString('hex');
const today = () => new Date().toISOString().slice(0, 10);
const DAY_MS = 86_400_000;
const LARGEST_BODY_BYTES = 1024 * 1024;
const json = { 'content-type': 'application/json' };
const brackets = '['.repeat(LARGEST_BODY_BYTES);
/** As many results as a lease can have, filled up to the largest body. */
const results = JSON.stringify({
  token: 'no-such-lease',
  workerId: 'flood',
  results: Array.from({ length: 64 }, (_, n) => ({ key: `key-of-job-${n}`, result: 'x'.repeat(16_000) })),
});

/** Requests of each route, with parameters that cost the server as much as a stranger can cause with this route. */
const routes: { readonly [Name in RouteName]: Make } = {
  workerAcquire: () => ({
    method: 'POST',
    path: '/worker/acquire',
    headers: { ...json, 'x-worker-key': hex(16) },
    body: results,
  }),
  workerSubmit: () => ({
    method: 'POST',
    path: '/worker/submit',
    headers: { ...json, 'x-worker-key': hex(16) },
    body: results,
  }),
  workerStatus: () => ({ path: '/worker/status' }),
  health: () => ({ path: '/healthz' }),
  leaderboard: (_, asked) => ({
    path: `/api/leaderboard?minGames=${asked % 100}&limit=${leaderboardQuery.limit.most}&countries=1`,
  }),
  player: ({ player }) => ({ path: `/api/player/${player}?sessions=1` }),
  playerRating: (_, asked) => ({ path: `/api/player/${strangerKey(asked)}/rating` }),
  playerMatches: ({ player, longMatch }) => ({
    path: `/api/player/${player}/matches?sessions=1&before=${longMatch}`,
  }),
  playerAnalyses: ({ player }) => ({ path: `/api/player/${player}/analyses` }),
  // All of the 20,000 players have this prefix.
  key: () => ({ path: `/api/keys/${'0'.repeat(16)}` }),
  fairness: () => ({ path: '/api/fairness' }),
  puzzle: () => ({ path: `/api/puzzle?date=${today()}` }),
  emailVerify: () => ({ path: `/email/verify?t=${hex(24)}` }),
  emailUnsubscribe: () => ({ path: `/email/unsubscribe?t=${hex(24)}` }),
  emailNever: () => ({ path: `/email/never?t=${hex(64)}` }),
  emailAgain: () => ({ path: `/email/again?t=${hex(64)}` }),
  loginClaim: () => ({ method: 'POST', path: '/api/login-claim', headers: json, body: brackets }),
  dailyMailing: () => ({ method: 'POST', path: '/api/cron/daily', headers: { 'x-cron-key': hex(16) } }),
  analysis: ({ playedMatch }, asked) => ({
    path: `/api/analysis/${playedMatch}${asked % 2 === 0 ? '' : '?deep=1&wait=1&judgements=1'}`,
  }),
  records: () => ({ path: '/api/records' }),
  matches: (_, asked) => ({ path: `/api/matches${asked % 2 === 0 ? '' : '?sessions=1'}` }),
  logCheckpoint: () => ({ path: '/log/checkpoint' }),
  logTile: (_, asked) => ({ path: asked % 2 === 0 ? '/log/tile/entries/000.p/62' : '/log/tile/0/000.p/62' }),
  logVkey: () => ({ path: '/log/vkey' }),
  recordProof: ({ longMatch }) => ({ path: `/records/${longMatch}.tlog-proof` }),
  record: ({ longMatch }) => ({ path: `/records/${longMatch}.json`, headers: { 'accept-encoding': 'gzip' } }),
  packages: () => ({ path: '/packages/index.json' }),
  openapi: () => ({ path: '/api/openapi.json', headers: { 'accept-encoding': 'gzip' } }),
};

const html = { accept: 'text/html', 'accept-encoding': 'gzip' };

/** Requests of what the server answers without a route in the table. */
const others = {
  'record-missing': () => ({ path: `/records/${hex(8)}.json` }),
  'record-plain': ({ longMatch }) => ({ path: `/records/${longMatch}.json` }),
  page: ({ longMatch }, asked) => ({
    path: asked % 2 === 0 ? `/match/${hex(8)}` : `/review/${longMatch}`,
    headers: html,
  }),
  'page-missing': () => ({ path: `/${hex(8)}`, headers: html }),
  file: () => ({ path: '/sw.js', headers: { 'accept-encoding': 'br' } }),
  'file-missing': () => ({ path: `/assets/${hex(8)}.js` }),
  module: () => ({ path: '/src/record/index.js', headers: { 'accept-encoding': 'gzip' } }),
  picture: (_, asked) => {
    const date = new Date(Date.now() - (asked % 60) * DAY_MS).toISOString().slice(0, 10);
    return { path: asked % 2 === 0 ? `/pictures/puzzle/${date}.png` : `/pictures/match/${hex(8)}.png` };
  },
  'body-too-long': () => ({ method: 'POST', path: '/api/login-claim', headers: json, body: `${brackets}]` }),
} satisfies Readonly<Record<string, Make>>;

type OtherName = keyof typeof others;
type RequestName = RouteName | OtherName;

const recipes: Readonly<Record<RequestName, Make>> = { ...routes, ...others };
export const routeFloods = Object.keys(recipes).filter((name): name is RequestName => Object.hasOwn(recipes, name));

/** The pace of a connection: as many requests as its messages would be without a refusal. */
const EVERY_MS = 10;
/** All bodies together have to pass a network of 1 Gbit/s. Over the loopback, copying them takes the honest players' processor too. */
const BODY_BYTES_PER_MS = 125_000;

class RouteFlood implements Flood {
  readonly everyMs = EVERY_MS;
  readonly #scene: Scene;
  readonly #make: Make;
  readonly #agents = new Map<Place['index'], Agent>();
  #asked = 0;
  /** When the network is free for the next body. */
  #freeAt = 0;

  constructor(scene: Scene, name: RequestName) {
    this.#scene = scene;
    this.#make = recipes[name];
  }

  /** The server closes an idle connection after a few seconds, so the first request opens it. */
  async open({ index }: Place): Promise<void> {
    this.#agents.set(index, new Agent({ keepAlive: true, maxSockets: 1 }));
  }

  async ask(place: Place): Promise<number> {
    const { headers, ...question } = this.#make(this.#scene, this.#asked++);
    await this.#pass(question.body?.length ?? 0);
    const asked = { ...question, headers: { ...headers, 'x-forwarded-for': addressOf(place) } };
    return (await ask(this.#scene.url, asked, this.#agents.get(place.index))).status;
  }

  /** Waits until the network could have taken this body. */
  async #pass(bytes: number): Promise<void> {
    const now = performance.now();
    const begin = Math.max(now, this.#freeAt);
    this.#freeAt = begin + bytes / BODY_BYTES_PER_MS;
    if (begin > now) await new Promise((resolve) => setTimeout(resolve, begin - now));
  }
}

/** A flood of requests of this route. */
export function routeFlood(scene: Scene, name: RequestName): Flood {
  return new RouteFlood(scene, name);
}
