import type { Clock } from '../work/clock.ts';
import type { Tally } from '../work/tally.ts';
import { clockText, statusLine } from './status-line.ts';

export interface Screen {
  /** Prints one sentence that stays on the screen. */
  say(text: string): void;
  /** Shows the state of the worker until the signal aborts. */
  show(tally: Tally, engineId: string, signal: AbortSignal): Promise<void>;
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
    this.#output.write(`${this.#line ? CLEAR_LINE : ''}${text}\n${this.#line}`);
  }

  async show(tally: Tally, engineId: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#line = statusLine(tally, this.#clock.nowMs(), engineId).slice(0, (this.#output.columns || 80) - 1);
      this.#output.write(`${CLEAR_LINE}${this.#line}`);
      await this.#clock.sleep(LIVE_MS, signal);
    }
    this.#line = '';
    this.#output.write(`${CLEAR_LINE}${statusLine(tally, this.#clock.nowMs(), engineId)}\n`);
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
    this.#output.write(`${clockText(this.#clock.nowMs())} ${text}\n`);
  }

  async show(tally: Tally, engineId: string, signal: AbortSignal): Promise<void> {
    let last = '';
    while (!signal.aborted) {
      await this.#clock.sleep(PLAIN_MS, signal);
      const line = statusLine(tally, this.#clock.nowMs(), engineId);
      if (line !== last) this.say(line);
      last = line;
    }
  }
}
