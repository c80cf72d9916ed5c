import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../packages/server/dist/main.js', import.meta.url));

/** A folder that the test throws away. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'anchor-e2e-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Of what a server has said, the last. */
const KEPT_CHARACTERS = 200_000;

/** Nobody outlives who started him, not even one that is stopped. */
const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/** A server that is told where it is reached is reached here, too. */
function origins(own: string, { PUBLIC_URL, ORIGINS }: Record<string, string> = {}): Record<string, string> {
  if (PUBLIC_URL === undefined && ORIGINS === undefined) return {};
  return { ORIGINS: ORIGINS === undefined ? own : `${own},${ORIGINS}` };
}

/** The built server as its own process, as a deployer runs it. */
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

  /** Starts it and waits until it says its address. */
  static async start(settings: {
    dataDir: string;
    port: number;
    env?: Record<string, string>;
    /** Another build than the one in the checkout. */
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
    const child = spawn(process.execPath, [settings.program ?? main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    children.add(child);
    child.once('exit', () => children.delete(child));
    const server = new ServerProcess(`http://127.0.0.1:${settings.port}`, child);
    await server.#ready();
    return server;
  }

  get output(): string {
    return this.#output;
  }

  /** For whoever watches what it costs. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Ends it with a signal and waits until it is gone; returns its exit code, null after a kill. */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    if (this.running) this.#child.kill(signal);
    return this.ended();
  }

  /** Waits until it ends, however; its exit code, null after a kill. */
  async ended(): Promise<number | null> {
    if (this.running) await once(this.#child, 'exit');
    return this.#child.exitCode;
  }

  #keep(text: Buffer): void {
    const all = this.#output + text.toString('utf8');
    // whole lines: half of one would be taken for something that is no entry of the log
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
