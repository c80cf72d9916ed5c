import { freePort } from '../../e2e/kit/free-port.ts';

/** Resources that a server process has used so far. Processor time includes its threads. */
export interface Use {
  readonly rssBytes: number;
  readonly heapBytes: number;
  readonly cpuUs: number;
}

/** Queries the resource usage of a measured server. */
export class Probe {
  /** Environment variables for the server. */
  readonly env: Readonly<Record<string, string>>;
  readonly #url: string;

  private constructor(port: number) {
    this.#url = `http://127.0.0.1:${port}`;
    const preload = new URL('probe.mjs', import.meta.url).href;
    this.env = { PROBE_PORT: String(port), NODE_OPTIONS: `--import=${preload}`, NODE_ENV: 'production' };
  }

  static async make(): Promise<Probe> {
    return new Probe(await freePort());
  }

  /** Returns the usage after garbage collection. */
  memory(): Promise<Use> {
    return this.#ask('/memory');
  }

  use(): Promise<Use> {
    return this.#ask('/use');
  }

  async #ask(path: string): Promise<Use> {
    return (await fetch(this.#url + path)).json() as Promise<Use>;
  }
}
