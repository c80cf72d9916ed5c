import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { ServerOptions } from 'node:http';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type Health, makeOpenApi } from '@anchor/wire';
import { canonicalJson, type MatchRecord } from 'bg-record';
import type { Leader } from '../../src/domain/players/standings.ts';
import type { StoredRow } from '../../src/domain/ports/matches.ts';
import { AnswerCache } from '../../src/http/answer-cache.ts';
import { PackageFiles } from '../../src/http/package-files.ts';
import type { HttpParts, LoggedRequest, UpgradeHandler } from '../../src/http/parts.ts';
import { RequestLimiter } from '../../src/http/request-limiter.ts';
import { makeServer } from '../../src/http/server.ts';
import type { ReadingLimits } from '../../src/http/slow-readers.ts';
import { FairQueue } from '../../src/shared/fair-queue.ts';
import { Rounds } from '../../src/shared/rounds.ts';
import { temporaryFolder } from '../storage/folders.ts';

export const health: Health = {
  ok: true,
  uptime: 12.5,
  online: 2,
  matches: 1,
  rssMB: 90.1,
  heapMB: 30.2,
  botEngine: 'builtin-heuristic-1',
  dice: 'hmac-sha256/hashchain-reveal-v2',
  serverKey: 'ab'.repeat(32),
  queue: { depth: 0, leased: 0 },
  errors: 0,
  backup: null,
  limiterKeys: 0,
};

/** Finished matches in memory. */
export function memoryRecords(finished: readonly { readonly record: MatchRecord; readonly row: StoredRow }[]) {
  const newest = finished.toReversed();
  return {
    recentIds: async (count: number) => newest.slice(0, count).map(({ record }) => record.header.id),
    recentRows: async (count: number) => newest.slice(0, count).map(({ row }) => row),
    async gzip(match: string) {
      const found = finished.find(({ record }) => record.header.id === match);
      return found ? gzipSync(canonicalJson(found.record)) : null;
    },
  };
}

export const pageText = '<!doctype html><title>Anchor</title>';

/** A folder like the built page, with built modules beside it. */
function siteFolder() {
  const folder = temporaryFolder();
  const put = (name: string, text: string | Buffer) => {
    mkdirSync(dirname(join(folder.path, name)), { recursive: true });
    writeFileSync(join(folder.path, name), text);
    return join(folder.path, name);
  };
  put('page/index.html', pageText);
  put('page/assets/main.js', `console.log(${JSON.stringify('long enough to be compressed '.repeat(100))})`);
  put('page/assets/small.js', 'plain();');
  put('page/assets/small.js.br', brotliCompressSync('compressed();'));
  put('page/assets/engine-4f_-Ab0z.js', 'serve();');
  put('page/assets/engine-4f_-Ab0z.js.br', brotliCompressSync('serve();'));
  put('page/assets/engine-4f_-Ab0z.html', 'no worker');
  put('page/assets/engine.js', 'no worker');
  put('page/assets/other/engine-1.js', 'no worker');
  put('page/assets/main.css', 'body { margin: 0 }');
  put('page/icon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  put('page/.hidden', 'secret');
  put('page/privacy.html', 'ours');
  put('page/terms.html', 'ours');
  put('own/terms.html', 'the operator’s');
  put('own/.env', 'secret');
  put('outside.txt', 'secret');
  const rules = put('built/rules.js', 'export const points = 24;');
  return {
    ...folder,
    clientFolder: join(folder.path, 'page'),
    operatorFolder: join(folder.path, 'own'),
    modules: { rules, met: join(folder.path, 'not-built.js') },
    packages: new PackageFiles({
      'bg-worker': put('built/bg-worker.tgz', gzipSync('a package')),
      'bg-met': join(folder.path, 'not-built.tgz'),
    }),
  };
}

const noReport = { ok: false, code: 'no-such-match', message: 'no such match', hint: 'none' } as const;

interface Reported {
  readonly error: unknown;
  readonly request: LoggedRequest;
}

/** A cache whose entries have expired at the next look. */
function noCache<T>(): AnswerCache<T> {
  let now = 1;
  return new AnswerCache(1, () => (now += 2));
}

/** The HTTP handlers on a real socket. */
export async function startHttp(
  changes: Partial<HttpParts> = {},
  upgrade: UpgradeHandler = (_, socket) => socket.end(),
  times: ServerOptions = {},
  reading?: ReadingLimits,
) {
  const site = siteFolder();
  const reported: Reported[] = [];
  const parts: HttpParts = {
    records: memoryRecords([]),
    standings: {
      leaderboard: async () => [],
      card: async () => null,
      standing: async () => ({ rating: 1500, rd: 350, provisional: true, conservative: 800 }),
      matches: async () => null,
      analysed: async () => null,
      keyOf: async () => null,
    },
    answers: noCache<string>(),
    leaders: noCache<readonly Leader[]>(),
    dice: { totals: async () => [0, 0, 0, 0, 0, 0] },
    publicLog: null,
    puzzles: { show: async () => ({ ok: false, code: 'no-puzzle', message: 'none' }) },
    analyses: {
      fast: async () => noReport,
      deep: async () => noReport,
      judged: async (_, report) => report,
      confirmed: async (_, report) => report,
    },
    openApi: makeOpenApi('0.1.0'),
    workerApi: {
      acquire: async () => ({ ok: true, value: { jobs: [] } }),
      submit: async () => ({ answer: { ok: true, accepted: 0 }, reasons: [] }),
      status: async () => {
        throw new Error('nobody has set a queue up');
      },
    },
    workerKeys: [],
    annotations: () => ({ hits: 0, misses: 0, coalesced: 0, hitRate: 0 }),
    banOf: () => null,
    fairQueue: new FairQueue({ atOnce: 10_000, most: 0, worked: () => performance.now() }),
    rounds: new Rounds(32),
    limiter: new RequestLimiter({ read: 10_000, write: 10_000, analysis: 10_000 }),
    trustProxy: false,
    observer: { served: () => undefined, limited: () => undefined },
    accounts: { claim: async () => null },
    turnMails: { stop: async (token) => token === 'turns', resume: async () => false, has: async () => false },
    subscriptions: {
      verify: async () => false,
      canVerify: async () => false,
      unsubscribe: async () => false,
      has: async () => false,
    },
    mailStops: {
      stop: async (token) => token === 'stop',
      allow: async (token) => token === 'stop',
      isLink: (token) => token === 'stop',
    },
    daily: { run: async () => ({ ok: true, value: { sent: 0, due: 0 } }) },
    cronKey: null,
    health: () => health,
    clientFolder: site.clientFolder,
    operatorFolder: site.operatorFolder,
    modules: site.modules,
    packages: site.packages,
    links: { cards: { at: async () => null }, publicUrl: null },
    pictures: { at: async () => 'not-found' },
    unexpected: (error, request) => void reported.push({ error, request }),
    ...changes,
  };
  const { server, idle } = makeServer(parts, upgrade, times, reading);
  let heads = 0;
  server.on('request', () => {
    heads += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const { port } = address;
  return {
    port,
    reported,
    idle,
    get: (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init),
    /** Resolves when the head of the next request has been read. */
    arrived: () => once(server, 'request'),
    /** Number of requests whose head has been read. */
    heads: () => heads,
    /** Waits until all connections have ended. */
    async stop() {
      server.close();
      server.closeIdleConnections();
      await once(server, 'close');
      site.remove();
    },
  };
}

/** Sends raw bytes. Returns everything that the server sends until it closes. */
export async function sendRaw(port: number, ...chunks: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => {
    answer += data.toString('latin1');
  });
  // A server that has refused may close while we are still sending.
  socket.on('error', () => {});
  for (const chunk of chunks) socket.write(chunk);
  await once(socket, 'close');
  return answer;
}
