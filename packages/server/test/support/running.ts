import type { Server } from 'node:http';
import { type Composed, compose } from '../../src/compose/compose.ts';
import { listen, type Place } from '../../src/compose/listen.ts';
import { type Config, readConfig } from '../../src/config/config.ts';
import { DEFAULT_LIMITS, type SocketLimits } from '../../src/socket/limits.ts';
import { temporaryFolder } from '../storage/folders.ts';
import { FakeLog } from './fake-world.ts';
import { SocketClient } from './socket-client.ts';

/** Limits for clients that play as fast as they can. */
const many = { burst: 100_000, perSecond: 100_000 };
export const FAST: SocketLimits = { ...DEFAULT_LIMITS, ...many, arrivals: many, proofs: many };

/** The whole service on a free port. */
export interface Running {
  readonly log: FakeLog;
  readonly port: number;
  /** URL of the metrics server, if enabled. */
  readonly metricsPort: number | null;
  connect(): Promise<SocketClient>;
  fetch(path: string): Promise<Response>;
  stop(): Promise<void>;
}

/** A data folder with a service that can be started and stopped repeatedly. */
export interface Installation {
  readonly folder: ReturnType<typeof temporaryFolder>;
  /** Starts the service, with other settings if given. */
  run(limits?: SocketLimits, others?: Record<string, string>): Promise<Running>;
  /** Stops the service and removes the folder. */
  remove(): Promise<void>;
}

export function newInstallation(environment: Record<string, string> = {}): Installation {
  const folder = temporaryFolder();
  const usual = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder.path, BOT_DELAY_MS: '0', ...environment };
  const stops = new Set<() => Promise<void>>();
  return {
    folder,
    async run(limits = FAST, others = {}) {
      const config = readConfig({ ...usual, ...others });
      if (!config.ok) throw new Error(config.message);
      const running = await run(config.value, limits);
      const stop = async () => {
        if (stops.delete(stop)) await running.stop();
      };
      stops.add(stop);
      return { ...running, stop };
    },
    async remove() {
      for (const stop of stops) await stop();
      folder.remove();
    },
  };
}

/** Starts the service with these settings, even if they are inconsistent. */
async function run(config: Config, limits: SocketLimits = FAST): Promise<Running> {
  const log = new FakeLog();
  const composed = await compose(config, log, limits);
  if (!composed.ok) throw new Error(composed.message);
  const { server, metrics, start, stop }: Composed = composed.value;
  await start();
  const port = await portOf(server, { port: config.port, host: config.host, setting: 'PORT' });
  const place = { port: config.metricsPort ?? 0, host: config.metricsHost, setting: 'METRICS_PORT' } as const;
  const metricsPort = metrics && (await portOf(metrics, place));
  return {
    log,
    port,
    metricsPort,
    stop,
    connect: () => SocketClient.open(`ws://127.0.0.1:${port}/ws`),
    fetch: (path) => fetch(`http://127.0.0.1:${port}${path}`),
  };
}

async function portOf(server: Server, place: Place): Promise<number> {
  const listening = await listen(server, place);
  if (!listening.ok) throw new Error(listening.message);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('listening on no port');
  return address.port;
}
