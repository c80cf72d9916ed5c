import type { EventEmitter } from 'node:events';
import { constants, setPriority } from 'node:os';
import type { Key } from 'bg-record';
import { openEngine } from '../engine/open-engine.ts';
import type { Engine } from '../engine/types.ts';
import { systemClock } from '../jobs/clock.ts';
import { HttpServer } from '../jobs/http-server.ts';
import { Lifecycle } from '../jobs/lifecycle.ts';
import { WorkerStatus } from '../jobs/status.ts';
import type { Ending } from '../jobs/types.ts';
import { work } from '../jobs/worker.ts';
import type { Screen } from './screen.ts';
import type { Settings } from './settings.ts';
import { readStatistics, StatisticsFile, statisticsPath, statisticsText } from './statistics.ts';
import { EXIT } from './usage.ts';

/** Runs a worker until it is told to stop or cannot continue. Returns the exit code. */
export async function runWorker(settings: Settings & { readonly own: Key | null }, screen: Screen): Promise<number> {
  const { server: url, key, id, own, engineId, engine: kind, enginePath: path, processes } = settings;
  const workerId = own?.pub ?? id;
  lowerPriority();
  const lifecycle = new Lifecycle();
  const status = new WorkerStatus((text) => screen.say(text));
  const stopListening = listenForSignals(process, lifecycle, (text) => screen.say(text));
  const openOne = () => openEngine({ kind, path, id: engineId });
  // An engine that cannot be used is reported before anything else: the worker would not work.
  const first = await openOne();
  if (!first.ok) {
    stopListening();
    screen.say(first.message);
    return EXIT.engineUnfit;
  }
  const opened: Engine[] = [first.value];
  screen.say(`Working for ${url} as ${workerId} with ${processes} × ${engineId}. Press Ctrl-C to stop.`);
  const statisticsFile = statisticsPath(process.env);
  const sayStatistics = () => {
    const known = readStatistics(statisticsFile);
    if (known) screen.say(statisticsText(known));
  };
  sayStatistics();
  const over = new AbortController();
  const shown = screen.show(status, engineId, over.signal);
  const kept = new StatisticsFile(statisticsFile, systemClock, (text) => screen.say(text)).keep(status, over.signal);
  await work({
    status,
    lifecycle,
    clock: systemClock,
    random: Math.random,
    engines: processes,
    engineId,
    ply: settings.ply,
    maxJobsPerHour: settings.maxJobsPerHour,
    minQueue: settings.minQueue,
    server: new HttpServer({ url, key, workerId, engineId, own, signal: lifecycle.aborted }),
    openEngine: async () => {
      const engine = opened.pop();
      return engine ? { ok: true, value: engine } : openOne();
    },
  });
  over.abort();
  await Promise.all([shown, kept]);
  if (status.accepted > 0) sayStatistics();
  stopListening();
  if (lifecycle.ending) screen.say(lifecycle.ending.message);
  if (lifecycle.ending) return EXIT_OF_ENDING[lifecycle.ending.code];
  return lifecycle.aborted.aborted ? EXIT.aborted : EXIT.finished;
}

const EXIT_OF_ENDING: Readonly<Record<Ending['code'], number>> = {
  'refused-by-server': EXIT.refusedByServer,
  'engine-unfit': EXIT.engineUnfit,
};

/** Gives this process and its engines the lowest priority. Continues if the system does not allow it. */
function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Some containers forbid it.
  }
}

const FINISHING = 'Finishing current jobs. Press Ctrl-C again to stop at once.';

/**
 * The first SIGINT (Ctrl-C) or SIGTERM finishes the run, the second aborts it. Returns a function that
 * removes the listeners.
 */
export function listenForSignals(source: EventEmitter, lifecycle: Lifecycle, say: (text: string) => void): () => void {
  const onSignal = () => {
    if (lifecycle.finishing.aborted) return lifecycle.abort();
    say(FINISHING);
    lifecycle.finish();
  };
  source.on('SIGINT', onSignal);
  source.on('SIGTERM', onSignal);
  return () => {
    source.off('SIGINT', onSignal);
    source.off('SIGTERM', onSignal);
  };
}
