import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Installs `bg-worker` as a volunteer would: packed, then installed into an empty folder. Returns the path of its program. */
export async function installWorker(home: string): Promise<string> {
  mkdirSync(home, { recursive: true });
  const { stdout } = await run(process.execPath, ['scripts/pack.mjs', 'packages/worker', home], { cwd: root });
  writeFileSync(join(home, 'package.json'), '{"private":true}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', stdout.trim()], { cwd: home });
  return join(home, 'node_modules', 'bg-worker', 'dist', 'cli.js');
}

interface WorkerSettings {
  readonly server: string;
  readonly key: string;
  readonly id: string;
  readonly processes?: number;
  readonly engine?: 'gnubg' | 'anchor-net';
  /** The file with the worker's own key. */
  readonly ownKeyFile?: string;
}

/** A volunteer's process with a real engine; `processes` sets the number of engines. */
export class WorkerProcess {
  readonly #child: ChildProcess;
  #output = '';

  constructor(program: string, settings: WorkerSettings) {
    const { server, key, id, processes = 1, engine = 'gnubg', ownKeyFile } = settings;
    // the worker gets only the environment of a separate machine, without our settings
    const env = {
      PATH: process.env.PATH ?? '',
      BG_WORKER_KEY: key,
      BG_WORKER_CONFIG: '/nowhere',
      STATE_DIRECTORY: dirname(program),
    };
    const args = [program, '--server', server, '--id', id, '--engine', engine, '--processes', String(processes)];
    if (ownKeyFile !== undefined) args.push('--own-key-file', ownKeyFile);
    this.#child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (text) => {
        this.#output += String(text);
      });
  }

  get output(): string {
    return this.#output;
  }

  /** Ends the process with a signal and waits for its exit. Returns the exit code, or null after a kill. */
  end(signal: 'SIGINT' | 'SIGKILL'): Promise<number | null> {
    const ended = this.ended();
    if (this.#isRunning) this.#child.kill(signal);
    return ended;
  }

  /** Waits until the process ends by itself. Returns the exit code, or null after a kill. */
  async ended(): Promise<number | null> {
    if (this.#isRunning) await once(this.#child, 'exit');
    return this.#child.exitCode;
  }

  get #isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }
}
