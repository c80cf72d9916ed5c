import { setTimeout as pause } from 'node:timers/promises';
import type { Contender, Duel, Pace, RunningServer } from './contender.ts';
import { type Figures, Meter } from './meter.ts';

/** The measurements of one contender with one number of matches. */
export interface RunFigures {
  readonly name: string;
  readonly matches: number;
  /** Resident memory per match that waits for its first roll, including its two connections. */
  readonly rssBytesPerMatch: number;
  readonly heapBytesPerMatch: number;
  /** Processor time of the servers in a second in which no event comes, in microseconds. The matches wait for their first roll. */
  readonly idleCpuUsPerS: number;
  readonly paced: Figures;
  readonly saturated: Figures;
  /** Live heap per match at the end, and the number of events per match then. */
  readonly heapBytesPerMatchAtEnd: number;
  readonly eventsPerMatchAtEnd: number;
}

interface RunSettings {
  readonly matches: number;
  readonly thinkMs: number;
  /** Time at full speed before the first measurement, because a new process still compiles its code. */
  readonly warmUpS: number;
  /**
   * If not null, the steady pace is measured first, after this many seconds, and full speed afterwards. At full speed V8 raises its limit of the
   * heap, and collects garbage less often for a minute or more after it.
   */
  readonly pacedFirstS: number | null;
  readonly seconds: number;
}

/** This share of all duels is opened before the first memory measurement, to exclude one-time costs of the process. */
const FIRST_SHARE = 0.3;
/** Time without events, or at the new pace, before a measurement of it. */
const SETTLE_S = 8;
/** Number of duels that are opened in parallel. */
const AT_ONCE = 20;

/**
 * Measures one contender in a new process: memory of its matches, then play at full speed and at a human-like
 * speed.
 */
export async function runContender(contender: Contender, settings: RunSettings): Promise<RunFigures> {
  const server = await contender.start();
  try {
    return { name: contender.name, ...(await runOn(server, settings)) };
  } finally {
    await server.stop();
  }
}

async function runOn(server: RunningServer, { matches, thinkMs, warmUpS, pacedFirstS, seconds }: RunSettings) {
  const { probe } = server;
  const meter = new Meter();
  const pace: Pace = { thinkMs };
  const duels: Duel[] = [];
  const openUntil = (count: number) => openDuels(duels, count, (index) => server.openDuel(index, { meter, pace }));
  const counted = matches - Math.floor(matches * FIRST_SHARE);
  await openUntil(matches - counted);
  const before = await probe.memory();
  await openUntil(matches);
  const opened = await probe.memory();
  await pause(SETTLE_S * 1000);
  const idle = await probe.use();
  await pause(seconds * 1000);
  const idleCpuUsPerS = ((await probe.use()).cpuUs - idle.cpuUs) / seconds;
  for (const duel of duels) duel.play();
  const measure = async (ms: number, afterS: number): Promise<Figures> => {
    pace.thinkMs = ms;
    await pause(afterS * 1000 + 1.5 * ms);
    return meter.measure(server, seconds);
  };
  const first = pacedFirstS === null ? null : await measure(thinkMs, pacedFirstS);
  const saturated = await measure(0, warmUpS);
  const paced = first ?? (await measure(thinkMs, SETTLE_S));
  const events = meter.events;
  for (const duel of duels) duel.end();
  const end = await probe.memory();
  return {
    matches,
    rssBytesPerMatch: (opened.rssBytes - before.rssBytes) / counted,
    heapBytesPerMatch: (opened.heapBytes - before.heapBytes) / counted,
    idleCpuUsPerS,
    paced,
    saturated,
    heapBytesPerMatchAtEnd:
      (opened.heapBytes - before.heapBytes) / counted + (end.heapBytes - opened.heapBytes) / matches,
    eventsPerMatchAtEnd: events / matches,
  };
}

/** Opens duels up to this number, several in parallel. */
async function openDuels(duels: Duel[], count: number, open: (index: number) => Promise<Duel>): Promise<void> {
  let next = duels.length;
  const openSome = async () => {
    while (next < count) duels.push(await open(next++));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, openSome));
}
