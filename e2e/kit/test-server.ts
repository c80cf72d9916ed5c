import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { hasChromium, launch } from './browser.ts';
import { freePort } from './free-port.ts';
import { ServerProcess, temporaryFolder } from './server.ts';

export interface TestServerSettings {
  /** Environment variables of the server, in addition to the defaults for tests. */
  readonly env?: Record<string, string>;
  /** Null for tests that start their browsers themselves. */
  readonly browser?: typeof launch | null;
}

/** A server with its own address and folder, and a browser to open its pages. */
export class TestServer {
  readonly #folder = temporaryFolder();
  readonly #settings: TestServerSettings;
  #port = 0;
  #server: ServerProcess | null = null;
  #browser: Browser | null = null;

  constructor(settings: TestServerSettings = {}) {
    this.#settings = settings;
  }

  /** The folder with the server's data and other temporary files of the tests. */
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
    const { browser = launch } = this.#settings;
    if (hasChromium && browser) this.#browser = await browser();
  }

  /** Starts the server, also after it was ended, at the same address with the same data. `others` adds settings. */
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
