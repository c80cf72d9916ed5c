import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { keyFromSeed } from 'bg-record';
import type { Result } from 'bg-rules';
import type { Config } from '../config/config.ts';
import { pathOf, prismaFolder, readVersion } from '../config/paths.ts';
import type { StoreUnavailable } from '../domain/ports/unavailable.ts';
import type { Log, World } from '../domain/ports/world.ts';
import { ownView } from '../domain/public-log/own-view.ts';
import { puzzlesFromMatches } from '../domain/puzzle/from-matches.ts';
import { type PuzzleParts, Puzzles } from '../domain/puzzle/puzzles.ts';
import type { ServerKeys } from '../domain/server-keys.ts';
import { endWithStatus } from '../http/raw-answers.ts';
import { NewestRecords } from '../http/record-files.ts';
import { makeServer } from '../http/server.ts';
import { bringKeysUpToDate } from '../keys/account-keys.ts';
import { openServerKeys, readServerSeeds } from '../keys/server-keys.ts';
import { openTlsNetwork, type TlsNetwork } from '../links/tls-network.ts';
import { Metrics } from '../metrics/metrics.ts';
import { vapidKeysFrom } from '../push/vapid-keys.ts';
import { BROWSERS_PUSH_SERVICES, WebPushSender } from '../push/web-push-sender.ts';
import { Repeat } from '../schedule/repeat.ts';
import { Timers } from '../schedule/timers.ts';
import { FairQueue } from '../shared/fair-queue.ts';
import { Rounds } from '../shared/rounds.ts';
import { DEFAULT_LIMITS, type SocketLimits } from '../socket/limits.ts';
import { SocketServer } from '../socket/socket-server.ts';
import { type OpenStore, openStore } from '../storage/open-store.ts';
import { puzzleBank } from '../storage/puzzle-bank.ts';
import { setUpBackups } from './backup-setup.ts';
import { warnOfProxy } from './forwarded.ts';
import { countErrors, HealthLook, LOOK_EVERY_MS } from './health.ts';
import { setUpHttp } from './http-setup.ts';
import { portOf } from './listen.ts';
import { type LogIdentity, openLogIdentity, setUpLog } from './log-setup.ts';
import type { MailSetup } from './mail-services.ts';
import { setUpMail } from './mail-setup.ts';
import { setUpMetrics } from './metrics-setup.ts';
import { setUpOrigins } from './origins.ts';
import { deepEngineOf, setUpVolunteers } from './queue-setup.ts';
import { createService, type ServiceParts } from './service.ts';
import { stopAll } from './stop-all.ts';
import { StoreOutage } from './store-outage.ts';
import { setUpAnalysis, setUpDecider, setUpPainter, setUpVerifier, startDatabaseThread } from './threads-setup.ts';

const PROCESS_ID_BYTES = 9;
/** Interval at which every process reads the bans that commands have stored. */
const BANS_READ_MS = 2_000;
/** Interval at which every process reads the records that have finished. */
const RECORDS_READ_MS = 5_000;
/** Capacity for the newest records. */
const NEWEST_BYTES = 16 * 1024 * 1024;

/** While one task waits for the database, another encodes its answer. A waiting task takes a few kilobytes. */
const FAIR_QUEUE = { atOnce: 2, most: 4_096 };
/** Requests outside of that queue that start in one turn of the event loop: some 10 ms of work. */
const STARTS_AT_ONCE = 32;

export interface Composed {
  /** Not listening yet. */
  readonly server: Server;
  /** The metrics server, not listening yet. Null when it is disabled. */
  readonly metrics: Server | null;
  /** Resumes the live matches. Call it before listening. */
  start(): Promise<void>;
  /** Closes all connections, finishes running work and closes the storage. */
  stop(): Promise<void>;
}

/** The parts that must be usable before the service is assembled. */
interface Prepared {
  readonly store: OpenStore;
  readonly outage: StoreOutage;
  readonly metrics: Metrics;
  readonly serverKeys: ServerKeys;
  readonly mail: MailSetup;
  /** Null if the service sends no push messages. */
  readonly pushSender: WebPushSender | null;
  /** Null if the service has no public log. */
  readonly logIdentity: LogIdentity | null;
  /** Null if no other process works on the same data. */
  readonly network: TlsNetwork | null;
}

/** Creates the service. Fails when the storage or a key is not usable. */
export async function compose(
  config: Config,
  operatorLog: Log,
  limits: SocketLimits = DEFAULT_LIMITS,
): Promise<Result<Composed>> {
  const log = countErrors(operatorLog);
  const outage = new StoreOutage(operatorLog);
  const prepared = await prepare(config, outage, log);
  return prepared.ok ? { ok: true, value: await assemble(config, prepared.value, log, limits) } : prepared;
}

async function prepare(config: Config, outage: StoreOutage, log: Log): Promise<Result<Prepared>> {
  const seeds = readServerSeeds(config);
  if (!seeds.ok) return seeds;
  const metrics = new Metrics();
  const unavailable = ({ message }: StoreUnavailable) => outage.begins(message);
  const own = { prismaFolder, databaseThread: startDatabaseThread, committed: metrics.committed, unavailable };
  const opened = await openStore({ ...config, ...own });
  if (!opened.ok) return opened;
  const store = { ...opened.value, matches: metrics.matches(opened.value.matches) };
  const plain = setUpMail(config, log);
  const mail = { ...plain, mailer: metrics.mailer(plain.mailer) };
  const accounts = await bringKeysUpToDate(store.accounts, mail.seal, log);
  const keys = accounts.ok ? await openServerKeys(seeds.value, config, store, { now: Date.now(), log }) : accounts;
  const common = { store, outage, metrics, mail, pushSender: setUpPush(config, seeds.value, log) };
  const { present, former } = seeds.value;
  const ready = keys.ok
    ? await withLog(config, { ...common, serverKeys: keys.value }, [present, ...former], log)
    : keys;
  if (!ready.ok) await store.close();
  return ready;
}

async function withLog(
  config: Config,
  parts: Omit<Prepared, 'logIdentity' | 'network'>,
  seeds: readonly string[],
  log: Log,
): Promise<Result<Prepared>> {
  const { store, serverKeys } = parts;
  const identity = await openLogIdentity(config, store.publicLog, { serverKeys, now: Date.now(), log });
  if (!identity.ok) return identity;
  const network = await setUpLinks(config, seeds);
  return network.ok ? { ok: true, value: { ...parts, logIdentity: identity.value, network: network.value } } : network;
}

async function assemble(
  config: Config,
  { store, outage, metrics, serverKeys, mail, pushSender, logIdentity, network }: Prepared,
  log: ReturnType<typeof countErrors>,
  limits: SocketLimits,
): Promise<Composed> {
  const world: World = { now: () => Date.now(), elapsedMs: () => performance.now(), randomBytes };
  const alarms = new Timers(world, (err, name) => log.error({ err, name }, 'unhandled error in alarm handler'));
  const { abandonMs, botDelayMs, publicUrl, trustProxy } = config;
  const processId = randomBytes(PROCESS_ID_BYTES).toString('base64url');
  const bank = puzzleBank(pathOf('server/assets/puzzles.json.gz'));
  const queue = setUpVolunteers({ config, store, alarms, serverPub: serverKeys.present.pub, world, log });
  const deepEngine = deepEngineOf(config);
  const { evaluator, workers } = queue;
  const analysis = { ...setUpAnalysis(log), evaluator, workers, deepEngine, limitDeep: config.limitDeep };
  const matches = puzzlesFromMatches({ ...store, engine: deepEngine, confirm: analysis.analyser.confirm });
  const puzzling = setUpPuzzles({ store: store.puzzles, matches, bank, world, log, now: () => performance.now() });
  const [decider, verifier] = [setUpDecider(log), setUpVerifier(log)];
  const common = {
    store,
    alarms,
    world,
    log,
    serverKeys,
    abandonMs,
    botDelayMs,
    decider,
    verifier,
    logView: logIdentity && ownView(logIdentity.signer.key, store.publicLog, log),
  };
  const service = await createService({ ...common, processId, network, mail, pushSender, ...puzzling, analysis });

  const backups = setUpBackups(config, world, log);
  const { dataDir } = config;
  const observer = (names: readonly string[]) => metrics.cosignatures(names);
  const logStore = { store: store.publicLog, dataDir, witnesses: config.logWitnesses, observer };
  const { isExclusive } = store.leases;
  const logging = { identity: logIdentity, ...logStore, processId, isExclusive, alarms, world, log };
  const publicLog = setUpLog(logging);
  const look = new HealthLook({
    probe: () => store.probe(),
    count: () => queue.count(),
    backup: () => backups.status(),
    outage,
    ...(publicLog && { log: () => publicLog.health() }),
  });
  const newest = new NewestRecords(store.records, NEWEST_BYTES);
  const looking = new Repeat(() => look.look(), LOOK_EVERY_MS);
  const reading = new Repeat(() => newest.refresh(), RECORDS_READ_MS);
  const bansTimer = setInterval(() => void service.bans.refresh(), BANS_READ_MS).unref();
  const version = readVersion();
  const port = () => portOf(requests.server) ?? config.port;
  const origins = setUpOrigins({ config, port, world, log });
  const fairQueue = new FairQueue({ ...FAIR_QUEUE, worked: () => store.worked() });
  const rounds = new Rounds(STARTS_AT_ONCE);
  const sockets = new SocketServer({
    service,
    limits,
    version,
    publicUrl,
    origins,
    trustProxy,
    observer: metrics.sockets,
    fairQueue,
    rounds,
    refuse: endWithStatus,
  });
  const painter = setUpPainter(log);
  const setup = {
    config,
    log,
    store,
    service,
    queue,
    sockets,
    backups,
    publicLog,
    version,
    painter,
    fairQueue,
    rounds,
  };
  const http = setUpHttp({ ...setup, look, newest, observer: metrics.requests });
  const metricsServer = setUpMetrics({ ...setup, look, metrics, http });
  const requests = makeServer(http, (request, socket, head) => sockets.upgrade(request, socket, head));
  if (!trustProxy) warnOfProxy(requests.server, log);
  const own = {
    bansTimer,
    repeats: [looking, reading],
    alarms,
    analyser: analysis.analyser,
    decider,
    verifier,
    painter,
    pushSender,
    backups,
    publicLog,
    sockets,
    requests,
    metrics: metricsServer,
  };
  const stop = () => stopAll({ ...own, service, queue, network, store });
  const start = async () => {
    await service.start();
    backups.start();
    publicLog?.sequencer.start();
    void reading.start();
    await looking.start();
  };
  return { server: requests.server, metrics: metricsServer, start, stop };
}

/** The daily puzzle, with the function that the mailing uses. */
function setUpPuzzles(parts: PuzzleParts): Pick<ServiceParts, 'puzzles' | 'todaysPuzzle'> {
  const puzzles = new Puzzles(parts);
  return { puzzles, todaysPuzzle: (date) => puzzles.ofDay(date) };
}

/** The links to the other processes of the service. Null with the embedded database, which one process has for itself. */
async function setUpLinks(
  { databaseUrl, linkHost: host, linkPort: port, linkAddress: address }: Config,
  seeds: readonly string[],
): Promise<Result<TlsNetwork | null, 'link-address-unusable'>> {
  if (databaseUrl === null) return { ok: true, value: null };
  const keys = await Promise.all(
    seeds.map(async (hex) => {
      const seed = Buffer.from(hex, 'hex');
      return { pub: (await keyFromSeed(seed)).pub, seed };
    }),
  );
  try {
    return { ok: true, value: await openTlsNetwork({ host, port, address, keys }) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `Cannot listen for other processes on ${host} port ${port}: ${reason}. Set LINK_HOST and LINK_PORT to a free address.`;
    return { ok: false, code: 'link-address-unusable', message };
  }
}

interface ServerSeeds {
  readonly present: string;
  readonly former: readonly string[];
}

/** Null if the operator has turned push messages off. */
function setUpPush(config: Config, { present, former }: ServerSeeds, log: Log): WebPushSender | null {
  if (!config.isPushOn) return null;
  return new WebPushSender({
    keys: [vapidKeysFrom(present), ...former.map(vapidKeysFrom)],
    contact: contactOf(config),
    services: [...BROWSERS_PUSH_SERVICES, ...config.pushServices],
    failed: (fault) => log.warn(fault, 'a push service did not accept a message'),
  });
}

/** Push services write to this address or page when something is wrong. */
function contactOf({ mailFrom, publicUrl }: Config): string {
  const address = mailFrom?.match(/[^\s<>]+@[^\s<>]+/)?.[0];
  if (address !== undefined) return `mailto:${address}`;
  const isReachable = publicUrl?.startsWith('https:') === true;
  return isReachable && publicUrl !== null ? publicUrl : 'mailto:operator@localhost';
}
