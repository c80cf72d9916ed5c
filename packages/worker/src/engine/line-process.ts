import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { EngineFault, EngineResult } from './types.ts';

export interface LineProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** An answer later than this ends the program. */
  readonly timeoutMs: number;
}

interface Waiting {
  readonly settle: (result: EngineResult<string>) => void;
  readonly timer: NodeJS.Timeout;
}

const MAX_COMPLAINT = 500;

/**
 * A program that is asked by lines and answers each, in order, by one line that begins with a brace; other lines are its
 * chatter. Every question gets an answer or a failure in time: a program that is late is killed, and one that has ended
 * fails whatever waits.
 */
export class LineProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #timeoutMs: number;
  readonly #waiting: Waiting[] = [];
  readonly #ended: Promise<void>;
  #complaint = '';
  #failure: EngineResult<never> | null = null;

  constructor({ command, args, env, timeoutMs }: LineProgram) {
    this.#timeoutMs = timeoutMs;
    // a session of its own: Ctrl-C at the terminal is for the worker, which decides what becomes of the engine
    const detached = process.platform !== 'win32';
    this.#child = spawn(command, args, { stdio: 'pipe', env, detached });
    this.#child.on('error', (err) => this.#fail('engine-missing', `${command} cannot be run: ${err.message}`));
    this.#child.stdin.on('error', () => {}); // its end is told by 'exit'
    this.#child.stderr.on('data', (text) => {
      this.#complaint = (this.#complaint + text).slice(-MAX_COMPLAINT);
    });
    this.#ended = new Promise((resolve) => this.#child.on('close', () => resolve()));
    this.#child.on('close', (code, signal) => this.#fail('engine-ended', this.#lastWords(code, signal)));
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#receive(line));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Sends a line, or nothing when null, and waits for the next answer. */
  ask(line: string | null): Promise<EngineResult<string>> {
    if (this.#failure) return Promise.resolve(this.#failure);
    return new Promise((settle) => {
      const late = () => this.#fail('engine-timeout', `No answer in ${this.#timeoutMs} ms: the program was ended.`);
      this.#waiting.push({ settle, timer: setTimeout(late, this.#timeoutMs) });
      if (line !== null) this.#child.stdin.write(`${line}\n`);
    });
  }

  /** Ends the program at once; resolves when it is gone. */
  async kill(): Promise<void> {
    this.#fail('engine-ended', 'The program was stopped.');
    await this.#ended;
  }

  #receive(line: string): void {
    if (!line.startsWith('{')) return;
    const next = this.#waiting.shift();
    if (!next) return;
    clearTimeout(next.timer);
    next.settle({ ok: true, value: line });
  }

  #lastWords(code: number | null, signal: string | null): string {
    return `The program ended (${signal ?? code}). ${this.#complaint}`.trim();
  }

  #fail(code: EngineFault, message: string): void {
    this.#failure ??= { ok: false, code, message };
    for (const { settle, timer } of this.#waiting.splice(0)) {
      clearTimeout(timer);
      settle(this.#failure);
    }
    this.#child.kill('SIGKILL');
  }
}
