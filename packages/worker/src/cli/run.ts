import { openEngine } from '../engine/open-engine.ts';
import { systemClock } from '../work/clock.ts';
import { HttpServer } from '../work/http-server.ts';
import { Shift } from '../work/shift.ts';
import { Tally } from '../work/tally.ts';
import { work } from '../work/worker.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { yieldToOthers } from './priority.ts';
import type { Screen } from './screen.ts';
import type { Settings } from './settings.ts';
import { listenForSignals } from './signals.ts';

/** Runs a worker until it is told to stop or cannot continue. Returns the exit code. */
export async function runWorker(settings: Settings, screen: Screen): Promise<number> {
  const { server: url, key, id: workerId, engineId, engine: kind, enginePath: path, processes } = settings;
  yieldToOthers();
  const shift = new Shift();
  const tally = new Tally((text) => screen.say(text));
  const stopListening = listenForSignals(process, shift, (text) => screen.say(text));
  screen.say(`Working for ${url} as ${workerId} with ${processes} × ${engineId}. Press Ctrl-C to stop.`);
  const over = new AbortController();
  const shown = screen.show(tally, engineId, over.signal);
  await work({
    tally,
    shift,
    clock: systemClock,
    random: Math.random,
    engines: processes,
    engineId,
    ply: settings.ply,
    maxJobsPerHour: settings.maxJobsPerHour,
    server: new HttpServer({ url, key, workerId, engineId, signal: shift.aborted }),
    openEngine: () => openEngine({ kind, path, id: engineId }),
  });
  over.abort();
  await shown;
  stopListening();
  if (shift.ending) screen.say(shift.ending.message);
  return shift.ending === null && shift.aborted.aborted ? EXIT.aborted : exitCodeOf(shift.ending);
}
