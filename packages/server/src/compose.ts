import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeOpenApi } from '@anchor/wire';
import { keyFromSeed } from 'bg-record';
import type { Result } from 'bg-rules';
import { bringKeysUpToDate } from './account-keys.ts';
import { setUpAnalysis, setUpThinker } from './analysis-setup.ts';
import { type RunningBackups, setUpBackups } from './backup-setup.ts';
import { InProcessBus } from './bus/in-process.ts';
import type { Config } from './config.ts';
import type { OpenQueue } from './domain/analysis/queue/open-queue.ts';
import type { Log, World } from './domain/ports.ts';
import { type PuzzleParts, Puzzles } from './domain/puzzle/puzzles.ts';
import { createService, type Service, type ServiceParts } from './domain/service.ts';
import { countErrors, healthOf } from './health.ts';
import type { HttpParts } from './http/parts.ts';
import { GENERAL_LIMIT, RequestLimiter } from './http/request-limiter.ts';
import { makeServer } from './http/server.ts';
import { setUpMail } from './mail-setup.ts';
import { puzzleBank } from './puzzle-bank.ts';
import { Timers } from './schedule/timers.ts';
import { loadServerKey } from './server-key.ts';
import { DEFAULT_LIMITS, type SocketLimits } from './socket/limits.ts';
import { SocketServer } from './socket/socket-server.ts';
import { type OpenStore, openStore } from './storage/open-store.ts';
import type { ThreadAnalyst } from './threads/thread-analyst.ts';
import type { ThreadThinker } from './threads/thread-thinker.ts';
import { deepEngineOf, setUpVolunteers } from './volunteers-setup.ts';

/** Connections have this long to say goodbye. */
const GOODBYE_MS = 2_000;

/** Both from src/ and from dist/. */
const packages = new URL('../../', import.meta.url);
const pathOf = (place: string) => fileURLToPath(new URL(place, packages));
const modules = {
  rules: pathOf('rules/dist/index.js'),
  record: pathOf('record/dist/browser.js'),
  met: pathOf('met/dist/index.js'),
};

export interface Composed {
  /** Not yet listening. */
  readonly server: Server;
  /** Resumes what was live; before listening. */
  start(): Promise<void>;
  /** Sends everybody away, finishes what is under way and lets go of the storage. */
  stop(): Promise<void>;
}

/** The service put together from its parts. Refused when the storage or the server's key cannot be used as they are. */
export async function compose(
  config: Config,
  operatorLog: Log,
  limits: SocketLimits = DEFAULT_LIMITS,
): Promise<Result<Composed>> {
  const seed =
    config.serverKey === null ? loadServerKey(config.dataDir) : { ok: true as const, value: config.serverKey };
  if (!seed.ok) return seed;
  const opened = await openStore({ ...config, prismaFolder: pathOf('../prisma') });
  if (!opened.ok) return opened;

  const store = opened.value;
  const log = countErrors(operatorLog);
  const world: World = { now: () => Date.now(), randomBytes };
  const serverKey = await keyFromSeed(Buffer.from(seed.value, 'hex'));
  const alarms = new Timers(world, (name) => {
    service.wake(name).catch((err) => log.error({ err, name }, 'an alarm was answered wrongly'));
  });
  const { abandonMs, botDelayMs, publicUrl, trustProxy } = config;
  const bus = new InProcessBus(log);
  const mail = setUpMail(config, log);
  const keys = await bringKeysUpToDate(store.accounts, mail.seal, log);
  if (!keys.ok) {
    await store.close();
    return keys;
  }
  const bank = puzzleBank(pathOf('server/assets/puzzles.json.gz'));
  const queue = setUpVolunteers({ config, store, bank, world, log });
  const analysis = { ...setUpAnalysis(log), evaluator: queue.evaluator, deepEngine: deepEngineOf(config) };
  const puzzling = setUpPuzzles({ store: store.puzzles, bank, world, log });
  const thinker = setUpThinker(log);
  const common = { store, bus, alarms, world, log, serverKey, abandonMs, botDelayMs, thinker };
  const parts = { ...common, mail, ...puzzling, analysis };
  const service = await createService(parts);

  const backups = setUpBackups(config, world, log);
  const version = readVersion();
  const failed = (err: unknown) => log.error({ err }, 'a message was answered wrongly');
  const sockets = new SocketServer({ service, limits, version, publicUrl, trustProxy, failed });
  const http = setUpHttp({ config, log, store, service, queue, sockets, backups, version });
  const server = makeServer(http, (request, socket, head) => sockets.upgrade(request, socket, head));
  const stop = () => stopAll({ alarms, analyst: analysis.analyst, thinker, backups, sockets, server, service, store });
  const start = async () => {
    await service.start();
    backups.start();
  };
  return { ok: true, value: { server, start, stop } };
}

interface HttpSetup {
  readonly config: Config;
  readonly log: ReturnType<typeof countErrors>;
  readonly store: OpenStore;
  readonly service: Service;
  readonly queue: OpenQueue;
  readonly sockets: SocketServer;
  readonly backups: RunningBackups;
  readonly version: string;
}

/** What the routes are given. */
function setUpHttp({ config, log, store, service, queue, sockets, backups, version }: HttpSetup): HttpParts {
  const limiter = new RequestLimiter({ ...config.requestLimits, general: GENERAL_LIMIT });
  return {
    ...{ records: store.records, standings: service.standings, dice: store.dice },
    ...{ limiter, trustProxy: config.trustProxy },
    ...{ accounts: service.accounts, subscriptions: service.subscriptions, analyses: service.analyses },
    ...{ daily: service.daily, cronKey: config.cronKey, puzzles: service.puzzles },
    ...{ volunteers: queue.volunteers, workerKey: config.workerKey, annotations: () => service.analyses.counts },
    ...{ openApi: makeOpenApi(version), clientFolder: pathOf('client/dist'), modules },
    operatorFolder: join(config.dataDir, 'public'),
    health: async () =>
      healthOf(service, {
        queue: await queue.count(),
        ...{ errors: log.errors, limiterKeys: sockets.limiterKeys + limiter.keys, backup: backups.status() },
      }),
    unexpected: (err, request) => log.error({ err, ...request }, 'a request was answered wrongly'),
  };
}

/** The daily puzzle, and how those who mail it ask for it. */
function setUpPuzzles(parts: PuzzleParts): Pick<ServiceParts, 'puzzles' | 'todaysPuzzle'> {
  const puzzles = new Puzzles(parts);
  return { puzzles, todaysPuzzle: (date) => puzzles.ofDay(date) };
}

interface Running {
  readonly analyst: ThreadAnalyst;
  readonly thinker: ThreadThinker;
  readonly backups: RunningBackups;
  readonly alarms: Timers;
  readonly sockets: SocketServer;
  readonly server: Server;
  readonly service: Service;
  readonly store: OpenStore;
}

async function stopAll({ alarms, analyst, thinker, backups, sockets, server, service, store }: Running): Promise<void> {
  alarms.stop();
  backups.stop();
  const closed = new Promise((resolve) => server.close(resolve));
  const analysed = service.analyses.stop();
  await sockets.stop();
  const cut = setTimeout(() => {
    sockets.terminate();
    server.closeAllConnections();
  }, GOODBYE_MS);
  await closed;
  clearTimeout(cut);
  await analysed;
  await service.idle();
  await Promise.all([analyst.stop(), thinker.stop()]);
  await store.close();
}

function readVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(pathOf('server/package.json'), 'utf8'));
  return version;
}
