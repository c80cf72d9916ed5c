import type { Server } from 'node:http';
import type { RunningBackups } from './backup-setup.ts';
import type { OpenQueue } from './domain/analysis/queue/open-queue.ts';
import type { Service } from './domain/service.ts';
import type { HttpServer } from './http/server.ts';
import type { Timers } from './schedule/timers.ts';
import type { Sharing } from './sharing-setup.ts';
import type { SocketServer } from './socket/socket-server.ts';
import type { OpenStore } from './storage/open-store.ts';
import type { ThreadAnalyst } from './threads/thread-analyst.ts';
import type { ThreadThinker } from './threads/thread-thinker.ts';
import type { ThreadVerifier } from './threads/thread-verifier.ts';

/** Connections have this long to say goodbye. */
const GOODBYE_MS = 2_000;

export interface Running {
  readonly bansTimer: NodeJS.Timeout;
  readonly analyst: ThreadAnalyst;
  readonly thinker: ThreadThinker;
  readonly verifier: ThreadVerifier;
  readonly backups: RunningBackups;
  readonly alarms: Timers;
  readonly sockets: SocketServer;
  readonly requests: HttpServer;
  /** Where metrics are told, if anywhere. */
  readonly metrics: Server | null;
  readonly service: Service;
  readonly queue: OpenQueue;
  readonly sharing: Sharing;
  readonly store: OpenStore;
}

/** Sends everybody away, finishes what is under way, and lets go of the storage last. */
export async function stopAll({
  bansTimer,
  alarms,
  analyst,
  thinker,
  verifier,
  backups,
  sockets,
  requests,
  metrics,
  service,
  queue,
  sharing,
  store,
}: Running): Promise<void> {
  clearInterval(bansTimer);
  alarms.stop();
  backups.stop();
  // first, so that other processes go on with the matches while the connections here are being closed
  await service.handOver().catch((err) => service.log.error({ err }, 'live matches not handed over'));
  const { server } = requests;
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
  // a request whose client has gone is worked through all the same, with the storage and what is shared
  await requests.idle();
  await service.idle();
  // what analyses asked for is withdrawn in turn, through what is shared
  await queue.idle();
  await Promise.all([analyst.stop(), thinker.stop(), verifier.stop()]);
  metrics?.close();
  metrics?.closeAllConnections();
  await sharing.stop();
  await store.close();
}
