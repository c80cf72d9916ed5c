import { setTimeout as pause } from 'node:timers/promises';
import type { Contender, Duel, Pace, RunningServer } from './contender.ts';
import { type Figures, Meter } from './meter.ts';

/** What one contender came to with so many matches. */
export interface RunFigures {
  readonly name: string;
  readonly matches: number;
  /** Resident memory for each match that waits for its first roll, its two connections included. */
  readonly rssBytesPerMatch: number;
  readonly heapBytesPerMatch: number;
  readonly paced: Figures;
  readonly saturated: Figures;
  /** Live objects of the heap for each match at the end, and how many events it had then. */
  readonly heapBytesPerMatchAtEnd: number;
  readonly eventsPerMatchAtEnd: number;
}

export interface RunSettings {
  readonly matches: number;
  readonly thinkMs: number;
  readonly warmUpS: number;
  readonly seconds: number;
}

/** Of all duels, this share is opened before memory is read first: what a process needs only once is no duel's. */
const FIRST_SHARE = 0.3;
/** Duels that are opened at the same time. */
const AT_ONCE = 20;

/** One contender in a fresh process: memory of its matches, then play at a human-like pace, then as fast as it can. */
export async function runContender(contender: Contender, settings: RunSettings): Promise<RunFigures> {
  const server = await contender.start();
  try {
    return { name: contender.name, ...(await runOn(server, settings)) };
  } finally {
    await server.stop();
  }
}

async function runOn(server: RunningServer, { matches, thinkMs, warmUpS, seconds }: RunSettings) {
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
  for (const duel of duels) duel.play();
  const measure = async (ms: number): Promise<Figures> => {
    pace.thinkMs = ms;
    await pause(warmUpS * 1000 + 1.5 * ms);
    return meter.measure(probe, seconds);
  };
  // first at full speed: a process that has just begun still compiles what it runs
  const saturated = await measure(0);
  const paced = await measure(thinkMs);
  const events = meter.events;
  for (const duel of duels) duel.end();
  const end = await probe.memory();
  return {
    matches,
    rssBytesPerMatch: (opened.rssBytes - before.rssBytes) / counted,
    heapBytesPerMatch: (opened.heapBytes - before.heapBytes) / counted,
    ...{ paced, saturated },
    heapBytesPerMatchAtEnd:
      (opened.heapBytes - before.heapBytes) / counted + (end.heapBytes - opened.heapBytes) / matches,
    eventsPerMatchAtEnd: events / matches,
  };
}

/** Opens duels until there are so many, some at a time. */
async function openDuels(duels: Duel[], count: number, open: (index: number) => Promise<Duel>): Promise<void> {
  let next = duels.length;
  const openSome = async () => {
    while (next < count) duels.push(await open(next++));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, openSome));
}
