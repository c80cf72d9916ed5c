import { randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import { seededRandom } from '@anchor/testkit/random';
import { analysisPending, playerAnalyses, type WorkerStatus, workerStatus } from '@anchor/wire';
import { generateKey } from 'bg-record';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ownPostgres } from '../../packages/server/scripts/throwaway-postgres.mjs';
import { MovedClock } from '../faults/clock.ts';
import { hasChromium, launch, Person } from '../kit/browser.ts';
import { freePort } from '../kit/free-port.ts';
import { ask } from '../kit/http.ts';
import { playMatch } from '../kit/play-match.ts';
import { ServerProcess, temporaryFolder } from '../kit/server.ts';
import { installWorker, WorkerProcess } from '../kit/worker-process.ts';

// Two deep analyses outlive the sudden end of the servers, their stores and the only worker.

const KEY = 'a-key-for-volunteers';
/** Enough decisions that the worker is killed in the middle of both matches. */
const EVENTS = 80;
/** The number of results after which the worker is killed: a fraction of the decisions of both matches. */
const SOME = 8;
/** The lease of the killed worker, and the claim of a killed process on a request, end after a minute. */
const LEASE_OVER_MS = 61_000;
const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
const random = seededRandom(seed);

/** The stores that the server processes share. */
interface Stores {
  readonly env: Readonly<Record<string, string>>;
  /** Ends them without a shutdown. */
  crash(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const nothing = async () => undefined;
const embeddedFile = async (): Promise<Stores> => ({ env: {}, crash: nothing, start: nothing, stop: nothing });

async function onPostgres(): Promise<Stores> {
  const postgres = await ownPostgres();
  return {
    env: { DATABASE_URL: await postgres.newDatabase('anchor') },
    crash: async () => void (await postgres.crash()),
    start: async () => void (await postgres.start()),
    stop: async () => void (await postgres.stop()),
  };
}

const folders: ReturnType<typeof temporaryFolder>[] = [];
const ends: (() => Promise<unknown>)[] = [];
let program: string;
let browser: Browser | null = null;

function newFolder(): string {
  const folder = temporaryFolder();
  folders.push(folder);
  return folder.path;
}

beforeAll(async () => {
  program = await installWorker(newFolder());
  if (hasChromium) browser = await launch();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(async () => {
  await browser?.close();
  for (const folder of folders) folder.remove();
});

/** The service as its operator would start it again: on the same ports, with the same settings. */
class Service {
  readonly clock = new MovedClock(newFolder(), 1);
  readonly #dataDir = newFolder();
  readonly #stores: Stores;
  readonly #ports: readonly number[];
  readonly #serverKey = randomBytes(32).toString('hex');
  #processes: readonly ServerProcess[] = [];

  constructor(stores: Stores, ports: readonly number[]) {
    this.#stores = stores;
    this.#ports = ports;
  }

  get urls(): readonly string[] {
    return this.#processes.map(({ url }) => url);
  }

  async start(): Promise<void> {
    const env = {
      ...this.#stores.env,
      ...this.clock.env(0),
      SERVER_KEY: this.#serverKey,
      WORKER_KEY: KEY,
      DEEP_ENGINE: 'anchor-net-3',
      TRUST_PROXY: '1',
      LIMIT_ANALYSIS: '100000',
      LIMIT_READ: '100000',
      LOG_LEVEL: 'warn',
    };
    const start = (port: number) => ServerProcess.start({ dataDir: join(this.#dataDir, 'data'), port, env });
    this.#processes = await Promise.all(this.#ports.map(start));
  }

  async kill(): Promise<void> {
    await Promise.all(this.#processes.map((one) => one.end('SIGKILL')));
  }

  /** Plays a match until one player resigns. */
  async play(): Promise<{ readonly match: string; readonly pub: string }> {
    const keys = [await generateKey(), await generateKey()] as const;
    const policy = { random, double: 0, take: 1, wild: true, resignsAt: EVENTS };
    const [url = ''] = this.urls;
    const { match } = await playMatch(url, keys, { length: 1, rated: false, clock: 'slow' }, policy);
    return { match, pub: keys[0].pub };
  }

  /** A request for a deep analysis at one of the processes, from a network of its own. */
  ask(match: string, n: number) {
    const headers = { 'x-forwarded-for': `192.0.2.${n + 1}` };
    return ask(this.urls[n % this.urls.length] ?? '', `/api/analysis/${match}?deep=1&wait=1`, { headers });
  }

  async status(): Promise<readonly WorkerStatus[]> {
    const read = async (url: string) => workerStatus.parse(JSON.parse((await ask(url, '/worker/status')).text));
    return Promise.all(this.urls.map(read));
  }

  /** The number of jobs that wait or are leased, as one process counts them for all. */
  async depth(): Promise<number> {
    return (await this.status())[0]?.depth ?? 0;
  }

  /** The number of leased jobs in the health report, which is up to five seconds old. */
  async leased(): Promise<number> {
    return JSON.parse((await ask(this.urls[0] ?? '', '/healthz')).text).queue.leased;
  }

  /** The matches of a player with a stored deep report. Nothing is requested by this question. */
  async analysed(pub: string): Promise<readonly string[]> {
    const { text } = await ask(this.urls[0] ?? '', `/api/player/${pub}/analyses`);
    return playerAnalyses.parse(JSON.parse(text)).analyses.map(({ matchId }) => matchId);
  }
}

async function open(stores: Stores, processes: number): Promise<Service> {
  ends.push(() => stores.stop());
  const service = new Service(stores, await Promise.all(Array.from({ length: processes }, freePort)));
  ends.push(() => service.kill());
  await service.start();
  return service;
}

function volunteer(service: Service, id: string): WorkerProcess {
  const server = service.urls.at(-1) ?? '';
  const worker = new WorkerProcess(program, { server, key: KEY, id, engine: 'anchor-net' });
  ends.push(() => worker.end('SIGKILL'));
  return worker;
}

/** Kills the only worker in the middle of its work. It works alone and fetches ahead, so it holds a lease. */
async function killInTheMiddle(service: Service, worker: WorkerProcess): Promise<void> {
  const isAtWork = async () => (await service.status()).some(({ served }) => served >= SOME);
  await vi.waitFor(async () => expect(await isAtWork()).toBe(true), { timeout: 120_000, interval: 20 });
  await worker.end('SIGKILL');
}

const cases = [
  { name: 'one process with the embedded file', stores: embeddedFile, processes: 1, hasReader: true },
  { name: 'two processes on PostgreSQL', stores: onPostgres, processes: 2, hasReader: false },
];

describe.each(cases)(`deep analyses of $name (seed ${seed})`, ({ stores: openStores, processes, hasReader }) => {
  it('JR24 of two matches are served side by side, and to their end after servers, stores and worker were killed', async () => {
    const stores = await openStores();
    const service = await open(stores, processes);
    const played = await Promise.all([service.play(), service.play()]);
    const matches = played.map(({ match }) => match);
    const reader =
      hasReader && browser ? await Person.arrive(browser, `${service.urls[0]}/review/${matches[0]}`) : null;
    await reader?.page.getByRole('button', { name: 'Deep analysis' }).click();
    for (const { status, text } of await Promise.all(matches.map((match, n) => service.ask(match, n)))) {
      expect(status).toBe(503);
      expect(analysisPending.parse(JSON.parse(text)).hint).toContain('remembered for a day');
    }
    await killInTheMiddle(service, volunteer(service, 'doomed'));
    const left = await service.depth();
    await expect.poll(() => service.leased(), { timeout: 30_000 }).toBeGreaterThan(0);
    // Neither match was served to its end before the other.
    for (const { text } of await Promise.all(matches.map((match, n) => service.ask(match, n)))) {
      const { done = 0, wanted = 0 } = analysisPending.parse(JSON.parse(text)).progress ?? {};
      expect(done).toBeGreaterThan(0);
      expect(done).toBeLessThan(wanted);
    }

    await service.kill();
    await stores.crash();
    service.clock.move(LEASE_OVER_MS);
    await stores.start();
    await service.start();
    // The killed worker may have sent results that its server stored after the count above.
    const remaining = await service.depth();
    expect(remaining).toBeLessThanOrEqual(left);
    const worker = volunteer(service, 'other');
    // From here on only the open page, if there is one, asks for the first match. The second is not asked for again.
    for (const { match, pub } of played)
      await vi.waitFor(async () => expect(await service.analysed(pub)).toEqual([match]), { timeout: 120_000 });
    await reader?.page.locator('.tier--done').waitFor();
    // Each question that remained has been judged once.
    const status = await service.status();
    expect(status.reduce((sum, { served }) => sum + served, 0)).toBe(remaining);
    expect(await service.depth()).toBe(0);
    for (const [n, match] of matches.entries()) expect((await service.ask(match, n)).status).toBe(200);
    expect(await worker.end('SIGINT'), worker.output).toBe(0);
    expect(worker.output).not.toContain('refused');
    await reader?.leave();
  });
});
