import { type EventLoopUtilization, monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '../two-samples.ts';
import type { Probe } from './probe.ts';

/** What a stretch of play came to. */
export interface Figures {
  /** Players' events that reached the opponent, a second. */
  readonly heardPerS: number;
  /** Events that the server accepted, its own among them, a second. */
  readonly eventsPerS: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the server for each of its events. */
  readonly cpuUsPerEvent: number;
  /** Share of one core that the server used, all its threads together. */
  readonly serverCores: number;
  /** Share of one core that the players used. */
  readonly playersCores: number;
  /** Share of the time in which the players' own event loop was busy: near 1, the players are the limit. */
  readonly playersBusy: number;
  /** How late the players' own event loop was for one in a hundred of its timers: an event passes through it at both of its ends. */
  readonly playersLateP99Ms: number;
}

/** Of the timers by which the lateness of a loop is seen. */
const TIMER_MS = 1;

/** What all duels of a run have in common: counts events and times them on their way to the opponent. */
export class Meter {
  /** All events so far, since the first. */
  events = 0;
  #delays: number[] = [];

  /** An event was accepted, whoever's. */
  accepted(): void {
    this.events += 1;
  }

  /** A player's event reached the opponent; `sentMs` by `performance.now()`. */
  heard(sentMs: number): void {
    this.#delays.push(performance.now() - sentMs);
  }

  /** Measures for so many seconds. */
  async measure(probe: Pick<Probe, 'use'>, seconds: number): Promise<Figures> {
    const lateness = monitorEventLoopDelay({ resolution: TIMER_MS });
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
      ...{ heardPerS: (delays.length * 1000) / ms, eventsPerS: (events * 1000) / ms },
      ...{ p50Ms: quantile(delays, 0.5), p99Ms: quantile(delays, 0.99) },
      ...{ cpuUsPerEvent: cpuUs / events, serverCores: cpuUs / 1000 / ms },
      ...{ playersCores: (own.user + own.system) / 1000 / ms, playersBusy: busy },
      playersLateP99Ms: lateness.percentile(99) / 1e6 - TIMER_MS,
    };
  }

  #begin({ cpuUs }: { readonly cpuUs: number }) {
    this.#delays = [];
    const loop: EventLoopUtilization = performance.eventLoopUtilization();
    return { cpuUs, loop, events: this.events, own: process.cpuUsage(), ms: performance.now() };
  }
}
