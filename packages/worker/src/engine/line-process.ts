import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { EngineFault, EngineResult } from './types.ts';

interface LineProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The program is killed if an answer takes longer. */
  readonly timeoutMs: number;
}

interface Waiting {
  readonly settle: (result: EngineResult<string>) => void;
  readonly timer: NodeJS.Timeout;
}

const MAX_STDERR_TAIL = 500;

/**
 * A program that reads requests as lines and answers each, in order, with a line that begins with a brace;
 * other lines are ignored. Every request gets an answer or a failure: a program that is too slow is killed,
 * and pending requests fail when the program ends.
 */
export class LineProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #timeoutMs: number;
  readonly #waiting: Waiting[] = [];
  readonly #ended: Promise<void>;
  #stderrTail = '';
  #failure: EngineResult<never> | null = null;

  constructor({ command, args, env, timeoutMs }: LineProgram) {
    this.#timeoutMs = timeoutMs;
    // A separate session, so that Ctrl-C in the terminal reaches only the worker, which decides how to stop
    // the engine.
    const detached = process.platform !== 'win32';
    this.#child = spawn(command, args, { stdio: 'pipe', env, detached });
    this.#child.on('error', (err) => this.#fail('engine-missing', `${command} cannot be run: ${err.message}`));
    this.#child.stdin.on('error', () => {}); // the close event reports the end of the program
    this.#child.stderr.on('data', (text) => {
      this.#stderrTail = (this.#stderrTail + text).slice(-MAX_STDERR_TAIL);
    });
    this.#ended = new Promise((resolve) => this.#child.on('close', () => resolve()));
    this.#child.on('close', (code, signal) => this.#fail('engine-ended', this.#endMessage(code, signal)));
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#receive(line));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Sends a line, or nothing if null, and waits for the next answer. */
  ask(line: string | null): Promise<EngineResult<string>> {
    if (this.#failure) return Promise.resolve(this.#failure);
    return new Promise((settle) => {
      const late = () =>
        this.#fail('engine-timeout', `No answer within ${this.#timeoutMs} ms; the program was killed.`);
      this.#waiting.push({ settle, timer: setTimeout(late, this.#timeoutMs) });
      if (line !== null) this.#child.stdin.write(`${line}\n`);
    });
  }

  /** Kills the program. Resolves when it has ended. */
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

  #endMessage(code: number | null, signal: string | null): string {
    return `The program ended (${signal ?? code}). ${this.#stderrTail}`.trim();
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
