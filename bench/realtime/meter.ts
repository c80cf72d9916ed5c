import { type EventLoopUtilization, monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '../shared/samples.ts';
import type { Database } from './database.ts';
import type { Probe } from './probe.ts';

/** The processes and the database whose use is measured. */
interface Measured {
  readonly probe: Pick<Probe, 'use'>;
  readonly database?: Pick<Database, 'usedUs'> | undefined;
}

/** The measurements of a period of play. */
export interface Figures {
  /** Players' events per second that reached the opponent. */
  readonly heardPerS: number;
  /** Events per second that the server accepted, including its own. */
  readonly eventsPerS: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the server per event, in microseconds. */
  readonly cpuUsPerEvent: number;
  /** The same of the shared PostgreSQL. 0 without it. */
  readonly postgresUsPerEvent: number;
  /** Number of players' events that came too late, because the server had stored one of its own under that number. */
  readonly overtaken: number;
  /** Share of one core that the server used, over all threads. */
  readonly serverCores: number;
  /** Share of one core that the players used. */
  readonly playersCores: number;
  /** Share of the time in which the players' event loop was busy. Near 1, the players are the bottleneck. */
  readonly playersBusy: number;
  /**
   * The 99th percentile of the lateness of timers in the players' event loop. Each event passes through this
   * loop twice.
   */
  readonly playersLateP99Ms: number;
}

/** Interval of the timers that measure the lateness. */
const TIMER_MS = 1;

/** Shared by all duels of a run: counts events and times them on their way to the opponent. */
export class Meter {
  /** Number of events since the start. */
  events = 0;
  #overtaken = 0;
  #delays: number[] = [];

  /** Counts an accepted event of any party. */
  accepted(): void {
    this.events += 1;
  }

  /** Counts a player's event that came too late. */
  overtaken(): void {
    this.#overtaken += 1;
  }

  /** Records that a player's event reached the opponent. `sentMs` is from `performance.now()`. */
  heard(sentMs: number): void {
    this.#delays.push(performance.now() - sentMs);
  }

  /** Measures for this many seconds. */
  async measure({ probe, database }: Measured, seconds: number): Promise<Figures> {
    const lateness = monitorEventLoopDelay({ resolution: TIMER_MS });
    const databaseBeforeUs = database?.usedUs ?? 0;
    const before = this.#begin(await probe.use());
    lateness.enable();
    await pause(seconds * 1000);
    lateness.disable();
    const ms = performance.now() - before.ms;
    const own = process.cpuUsage(before.own);
    const busy = performance.eventLoopUtilization(before.loop).utilization;
    const [delays, events] = [this.#delays, this.events - before.events];
    const cpuUs = (await probe.use()).cpuUs - before.cpuUs;
    return {
      heardPerS: (delays.length * 1000) / ms,
      eventsPerS: (events * 1000) / ms,
      p50Ms: quantile(delays, 0.5),
      p99Ms: quantile(delays, 0.99),
      cpuUsPerEvent: cpuUs / events,
      postgresUsPerEvent: ((database?.usedUs ?? 0) - databaseBeforeUs) / events,
      overtaken: this.#overtaken,
      serverCores: cpuUs / 1000 / ms,
      playersCores: (own.user + own.system) / 1000 / ms,
      playersBusy: busy,
      playersLateP99Ms: lateness.percentile(99) / 1e6 - TIMER_MS,
    };
  }

  #begin({ cpuUs }: { readonly cpuUs: number }) {
    this.#delays = [];
    this.#overtaken = 0;
    const loop: EventLoopUtilization = performance.eventLoopUtilization();
    return { cpuUs, loop, events: this.events, own: process.cpuUsage(), ms: performance.now() };
  }
}
