import type { Server } from 'node:http';
import type { HttpParts } from '../http/parts.ts';
import type { Figures } from '../metrics/figures.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { makeMetricsServer } from '../metrics/metrics-server.ts';
import { fromStore } from './health.ts';
import type { HttpSetup } from './http-setup.ts';

interface MetricsSetup
  extends Pick<
    HttpSetup,
    'config' | 'log' | 'look' | 'store' | 'service' | 'queue' | 'sockets' | 'backups' | 'publicLog' | 'version'
  > {
  readonly metrics: Metrics;
  readonly http: Pick<HttpParts, 'limiter'>;
}

/** Creates the metrics server, not listening yet. Returns null when it is disabled. */
export function setUpMetrics(setup: MetricsSetup): Server | null {
  const { config, log, metrics, version } = setup;
  if (config.metricsPort === null) return null;
  metrics.addProcess(version);
  const failed = (err: unknown) => log.error({ err }, 'could not collect the metrics');
  return makeMetricsServer({ metrics, failed, read: readerOf(setup) });
}

/** Reads all figures. Those that only the store knows are absent while it fails; the others need no store. */
function readerOf(setup: MetricsSetup): () => Promise<Figures> {
  const analysis = fromStore(() => analysisFigures(setup));
  const publicLog = fromStore(() => logFigures(setup));
  return async () => ({
    ...ownFigures(setup),
    ...NO_ANALYSIS,
    ...(await analysis()),
    ...NO_LOG,
    ...(await publicLog()),
  });
}

function ownFigures(setup: MetricsSetup) {
  const { log, look, service, sockets, http } = setup;
  const { rooms, presence } = service;
  const { connections, watching } = sockets.figures;
  const identified = presence.here.length;
  return {
    matchesOwned: rooms.owned,
    matchesOpen: rooms.count,
    // Identified connections include closed ones that have not ended yet.
    sockets: { identified, anonymous: Math.max(0, connections - identified) },
    watchers: watching,
    playersOnline: presence.count,
    seeksOpen: service.seeks(),
    limiterKeys: sockets.limiterKeys + http.limiter.keys,
    errors: log.errors,
    databaseUp: Number(look.seen.ok),
    ...backupFigures(setup),
    otherProcesses: rooms.links?.others ?? null,
    linksFailing: rooms.links?.failing ?? null,
    lobbyUp: Number(service.lobby.isReached),
  };
}

const NO_ANALYSIS = {
  analysisJobs: null,
  analysisServed: null,
  analysisDropped: null,
  analysisRejected: null,
  analysisWorkers: null,
};

async function analysisFigures({ queue, service }: MetricsSetup) {
  const { depth, leased } = await queue.count();
  const { served, dropped, rejected, workers } = await queue.workerApi.status(service.analyses.counts);
  return {
    analysisJobs: { waiting: Math.max(0, depth - leased), leased },
    analysisServed: served,
    analysisDropped: dropped,
    analysisRejected: rejected,
    analysisWorkers: workers,
  };
}

const NO_LOG = { logSize: null, logWaiting: null, logWaitingSeconds: null, logHalted: null, logOwn: null };

async function logFigures({ publicLog, store, service }: MetricsSetup) {
  if (!publicLog) return NO_LOG;
  const { entries, oldest } = await store.publicLog.backlog();
  const { own, halted } = await publicLog.health();
  return {
    logSize: (await store.publicLog.publishedSize()) ?? 0,
    logWaiting: entries,
    logWaitingSeconds: oldest === null ? 0 : Math.max(0, service.world.now() - oldest) / 1000,
    logHalted: Number(halted),
    logOwn: Number(own),
  };
}

function backupFigures({ backups }: MetricsSetup) {
  const backup = backups.status();
  const isThere = backup !== null && backup.bytes > 0;
  return {
    backupSeconds: isThere ? backup.at / 1000 : null,
    backupBytes: isThere ? backup.bytes : null,
    backupOk: backup && Number(backup.ok),
  };
}
