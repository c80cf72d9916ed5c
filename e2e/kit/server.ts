import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { QUICK_START } from '@anchor/testkit/quick-start';

const main = fileURLToPath(new URL('../../packages/server/dist/main.js', import.meta.url));

/** A temporary folder for a test, removed with `remove`. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'anchor-e2e-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** The number of characters kept from the end of a server's output. */
const KEPT_CHARACTERS = 200_000;

/** All child processes, stopped ones included. They are killed when this process exits. */
const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/** Adds the server's own address to its configured addresses, so that it can also be reached there. */
function origins(own: string, { PUBLIC_URL, ORIGINS }: Record<string, string> = {}): Record<string, string> {
  if (PUBLIC_URL === undefined && ORIGINS === undefined) return {};
  return { ORIGINS: ORIGINS === undefined ? own : `${own},${ORIGINS}` };
}

/** Benches and the search for faults measure the server as it is deployed. */
const OPTIONS = process.env.VITEST ? QUICK_START : [];

/** The built server as a separate process, as in a deployment. */
export class ServerProcess {
  readonly url: string;
  #child: ChildProcess;
  #output = '';

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#child = child;
    child.stderr?.on('data', (text) => this.#keep(text));
    child.stdout?.on('data', (text) => this.#keep(text));
  }

  /** Starts the server and waits until it prints its address. */
  static async start(settings: {
    dataDir: string;
    port: number;
    env?: Record<string, string>;
    /** The program of another build, instead of the one in the checkout. */
    program?: string;
  }): Promise<ServerProcess> {
    const env = {
      MALLOC_ARENA_MAX: '2',
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(settings.port),
      DATA_DIR: settings.dataDir,
      ...settings.env,
      ...origins(`http://127.0.0.1:${settings.port}`, settings.env),
    };
    const child = spawn(process.execPath, [...OPTIONS, settings.program ?? main], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    child.once('exit', () => children.delete(child));
    const server = new ServerProcess(`http://127.0.0.1:${settings.port}`, child);
    await server.#ready();
    return server;
  }

  get output(): string {
    return this.#output;
  }

  /** The process id, to measure the server's resource use. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Ends the server with a signal and waits for its exit. Returns the exit code, or null after a kill. */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    if (this.running) this.#child.kill(signal);
    return this.ended();
  }

  /** Waits for the server's exit for any reason. Returns the exit code, or null after a kill. */
  async ended(): Promise<number | null> {
    if (this.running) await once(this.#child, 'exit');
    return this.#child.exitCode;
  }

  #keep(text: Buffer): void {
    const all = this.#output + text.toString('utf8');
    // Only whole lines are kept: the log reader would reject a partial line.
    const from = all.length > KEPT_CHARACTERS ? all.indexOf('\n', all.length - KEPT_CHARACTERS) + 1 : 0;
    this.#output = all.slice(from);
  }

  #ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (/Anchor is at http/.test(this.#output)) resolve();
      };
      this.#child.stdout?.on('data', look);
      this.#child.stderr?.on('data', look);
      this.#child.once('exit', (code) =>
        reject(new Error(`the server ended with ${code} before it was ready\n${this.#output}`)),
      );
    });
  }
}
