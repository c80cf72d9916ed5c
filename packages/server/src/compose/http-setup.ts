import { join } from 'node:path';
import { makeOpenApi } from '@anchor/wire';
import type { Config } from '../config/config.ts';
import { pathOf } from '../config/paths.ts';
import { LinkCards } from '../domain/links/link-cards.ts';
import { type Painter, Pictures } from '../domain/links/pictures.ts';
import type { Leader } from '../domain/players/standings.ts';
import { AnswerCache } from '../http/answer-cache.ts';
import type { HttpObserver } from '../http/observe-requests.ts';
import { PackageFiles } from '../http/package-files.ts';
import type { HttpParts } from '../http/parts.ts';
import { cacheRecords, type NewestRecords } from '../http/record-files.ts';
import { RequestLimiter } from '../http/request-limiter.ts';
import type { FairQueue } from '../shared/fair-queue.ts';
import type { Rounds } from '../shared/rounds.ts';
import type { SocketServer } from '../socket/socket-server.ts';
import type { OpenStore } from '../storage/open-store.ts';
import type { RunningBackups } from './backup-setup.ts';
import { cached, type countErrors, type HealthLook, healthOf } from './health.ts';
import type { RunningLog } from './log-setup.ts';
import type { OpenQueue } from './queue-setup.ts';
import type { Service } from './service.ts';

/** The modules that browsers import for verification are the ones that run here. */
const modules = {
  rules: pathOf('rules/dist/index.js'),
  record: pathOf('record/dist/browser.js'),
  met: pathOf('met/dist/index.js'),
};

export interface HttpSetup {
  readonly config: Config;
  readonly log: ReturnType<typeof countErrors>;
  readonly store: OpenStore;
  readonly service: Service;
  readonly queue: OpenQueue;
  readonly sockets: SocketServer;
  readonly backups: RunningBackups;
  readonly look: Pick<HealthLook, 'seen'>;
  readonly newest: Pick<NewestRecords, 'get'>;
  readonly publicLog: RunningLog | null;
  readonly version: string;
  readonly observer: HttpObserver;
  readonly painter: Painter;
  readonly fairQueue: FairQueue;
  readonly rounds: Rounds;
}

/** The npm packages that this build serves, with their folders. */
export const OFFERED_PACKAGES = {
  'bg-rules': 'rules',
  'bg-met': 'met',
  'bg-record': 'record',
  'bg-engine': 'engine',
  'bg-session': 'session',
  'bg-worker': 'worker',
  'tlog-kit': 'log',
} as const;

const tarballs = Object.fromEntries(
  Object.entries(OFFERED_PACKAGES).map(([name, folder]) => [name, pathOf(`${folder}/tarball/${name}.tgz`)]),
);

/** Lifetime of cached answers. Changes by other processes are visible after this time. */
const CACHE_MS = 1_000;
/** Capacity of the cache of records that were asked for, in addition to the newest ones. */
const ASKED_RECORD_BYTES = 16 * 1024 * 1024;

/** Creates the dependencies of the HTTP handlers. */
export function setUpHttp(setup: HttpSetup): HttpParts {
  const { config, log, store, service, queue, sockets, look, newest, publicLog, version, observer } = setup;
  const limiter = new RequestLimiter({
    read: config.limitRead,
    write: config.limitWrite,
    analysis: config.limitAnalysis,
  });
  const limiterKeys = cached(() => sockets.limiterKeys + limiter.keys);
  const asked = cacheRecords(store.records.gzip, ASKED_RECORD_BYTES);
  const answers = new AnswerCache<string>(CACHE_MS, () => performance.now());
  const leaders = new AnswerCache<readonly Leader[]>(CACHE_MS, () => performance.now());
  service.bus.followOwnMatches({
    moved: () => undefined,
    left: () => undefined,
    ended() {
      answers.forget();
      leaders.forget();
    },
  });
  return {
    answers,
    leaders,
    records: { ...store.records, gzip: async (id) => newest.get(id) ?? asked(id) },
    standings: service.standings,
    dice: store.dice,
    publicLog: publicLog?.published ?? null,
    limiter,
    observer,
    trustProxy: config.trustProxy,
    fairQueue: setup.fairQueue,
    rounds: setup.rounds,
    banOf: (network: string) => service.bans.ofNetwork(network),
    accounts: service.accounts,
    subscriptions: service.subscriptions,
    turnMails: service.turnMails,
    mailStops: service.mailStops,
    analyses: service.analyses,
    daily: service.daily,
    cronKey: config.cronKey,
    puzzles: service.puzzles,
    workerApi: queue.workerApi,
    workerKeys: config.workerKeys,
    annotations: () => service.analyses.counts,
    openApi: makeOpenApi(version),
    clientFolder: pathOf('client/dist'),
    modules,
    packages: new PackageFiles(tarballs),
    links: {
      cards: new LinkCards({ ...service, records: store.records, now: () => performance.now() }),
      publicUrl: config.publicUrl,
    },
    pictures: new Pictures({ painter: setup.painter, records: store.records, puzzles: service.puzzles }),
    operatorFolder: join(config.dataDir, 'public'),
    health: () => healthOf(service, { ...look.seen, errors: log.errors, limiterKeys: limiterKeys() }),
    unexpected: (err, request) => log.error({ err, ...request }, 'unhandled error in HTTP handler'),
  };
}
