import type { Server } from 'node:http';
import type { HttpServer } from '../http/server.ts';
import type { TlsNetwork } from '../links/tls-network.ts';
import type { WebPushSender } from '../push/web-push-sender.ts';
import type { Repeat } from '../schedule/repeat.ts';
import type { Timers } from '../schedule/timers.ts';
import type { SocketServer } from '../socket/socket-server.ts';
import type { OpenStore } from '../storage/open-store.ts';
import type { ThreadAnalyser } from '../threads/thread-analyser.ts';
import type { ThreadDecider } from '../threads/thread-decider.ts';
import type { ThreadPainter } from '../threads/thread-painter.ts';
import type { ThreadVerifier } from '../threads/thread-verifier.ts';
import type { RunningBackups } from './backup-setup.ts';
import type { RunningLog } from './log-setup.ts';
import type { OpenQueue } from './queue-setup.ts';
import type { Service } from './service.ts';

/** Time for connections to close. */
const CLOSE_MS = 2_000;

interface Running {
  readonly bansTimer: NodeJS.Timeout;
  /** The background reads of the process. */
  readonly repeats: readonly Repeat[];
  readonly analyser: ThreadAnalyser;
  readonly decider: ThreadDecider;
  readonly verifier: ThreadVerifier;
  readonly painter: ThreadPainter;
  readonly backups: RunningBackups;
  /** Null if the service has no public log. */
  readonly publicLog: RunningLog | null;
  /** Null if the service sends no push messages. */
  readonly pushSender: WebPushSender | null;
  readonly alarms: Timers;
  readonly sockets: SocketServer;
  readonly requests: HttpServer;
  /** The metrics server, if enabled. */
  readonly metrics: Server | null;
  readonly service: Service;
  readonly queue: OpenQueue;
  /** Null if no other process works on the same data. */
  readonly network: TlsNetwork | null;
  readonly store: OpenStore;
}

/** Closes all connections, finishes running work and closes the storage last. */
export async function stopAll({
  bansTimer,
  repeats,
  alarms,
  analyser,
  decider,
  verifier,
  painter,
  pushSender,
  backups,
  publicLog,
  sockets,
  requests,
  metrics,
  service,
  queue,
  network,
  store,
}: Running): Promise<void> {
  clearInterval(bansTimer);
  alarms.stop();
  backups.stop();
  // First, so that other processes continue the matches while connections are being closed here.
  await service
    .handOver()
    .catch((err) =>
      service.log.error(
        { err },
        'could not hand the live matches over; other processes take them when this one counts as dead',
      ),
    );
  const { server } = requests;
  const closed = new Promise((resolve) => server.close(resolve));
  const analysed = service.analyses.stop();
  await sockets.stop();
  const cut = setTimeout(() => {
    sockets.terminate();
    server.closeAllConnections();
  }, CLOSE_MS);
  await closed;
  clearTimeout(cut);
  await analysed;
  // Requests of disconnected clients still run and need the storage.
  await requests.idle();
  await service.idle();
  await Promise.all(repeats.map((repeat) => repeat.stop()));
  await publicLog?.sequencer.stop();
  // Cancelled analyses withdraw their jobs.
  await queue.idle();
  await Promise.all([analyser.stop(), decider.stop(), verifier.stop(), painter.stop()]);
  pushSender?.close();
  metrics?.close();
  metrics?.closeAllConnections();
  await network?.stop();
  await store.close();
}
