import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '@anchor/testkit/random';
import { generateKey } from 'bg-record';
import { WebSocket } from 'ws';
import { openEmbedded } from '../../packages/server/src/storage/embedded.ts';
import { openStore } from '../../packages/server/src/storage/open-store.ts';
import { event, finished, header } from '../../packages/server/test/storage/fixtures.ts';
import { freePort } from '../kit/free-port.ts';
import type { Policy } from '../kit/policy.ts';
import { ServerProcess, temporaryFolder } from '../kit/server.ts';
import { SocketPlayer } from '../kit/socket-player.ts';

const PLAYERS = 20_000;
const LONG_EVENTS = 20_000;
const PAIRS = 4;
const PING_MS = 10;
/** The pause of an honest player before each action. It keeps a player below the long-term rate limit of a key. */
const THOUGHT_MS = 25;
const SAMPLE_MS = 100;
const PROBE_FILE = 'probe.jsonl';

/** The probe module, which the server process loads with `--import`. */
const probe = new URL('./probe.mjs', import.meta.url).href;
const prismaFolder = fileURLToPath(new URL('../../prisma', import.meta.url));

/**
 * Writes one match of 20,000 events and 20,000 players to a data folder before the server starts. Returns the match
 * id.
 */
async function fill(dataDir: string): Promise<string> {
  const opened = await openStore({ dataDir, databaseUrl: null, prismaFolder });
  if (!opened.ok) throw new Error(opened.message);
  const store = opened.value;
  const of = header();
  const events = Array.from({ length: LONG_EVENTS }, (_, n) => ({
    ...event(n),
    prev: randomBytes(32).toString('hex'),
    sig: randomBytes(64).toString('hex'),
  }));
  for (const { pub } of of.players) await store.players.see(pub, 'Long', of.created);
  await store.matches.create(of);
  const match = finished(of, of.created + 1);
  await store.matches.finish({ ...match, record: { ...match.record, events } });
  await store.close();
  await addPlayers(dataDir, of.players[0].pub);
  return of.id;
}

/** Copies one player's row to 20,000 new keys, with every column of the table. */
async function addPlayers(dataDir: string, like: string): Promise<void> {
  const client = await openFile(dataDir);
  const { rows } = await client.execute('PRAGMA table_info(players)');
  const columns = rows.map(({ name }) => `"${name}"`);
  const values = columns.map((name) => (name === '"pub"' ? "printf('%064x', i)" : name));
  await client.execute(`WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ${PLAYERS})
    INSERT INTO players (${columns}) SELECT ${values} FROM players, numbers WHERE pub = '${like}'`);
  client.close();
}

function openFile(dataDir: string) {
  return openEmbedded(join(dataDir, 'anchor.db'));
}

/** The measurements of the server and of the honest matches during one attack. */
export interface Figures {
  /** The longest pause of the server's event loop while the process had a CPU core. */
  readonly pauseMs: number;
  /** The longest time from the server's acceptance of an event to its storage. */
  readonly storeMs: number;
  /** The longest time from an honest player's message to its acknowledgement. */
  readonly delayMs: number;
  /** The 99th percentile of that time. */
  readonly delayP99Ms: number;
  /** The longest round trip of a ping. */
  readonly pingMs: number;
  readonly events: number;
  readonly rssMB: { readonly before: number; readonly peak: number; readonly after: number };
  /** The number of players that the server stored during the attack. */
  readonly newPlayers: number;
  /** The number of errors that `/healthz` counted during the attack. */
  readonly errors: number;
  /** The number of `resume` events in the honest matches during the attack. */
  readonly resumes: number;
}

/** An honest player that measures the time from each of its events to the acknowledgement. */
class TimedPlayer extends SocketPlayer {
  readonly #told: (delayMs: number) => void;
  #sent: { readonly n: number; readonly at: number } | null = null;

  constructor(
    url: string,
    key: Awaited<ReturnType<typeof generateKey>>,
    policy: Policy,
    told: (delayMs: number) => void,
  ) {
    super({ url, key, policy, onTraffic: () => this.#look() });
    this.#told = told;
  }

  override send(message: object): void {
    if ('event' in message) setTimeout(() => this.#act(message), THOUGHT_MS);
    else super.send(message);
  }

  #act(message: object): void {
    this.#sent = { n: this.ledger?.length ?? 0, at: performance.now() };
    super.send(message);
  }

  #look(): void {
    if (!this.#sent || (this.ledger?.length ?? 0) <= this.#sent.n) return;
    this.#told(performance.now() - this.#sent.at);
    this.#sent = null;
  }
}

/** A server process with honest matches in progress at all times. */
export class AttackedServer {
  readonly url: string;
  readonly longMatch: string;
  readonly #dataDir: string;
  readonly #server: ServerProcess;
  readonly #players: TimedPlayer[] = [];
  readonly #leave: () => void;
  #delays: number[] = [];
  #pingSocket: WebSocket | null = null;
  #pings: number[] = [];
  #isOver = false;

  private constructor(server: ServerProcess, dataDir: string, longMatch: string, leave: () => void) {
    this.#server = server;
    this.#dataDir = dataDir;
    this.url = server.url;
    this.longMatch = longMatch;
    this.#leave = leave;
  }

  static async open(program?: string): Promise<AttackedServer> {
    const folder = temporaryFolder();
    const longMatch = await fill(folder.path);
    const server = await ServerProcess.start({
      dataDir: folder.path,
      port: await freePort(),
      env: {
        LOG_LEVEL: 'warn',
        BACKUP_HOURS: '0',
        TRUST_PROXY: '1',
        NODE_OPTIONS: `--import ${probe}`,
        PROBE_FILE: join(folder.path, PROBE_FILE),
      },
      ...(program === undefined ? {} : { program }),
    });
    const attacked = new AttackedServer(server, folder.path, longMatch, folder.remove);
    for (let pair = 0; pair < PAIRS; pair++) await attacked.#seat(pair);
    await attacked.#beginPings();
    return attacked;
  }

  /** Measures the server while the task runs. The last memory reading is one second after the end of the task. */
  async during(task: () => Promise<void>): Promise<Figures> {
    const before = {
      rss: this.#rssMB(),
      players: await this.#stored(),
      errors: await this.#errors(),
      resumes: this.#resumes,
    };
    this.#delays = [];
    this.#pings = [];
    const measuredBefore = statSync(this.#probeFile).size;
    let peak = before.rss;
    const sampling = setInterval(() => {
      peak = Math.max(peak, this.#rssMB());
    }, SAMPLE_MS);
    await task();
    clearInterval(sampling);
    const delays = this.#delays.toSorted((a, b) => a - b);
    const pings = this.#pings;
    const { pauseMs, storeMs } = this.#measuredSince(measuredBefore);
    // The server needs a moment to free the memory of closed connections.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return {
      pauseMs,
      storeMs,
      delayMs: delays.at(-1) ?? 0,
      delayP99Ms: delays[Math.floor(delays.length * 0.99)] ?? 0,
      pingMs: Math.max(0, ...pings),
      events: delays.length,
      rssMB: { before: before.rss, peak, after: this.#rssMB() },
      newPlayers: (await this.#stored()) - before.players,
      errors: (await this.#errors()) - before.errors,
      resumes: this.#resumes - before.resumes,
    };
  }

  /** The errors that the honest players found in the server's messages. */
  get faults(): readonly string[] {
    return this.#players.flatMap(({ faults }) => faults);
  }

  async close(): Promise<void> {
    this.#isOver = true;
    for (const player of this.#players) player.leave();
    this.#pingSocket?.terminate();
    await this.#server.end();
    this.#leave();
  }

  async #seat(pair: number): Promise<void> {
    const policy = { random: seededRandom(pair + 1), double: 0, take: 1 };
    const told = (delayMs: number) => this.#delays.push(delayMs);
    const make = async () => new TimedPlayer(this.url, await generateKey(), policy, told);
    const [host, guest] = [await make(), await make()];
    this.#players.push(host, guest);
    await host.connect();
    await guest.connect();
    const { code } = await host.request({ type: 'invite', length: 25, rated: false, clock: 'none' }, 'invited');
    guest.send({ type: 'join', code });
    void host.finished.then(() => {
      for (const player of [host, guest]) player.leave();
      if (!this.#isOver) return this.#seat(pair + PAIRS);
    });
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

  get #resumes(): number {
    return this.#players.reduce(
      (sum, { ledger }) => sum + (ledger?.events.filter(({ type }) => type === 'resume').length ?? 0),
      0,
    );
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
