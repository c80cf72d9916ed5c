import { printLines, visible } from 'bg-record';
import type { Clock } from '../jobs/clock.ts';
import type { WorkerStatus } from '../jobs/status.ts';

export interface Screen {
  /** Prints one sentence that stays on the screen. It may have text of the server. */
  say(text: string): void;
  /** Shows the state of the worker until the signal aborts. */
  show(status: WorkerStatus, engineId: string, signal: AbortSignal): Promise<void>;
}

/** The output stream. `columns` is its width, if it has one. */
interface Output {
  write(text: string): boolean;
  readonly columns?: number;
}

const CLEAR_LINE = '\r\x1b[2K';
const LIVE_MS = 1_000;
const PLAIN_MS = 60_000;

/** For terminals: the last line shows the current state, with messages above it. */
export class LiveScreen implements Screen {
  readonly #output: Output;
  readonly #clock: Clock;
  #line = '';

  constructor(output: Output, clock: Clock) {
    this.#output = output;
    this.#clock = clock;
  }

  say(text: string): void {
    if (this.#line) this.#output.write(CLEAR_LINE);
    printLines(this.#output, text);
    if (this.#line) this.#output.write(this.#line);
  }

  async show(status: WorkerStatus, engineId: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const line = visible(statusLine(status, this.#clock.nowMs(), engineId));
      this.#line = line.slice(0, (this.#output.columns || 80) - 1);
      this.#output.write(`${CLEAR_LINE}${this.#line}`);
      await this.#clock.sleep(LIVE_MS, signal);
    }
    this.#line = '';
    this.#output.write(CLEAR_LINE);
    printLines(this.#output, statusLine(status, this.#clock.nowMs(), engineId));
  }
}

/** For logs: complete lines with the time. The state is written once a minute, and only if it changed. */
export class PlainScreen implements Screen {
  readonly #output: Output;
  readonly #clock: Clock;

  constructor(output: Output, clock: Clock) {
    this.#output = output;
    this.#clock = clock;
  }

  say(text: string): void {
    printLines(this.#output, `${clockText(this.#clock.nowMs())} ${text}`);
  }

  async show(status: WorkerStatus, engineId: string, signal: AbortSignal): Promise<void> {
    let last = '';
    while (!signal.aborted) {
      await this.#clock.sleep(PLAIN_MS, signal);
      const line = statusLine(status, this.#clock.nowMs(), engineId);
      if (line !== last) this.say(line);
      last = line;
    }
  }
}

/** Describes the state of a worker in one line. If no engine is working, it gives the reason. */
export function statusLine(status: WorkerStatus, nowMs: number, engineId: string): string {
  const counts = [`${status.done} ${status.done === 1 ? 'job' : 'jobs'} done`];
  if (status.refused > 0) counts.push(`${status.refused} refused`);
  if (status.givenUp + status.stale > 0) counts.push(`${status.givenUp + status.stale} returned to the server`);
  return `${stateOf(status, nowMs, engineId)}; ${counts.join(', ')}`;
}

function stateOf(status: WorkerStatus, nowMs: number, engineId: string): string {
  if (status.running === 0) return `idle: ${idleReason(status, engineId)}`;
  const speed = `${status.perSecond(nowMs).toFixed(1)} positions/s on ${status.running} engine${status.running === 1 ? '' : 's'}`;
  return status.serverState.kind === 'open' ? speed : `${speed}, ${serverStateText(status)}`;
}

/** Returns the reason why no engine is working, the most informative first. */
export function idleReason(status: WorkerStatus, engineId: string): string {
  if (status.serverState.kind !== 'open') return serverStateText(status);
  if (status.hourlyUntilMs !== null) return `hourly limit reached until ${clockText(status.hourlyUntilMs)}`;
  if (status.restarting > 0) return 'restarting the engine';
  if (status.shortQueue)
    return `the queue is short: ${status.shortQueue.depth} jobs, and this worker helps from ${status.shortQueue.least} on`;
  return status.noWork ? `no work for ${engineId}` : 'asking for work';
}

function serverStateText({ serverState }: WorkerStatus): string {
  if (serverState.kind === 'limited') return `rate limited until ${clockText(serverState.untilMs)}`;
  return serverState.kind === 'unreachable' ? `server unreachable since ${clockText(serverState.sinceMs)}` : '';
}

/** Formats a time as hours, minutes and seconds in the local time zone. */
export function clockText(ms: number): string {
  const time = new Date(ms);
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map((n) => String(n).padStart(2, '0')).join(':');
}
