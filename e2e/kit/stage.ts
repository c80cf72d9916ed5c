import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { hasChromium, launch } from './browser.ts';
import { freePort } from './free-port.ts';
import { ServerProcess, temporaryFolder } from './server.ts';

export interface StageSettings {
  /** Of the server's environment, beside what every test's server is told. */
  readonly env?: Record<string, string>;
  readonly browser?: typeof launch;
}

/** A server at an address of its own, on a folder of its own, and a browser to look at it. */
export class Stage {
  readonly #folder = temporaryFolder();
  readonly #settings: StageSettings;
  #port = 0;
  #server: ServerProcess | null = null;
  #browser: Browser | null = null;

  constructor(settings: StageSettings = {}) {
    this.#settings = settings;
  }

  /** Holds the server's data, and what else the tests throw away. */
  get folder(): string {
    return this.#folder.path;
  }

  get dataDir(): string {
    return join(this.folder, 'data');
  }

  get url(): string {
    return this.server.url;
  }

  get server(): ServerProcess {
    if (!this.#server) throw new Error('no server has been started yet');
    return this.#server;
  }

  get browser(): Browser {
    if (!this.#browser) throw new Error('there is no browser');
    return this.#browser;
  }

  async open(): Promise<void> {
    this.#port = await freePort();
    await this.start();
    if (hasChromium) this.#browser = await (this.#settings.browser ?? launch)();
  }

  /** Starts the server, after it was ended at the same address with the same data; with further settings when some are given. */
  async start(others: Record<string, string> = {}): Promise<void> {
    const env = { BOT_DELAY_MS: '0', ...this.#settings.env, ...others };
    this.#server = await ServerProcess.start({ dataDir: this.dataDir, port: this.#port, env });
  }

  async close(): Promise<void> {
    await this.#browser?.close();
    await this.#server?.end();
    this.#folder.remove();
  }
}
