import { readFileSync, statSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { freePort } from '../kit/free-port.ts';
import { ServerProcess, temporaryFolder } from '../kit/server.ts';
import { type Database, openFile } from './database.ts';
import { type Healths, HealthWatch } from './health-watch.ts';
import { HonestMatches, type HonestSettings } from './honest-players.ts';
import { SERVICE, type Stored } from './known.ts';

const PING_MS = 10;
const SAMPLE_MS = 100;
const PROBE_FILE = 'probe.jsonl';
/** The kernel counts processor time in these units. */
const CLOCK_TICK_MS = 10;
const SETTLE_MS = 1_000;

/** The probe module, which the server process loads with `--import`. */
const probe = new URL('./probe.mjs', import.meta.url).href;

/** The measurements of the server and of the honest matches during one attack. */
export interface Figures {
  readonly seconds: number;
  /** The longest pause of the server's event loop while the process had a CPU core. */
  readonly pauseMs: number;
  /** The longest time from the server's acceptance of an event to its storage. */
  readonly storeMs: number;
  /** The longest time from an honest player's message to its acknowledgement, or to the end of the measurement. */
  readonly delayMs: number;
  /** The 99th percentile of that time. */
  readonly delayP99Ms: number;
  readonly delayMedianMs: number;
  /** The longest round trip of a ping. */
  readonly pingMs: number;
  /** The number of honest events that the server stored and acknowledged. */
  readonly events: number;
  readonly rssMB: { readonly before: number; readonly peak: number; readonly after: number };
  /** The number of players that the server stored during the attack. */
  readonly newPlayers: number;
  /** The number of errors that `/healthz` counted during the attack. */
  readonly errors: number;
  /** The number of `resume` events in the honest matches during the attack. */
  readonly resumes: number;
  /** The number of honest requests that were refused with `too-many`. */
  readonly refusals: number;
  /** The number of honest connections that were lost. */
  readonly losses: number;
  readonly healths: Healths;
  /** Processor time of the server's main thread, and of all its threads. */
  readonly cpuMs: { readonly main: number; readonly all: number };
  /** The load average of the machine during the last minute. */
  readonly load: number;
}

/** A server process with honest matches in progress at all times. */
export class AttackedServer {
  readonly url: string;
  readonly stored: Stored;
  readonly #dataDir: string;
  readonly #server: ServerProcess;
  readonly #honest: HonestMatches;
  readonly #health: HealthWatch;
  readonly #leave: () => void;
  #pingSocket: WebSocket | null = null;
  #pings: number[] = [];

  private constructor(
    parts: Pick<AttackedServer, 'stored'> & { server: ServerProcess; dataDir: string; honest: HonestMatches },
    leave: () => void,
  ) {
    this.#server = parts.server;
    this.#dataDir = parts.dataDir;
    this.#honest = parts.honest;
    this.url = parts.server.url;
    this.stored = parts.stored;
    this.#health = new HealthWatch(this.url);
    this.#leave = leave;
  }

  /** `program` is the main module of another build than the one in the checkout. */
  static async open(database: Database, honest: HonestSettings, program?: string): Promise<AttackedServer> {
    const folder = temporaryFolder();
    database.copyTo(folder.path);
    const server = await ServerProcess.start({
      dataDir: folder.path,
      port: await freePort(),
      env: {
        LOG_LEVEL: 'warn',
        BACKUP_HOURS: '0',
        TRUST_PROXY: '1',
        WORKER_KEY: SERVICE.workerKey,
        CRON_KEY: SERVICE.cronKey,
        PUSH_SERVICES: SERVICE.pushService,
        LOG_ORIGIN: 'attack.example/log',
        NODE_OPTIONS: `--import ${probe}`,
        PROBE_FILE: join(folder.path, PROBE_FILE),
      },
      ...(program === undefined ? {} : { program }),
    });
    const matches = await HonestMatches.begin(server.url, honest);
    const { stored } = database;
    const attacked = new AttackedServer({ server, dataDir: folder.path, stored, honest: matches }, folder.remove);
    await attacked.#beginPings();
    return attacked;
  }

  /** The ids of the honest matches in progress. */
  get live(): readonly string[] {
    return this.#honest.live;
  }

  /**
   * Measures the server while the task runs. The last memory reading is `settleMs` after the end of the task: the server
   * needs a moment to free the memory of closed connections.
   */
  async during(task: () => Promise<void>, settleMs = SETTLE_MS): Promise<Figures> {
    const before = {
      rss: this.#rssMB(),
      players: await this.#stored(),
      errors: await this.#errors(),
      harm: this.#honest.harm,
      cpu: this.#cpuMs(),
      at: performance.now(),
    };
    this.#honest.restart();
    this.#health.restart();
    this.#pings = [];
    const measuredBefore = statSync(this.#probeFile).size;
    let peak = before.rss;
    const sampling = setInterval(() => {
      peak = Math.max(peak, this.#rssMB());
    }, SAMPLE_MS);
    await task();
    clearInterval(sampling);
    const { acknowledged, waiting } = this.#honest.delays;
    const healths = this.#health.seen;
    const { harm } = this.#honest;
    const cpu = this.#cpuMs();
    const seconds = (performance.now() - before.at) / 1000;
    const pings = this.#pings;
    const measured = this.#measuredSince(measuredBefore);
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    const delays = [...acknowledged, ...waiting].toSorted((a, b) => a - b);
    const quantile = (q: number) => delays[Math.floor(delays.length * q)] ?? 0;
    return {
      seconds,
      ...measured,
      delayMs: delays.at(-1) ?? 0,
      delayP99Ms: quantile(0.99),
      delayMedianMs: quantile(0.5),
      pingMs: Math.max(0, ...pings),
      events: acknowledged.length,
      rssMB: { before: before.rss, peak, after: this.#rssMB() },
      newPlayers: (await this.#stored()) - before.players,
      errors: (await this.#errors()) - before.errors,
      resumes: harm.resumes - before.harm.resumes,
      refusals: harm.refusals - before.harm.refusals,
      losses: harm.losses - before.harm.losses,
      healths,
      cpuMs: { main: cpu.main - before.cpu.main, all: cpu.all - before.cpu.all },
      load: loadavg()[0] ?? 0,
    };
  }

  /** The errors that the honest players found in the server's messages. */
  get faults(): readonly string[] {
    return this.#honest.faults;
  }

  async close(): Promise<void> {
    this.#honest.end();
    this.#health.end();
    this.#pingSocket?.terminate();
    await this.#server.end('SIGKILL');
    this.#leave();
  }

  async #beginPings(): Promise<void> {
    const socket = new WebSocket(`${this.url.replace('http', 'ws')}/ws`);
    this.#pingSocket = socket;
    const sent: number[] = [];
    socket.on('error', () => undefined);
    socket.on('message', (data) => {
      if (JSON.parse(String(data)).type === 'pong') this.#pings.push(performance.now() - (sent.shift() ?? 0));
    });
    await new Promise((resolve) => socket.once('open', resolve));
    const timer = setInterval(() => {
      if (socket.readyState !== WebSocket.OPEN) return clearInterval(timer);
      // Send one ping at a time: a ping queued behind another one would count the same delay twice.
      if (sent.length > 0) return;
      sent.push(performance.now());
      socket.send('{"type":"ping"}');
    }, PING_MS);
  }

  get #probeFile(): string {
    return join(this.#dataDir, PROBE_FILE);
  }

  /** The maximum of each measurement that the probe has written after this file offset. */
  #measuredSince(bytes: number): { readonly pauseMs: number; readonly storeMs: number } {
    const lines = readFileSync(this.#probeFile).subarray(bytes).toString('utf8').trim().split('\n');
    const all: { readonly pauseMs: number; readonly storeMs: number }[] = lines.map((line) => JSON.parse(line));
    return {
      pauseMs: Math.max(...all.map(({ pauseMs }) => pauseMs)),
      storeMs: Math.max(...all.map(({ storeMs }) => storeMs)),
    };
  }

  #rssMB(): number {
    const status = readFileSync(`/proc/${this.#server.pid}/status`, 'utf8');
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  }

  #cpuMs(): { readonly main: number; readonly all: number } {
    const { pid } = this.#server;
    const [main] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
    // The name of the program, in brackets, may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return { main: Number(main) / 1e6, all: (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS };
  }

  async #stored(): Promise<number> {
    const client = await openFile(this.#dataDir);
    const { rows } = await client.execute('SELECT count(*) FROM players');
    client.close();
    return Number(rows[0]?.[0] ?? 0);
  }

  async #errors(): Promise<number> {
    const health: { readonly errors?: number } = await (await fetch(`${this.url}/healthz`)).json();
    return health.errors ?? 0;
  }
}
