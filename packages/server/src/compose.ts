import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { type Key, keyFromSeed } from 'bg-record';
import type { Result } from 'bg-rules';
import { bringKeysUpToDate } from './account-keys.ts';
import { setUpAnalysis, setUpThinker } from './analysis-setup.ts';
import { setUpBackups } from './backup-setup.ts';
import type { Config } from './config.ts';
import type { MailSetup } from './domain/accounts/correspondence.ts';
import type { Log, World } from './domain/ports.ts';
import { puzzlesFromMatches } from './domain/puzzle/from-matches.ts';
import { type PuzzleParts, Puzzles } from './domain/puzzle/puzzles.ts';
import { createService, type ServiceParts } from './domain/service.ts';
import { countErrors } from './health.ts';
import { makeServer } from './http/server.ts';
import { setUpHttp } from './http-setup.ts';
import { setUpMail } from './mail-setup.ts';
import { pathOf, readVersion } from './places.ts';
import { puzzleBank } from './puzzle-bank.ts';
import { Timers } from './schedule/timers.ts';
import { loadServerKey } from './server-key.ts';
import { makeProcessId, setUpSharing } from './sharing-setup.ts';
import { DEFAULT_LIMITS, type SocketLimits } from './socket/limits.ts';
import { SocketServer } from './socket/socket-server.ts';
import { stopAll } from './stop-all.ts';
import { type OpenStore, openStore } from './storage/open-store.ts';
import { deepEngineOf, setUpVolunteers } from './volunteers-setup.ts';

export interface Composed {
  /** Not yet listening. */
  readonly server: Server;
  /** Resumes what was live; before listening. */
  start(): Promise<void>;
  /** Sends everybody away, finishes what is under way and lets go of the storage. */
  stop(): Promise<void>;
}

/** What has to be in order before anything is put together. */
interface Ground {
  readonly store: OpenStore;
  readonly serverKey: Key;
  readonly mail: MailSetup;
}

/** The service put together from its parts. Refused when the storage or a key cannot be used as it is. */
export async function compose(
  config: Config,
  operatorLog: Log,
  limits: SocketLimits = DEFAULT_LIMITS,
): Promise<Result<Composed>> {
  const log = countErrors(operatorLog);
  const ground = await prepare(config, log);
  return ground.ok ? { ok: true, value: await assemble(config, ground.value, log, limits) } : ground;
}

async function prepare(config: Config, log: Log): Promise<Result<Ground>> {
  const seed =
    config.serverKey === null ? loadServerKey(config.dataDir) : { ok: true as const, value: config.serverKey };
  if (!seed.ok) return seed;
  const opened = await openStore({ ...config, prismaFolder: pathOf('../prisma') });
  if (!opened.ok) return opened;
  const store = opened.value;
  const mail = setUpMail(config, log);
  const keys = await bringKeysUpToDate(store.accounts, mail.seal, log);
  if (!keys.ok) {
    await store.close();
    return keys;
  }
  return { ok: true, value: { store, mail, serverKey: await keyFromSeed(Buffer.from(seed.value, 'hex')) } };
}

async function assemble(
  config: Config,
  { store, serverKey, mail }: Ground,
  log: ReturnType<typeof countErrors>,
  limits: SocketLimits,
): Promise<Composed> {
  const world: World = { now: () => Date.now(), randomBytes };
  const alarms = new Timers(world, (name) => {
    service.wake(name).catch((err) => log.error({ err, name }, 'an alarm was answered wrongly'));
  });
  const { abandonMs, botDelayMs, publicUrl, trustProxy } = config;
  const [processId, isAlone] = [makeProcessId(), config.redisUrl === null];
  const sharing = setUpSharing(config, processId, serverKey.pub, log);
  const { bus, presence, lists } = sharing;
  const bank = puzzleBank(pathOf('server/assets/puzzles.json.gz'));
  const queue = setUpVolunteers({ config, store, sharing, processId, bank, world, log });
  const deepEngine = deepEngineOf(config);
  const analysis = { ...setUpAnalysis(log), evaluator: queue.evaluator, deepEngine };
  const matches = puzzlesFromMatches({ ...store, engine: deepEngine });
  const puzzling = setUpPuzzles({ store: store.puzzles, matches, bank, world, log });
  const thinker = setUpThinker(log);
  const common = { store, bus, presence, lists, alarms, world, log, serverKey, abandonMs, botDelayMs, thinker };
  const service = await createService({ ...common, processId, isAlone, mail, ...puzzling, analysis });

  const backups = setUpBackups(config, world, log);
  const version = readVersion();
  const failed = (err: unknown) => log.error({ err }, 'a message was answered wrongly');
  const sockets = new SocketServer({ service, limits, version, publicUrl, trustProxy, failed });
  const http = setUpHttp({ config, log, store, service, queue, sharing, sockets, backups, version });
  const server = makeServer(http, (request, socket, head) => sockets.upgrade(request, socket, head));
  const own = { alarms, analyst: analysis.analyst, thinker, backups, sockets, server };
  const stop = () => stopAll({ ...own, service, queue, sharing, store });
  const start = async () => {
    sharing.start();
    await service.start();
    backups.start();
  };
  return { server, start, stop };
}

/** The daily puzzle, and how those who mail it ask for it. */
function setUpPuzzles(parts: PuzzleParts): Pick<ServiceParts, 'puzzles' | 'todaysPuzzle'> {
  const puzzles = new Puzzles(parts);
  return { puzzles, todaysPuzzle: (date) => puzzles.ofDay(date) };
}
