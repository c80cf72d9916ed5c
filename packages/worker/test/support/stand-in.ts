import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  acquireBody,
  acquired,
  type Job,
  type JobResult,
  jobResult,
  submitBody,
  type submitted,
  workerStatus,
} from '@anchor/wire';
import * as z from 'zod/mini';

/** Injects a fault into a response: writes another answer, or none. */
type Fault = (response: ServerResponse) => void;

export const faults = {
  unauthorised: answer(401, '{"error":"bad worker key"}'),
  closed: answer(503, '{"error":"this instance accepts no volunteer workers"}'),
  proxy: answer(503, '<html>Service Unavailable</html>'),
  broken: answer(500, 'internal error'),
  garbled: answer(200, '{"token":'),
  wrong: answer(200, '{"token":17,"jobs":"many"}'),
  missing: answer(404, 'not found'),
  moved: answer(302, '', { location: 'https://elsewhere.example/' }),
  dropped: (response: ServerResponse) => response.destroy(),
  silent: () => undefined,
  busy: (seconds: string) => answer(429, '{"error":"too many requests"}', { 'retry-after': seconds }),
} satisfies Record<string, Fault | ((text: string) => Fault)>;

function answer(status: number, text: string, headers: Record<string, string> = {}): Fault {
  return (response) => response.writeHead(status, headers).end(text);
}

/** A server that implements the worker protocol with its schemas and nothing else. */
export class StandIn {
  engineId = 'gnubg-1.07';
  readonly serverKey = '3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29';
  /** If set, answers instead of the server. */
  fault: Fault | null = null;
  /** Drops the connection of requests that submit results. */
  failSubmits = false;
  readonly waiting: Job[] = [];
  readonly results = new Map<string, JobResult>();
  /** Paths, keys and bodies of the requests. */
  readonly asked: { readonly path: string; readonly key: unknown; readonly body: string }[] = [];
  #settled: (() => void)[] = [];
  #refused: (() => void)[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (request, response) => void this.#respond(request, response));
  }

  static async open(jobs: readonly Job[] = []): Promise<StandIn> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const standIn = new StandIn(server);
    standIn.waiting.push(...jobs);
    return standIn;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return `http://127.0.0.1:${address.port}`;
  }

  /** Resolves when the server holds this many results. */
  async hasResults(count: number): Promise<void> {
    while (this.results.size < count) await new Promise<void>((resolve) => this.#settled.push(resolve));
  }

  /** Resolves when a submission has been dropped. */
  async refusedSubmit(): Promise<void> {
    await new Promise<void>((resolve) => this.#refused.push(resolve));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    this.asked.push({ path: request.url ?? '', key: request.headers['x-worker-key'], body });
    if (this.fault) return this.fault(response);
    if (this.failSubmits && request.url === '/worker/submit') return this.#drop(response);
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(this.#answer(request.url, body)));
    for (const settle of this.#settled.splice(0)) settle();
  }

  #drop(response: ServerResponse): void {
    response.destroy();
    for (const settle of this.#refused.splice(0)) settle();
  }

  #answer(path: string | undefined, body: string): unknown {
    if (path === '/worker/status') return this.#status();
    return path === '/worker/acquire' ? this.#lease(body) : this.#take(body);
  }

  #lease(body: string): z.infer<typeof acquired> {
    const { count } = z.parse(acquireBody, JSON.parse(body));
    const jobs = this.waiting.splice(0, count);
    return z.parse(acquired, jobs.length > 0 ? { token: randomUUID(), jobs } : { jobs: [] });
  }

  #take(body: string): z.infer<typeof submitted> {
    const { results } = z.parse(submitBody, JSON.parse(body));
    for (const { key, result } of results) this.results.set(key, z.parse(jobResult, result));
    return { ok: true, accepted: results.length };
  }

  #status(): z.infer<typeof workerStatus> {
    const none = { hits: 0, misses: 0, hitRate: 0 };
    const counts = { depth: 0, queued: 0, served: 0, dropped: 0, rejected: 0, workers: 0 };
    const canaries = { checked: 0, missed: 0, ignoredWorkers: 0 };
    const annotations = { ...none, coalesced: 0 };
    return z.parse(workerStatus, {
      volunteers: true,
      ...counts,
      cache: none,
      annotations,
      engineId: this.engineId,
      strict: false,
      signedOnly: false,
      leastBgWorker: '0.1.0',
      serverKey: this.serverKey,
      canaries,
    });
  }
}
