import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { setInterval, setTimeout } from 'node:timers/promises';
import { seededRandom } from '@anchor/testkit/random';
import { socketCodes } from '@anchor/wire';
import { generateKey } from 'bg-record';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed, vi } from 'vitest';
import { WebSocket } from 'ws';
import { ownPostgres } from '../../packages/server/scripts/throwaway-postgres.mjs';
import { childrenOf } from '../faults/databases.ts';
import { Cluster } from '../kit/cluster.ts';
import { DeployedProxy, get, HOST, proxyNames } from '../kit/deployed-proxy.ts';
import { ask, faultOf } from '../kit/http.ts';
import { temporaryFolder } from '../kit/server.ts';
import { SocketPlayer } from '../kit/socket-player.ts';

// PostgreSQL is away for half a minute behind each of the three proxies of deploy/: first it hangs, then it is gone.

const PROCESSES = 3;
const HANGS_MS = 15_000;
const GONE_MS = 15_000;
/** Interval of the requests during the outage. */
const LOOK_MS = 500;
/** A record that finished this long before the outage is kept by each process. */
const KEPT_AFTER_MS = 5_000;
/** A page whose ping has no answer after this time takes its connection for dead. */
const PATIENCE_MS = 10_000;
/** Events of a match before the outage, and further ones after it. */
const STRIDE = 8;
const random = seededRandom(1);

/** A proxy with a match that two people play and one watches through it. Sockets that end before `leave` are in `ended`. */
class Site {
  readonly name: string;
  readonly proxy: DeployedProxy;
  readonly ended: string[] = [];
  readonly players: SocketPlayer[] = [];
  /** Number of events that the watcher has received. */
  watched = 0;
  readonly #watcher: WebSocket[] = [];
  /** When each player sent a ping that has no answer yet. */
  readonly #pinged = new Map<SocketPlayer, number>();
  #most = STRIDE;
  #isLeaving = false;

  constructor(name: string, proxy: DeployedProxy) {
    this.name = name;
    this.proxy = proxy;
  }

  get match(): string {
    return this.players[0]?.ledger?.header.id ?? '';
  }

  get events(): number {
    return Math.min(...this.players.map(({ ledger }) => ledger?.length ?? 0));
  }

  async begin(): Promise<void> {
    const [host, guest] = [await this.#arrive(), await this.#arrive()];
    const { code } = await host.request({ type: 'invite', length: 5, rated: false, clock: 'slow' }, 'invited');
    const begun = Promise.all(this.players.map((player) => player.expect('match')));
    guest.send({ type: 'join', code });
    await begun;
    await this.#watch();
  }

  /** Lets the match have so many more events. Returns how many it has then. */
  release(events: number): number {
    this.#most += events;
    this.nudge();
    return this.#most;
  }

  /** The players ask for the state of the match and go on from there. */
  nudge(): void {
    for (const player of this.players) player.nudge();
  }

  /** Sends a ping for each player whose last one was answered. Returns true if a page would take a connection for dead. */
  ping(): boolean {
    const now = performance.now();
    for (const player of this.players) {
      if (this.#pinged.has(player)) continue;
      this.#pinged.set(player, now);
      player.request({ type: 'ping' }, 'pong').then(() => this.#pinged.delete(player));
    }
    return [...this.#pinged.values()].some((at) => now - at > PATIENCE_MS);
  }

  leave(): void {
    this.#isLeaving = true;
    for (const player of this.players) player.leave();
    for (const socket of this.#watcher) socket.terminate();
  }

  async #arrive(): Promise<SocketPlayer> {
    const player = new SocketPlayer({
      url: `https://${HOST}`,
      key: await generateKey(),
      policy: { random, double: 0, take: 1, wild: true },
      mayAct: (events) => events < this.#most,
      dial: (address) => this.#dial(address, 'a player'),
    });
    this.players.push(player);
    await player.connect();
    return player;
  }

  async #watch(): Promise<void> {
    const socket = this.#dial(`wss://${HOST}/ws?match=${this.match}`, 'the watcher');
    this.#watcher.push(socket);
    socket.on('message', (data) => {
      const { type, event, length } = JSON.parse(String(data));
      if (type === 'match') this.watched = Math.max(this.watched, length);
      if (type === 'event') this.watched = Math.max(this.watched, event.n + 1);
    });
    await once(socket, 'message');
    socket.send(JSON.stringify({ type: 'watch', match: this.match }));
  }

  #dial(address: string, of: string): WebSocket {
    const { pathname, search } = new URL(address);
    const agent = new Agent({ servername: HOST, rejectUnauthorized: false });
    const socket = new WebSocket(`wss://127.0.0.1:${this.proxy.port}${pathname}${search}`, {
      agent,
      headers: { host: HOST },
    });
    socket.on('error', () => undefined);
    socket.on('close', (code) => this.#isLeaving || this.ended.push(`${of} behind ${this.name}: ${code}`));
    return socket;
  }
}

describe('while PostgreSQL is away behind nginx, Caddy and HAProxy', () => {
  const folder = temporaryFolder();
  const sites: Site[] = [];
  let postgres: Awaited<ReturnType<typeof ownPostgres>>;
  let cluster: Cluster;
  /** Of two finished matches. */
  let [asked, notAsked] = ['', ''];

  beforeAll(async () => {
    postgres = await ownPostgres();
    cluster = await Cluster.start({
      processes: PROCESSES,
      databaseUrl: await postgres.newDatabase('outage'),
      env: { PUBLIC_URL: `https://${HOST}`, LOG_LEVEL: 'warn' },
    });
    [asked, notAsked] = [await finishedMatch(cluster.url), await finishedMatch(cluster.url)];
    for (const name of proxyNames) {
      const place = join(folder.path, name);
      mkdirSync(place);
      sites.push(new Site(name, await DeployedProxy.start(name, place, cluster.ports)));
    }
    for (const site of sites) {
      const answers = async () => expect((await get(site.proxy.port, '/')).status, site.proxy.output).toBe(200);
      await vi.waitFor(answers, { timeout: 60_000, interval: 100 });
      await site.begin();
    }
  });

  afterAll(async () => {
    for (const site of sites) {
      site.leave();
      await site.proxy.stop();
    }
    await cluster?.stop();
    await postgres?.stop();
    folder.remove();
  });

  beforeEach(() =>
    onTestFailed(() => {
      for (let n = 0; n < PROCESSES; n++) console.error(`process ${n}: ${cluster.process(n).output.slice(-20_000)}`);
      for (const { proxy } of sites) console.error(proxy.output.slice(-2_000));
    }),
  );

  const faults = new Set<string>();
  /** All sockets that were cut, and all answers through the proxies that were not as promised. */
  const found = () => [...faults, ...sites.flatMap(({ ended }) => ended)];

  /** Asks through each proxy for the page and these records until the time has passed. */
  async function lookFor(ms: number, records: readonly string[]): Promise<void> {
    const until = performance.now() + ms;
    for await (const _ of setInterval(LOOK_MS)) {
      await Promise.all(sites.map((site) => look(site, records)));
      if (performance.now() >= until) return;
    }
  }

  async function look(site: Site, records: readonly string[]): Promise<void> {
    const { name, proxy } = site;
    if (site.ping()) faults.add(`${name}: a ping waits for its answer`);
    const paths = ['/', ...records.map((id) => `/records/${id}.json`)];
    const status = (path: string) => get(proxy.port, path).then((answer) => answer.status, String);
    // An answer that waits for the database does not come while it hangs.
    const answers = paths.map((path) => Promise.race([status(path), setTimeout(PATIENCE_MS, 'no answer')]));
    for (const [n, answer] of (await Promise.all(answers)).entries())
      if (answer !== 200) faults.add(`${name} ${paths[n]}: ${answer}`);
  }

  /** The health report of each process says this, with the status that belongs to it. */
  async function isHealth(ok: boolean): Promise<void> {
    for (const { url } of cluster.running) {
      const answer = await ask(url, '/healthz');
      expect(faultOf('health', answer)).toBeNull();
      expect([answer.status, JSON.parse(answer.text).ok]).toEqual([ok ? 200 : 503, ok]);
    }
  }
  const soon = { timeout: 60_000, interval: LOOK_MS };

  async function goOn(): Promise<void> {
    const wanted = sites.map((site) => site.release(STRIDE));
    const areThere = () => {
      for (const [n, site] of sites.entries()) {
        site.nudge();
        expect(Math.min(site.events, site.watched), site.name).toBeGreaterThanOrEqual(wanted[n] ?? 0);
      }
    };
    await vi.waitFor(areThere, soon);
  }

  it('FX8 no socket of a player or a watcher is cut, finished records are served, and the matches go on afterwards', async () => {
    await goOn();
    await lookFor(KEPT_AFTER_MS, [asked]);
    await isHealth(true);
    expect(found()).toEqual([]);

    const kill = suspend(postgres.postmaster() ?? 0);
    try {
      // The players act in vain from now on.
      for (const site of sites) site.release(STRIDE);
      await lookFor(HANGS_MS, [asked, notAsked]);
      await isHealth(false);
      kill();
      await lookFor(GONE_MS, [asked, notAsked]);
      await isHealth(false);
      expect(found()).toEqual([]);
    } finally {
      kill();
      await postgres.start();
    }

    await vi.waitFor(() => isHealth(true), soon);
    await goOn();
    expect(found()).toEqual([]);
    const own = sites.flatMap(({ players }) => players.flatMap((player) => player.faults));
    expect(own.filter((fault) => !fault.startsWith(socketCodes.internal))).toEqual([]);
    expect(cluster.running).toHaveLength(PROCESSES);
  });
});

/** Suspends a PostgreSQL. Returns a function that kills it. */
function suspend(postmaster: number): () => void {
  process.kill(postmaster, 'SIGSTOP');
  let all = [postmaster, ...childrenOf(postmaster)];
  const send = (signal: 'SIGSTOP' | 'SIGKILL') => {
    for (const pid of all) {
      try {
        process.kill(pid, signal);
      } catch {
        // It ended before it could be suspended.
      }
    }
  };
  send('SIGSTOP');
  return () => {
    send('SIGKILL');
    all = [];
  };
}

/** The id of a match to one point that one player resigns. */
async function finishedMatch(url: string): Promise<string> {
  const policy = { random, double: 0, take: 1, resignsAt: 4 * STRIDE };
  const players = await Promise.all(
    [0, 1].map(async () => {
      const player = new SocketPlayer({ url, key: await generateKey(), policy });
      await player.connect();
      return player;
    }),
  );
  const [host, guest] = players;
  const invited = await host?.request({ type: 'invite', length: 1, rated: false, clock: 'slow' }, 'invited');
  guest?.send({ type: 'join', code: invited?.code });
  const [end] = await Promise.all(players.map(({ finished }) => finished));
  for (const player of players) player.leave();
  return end?.match ?? '';
}
